package crush

// #include "bridge.h"
import "C"

import "unsafe"

// ObjectHash returns the hash that places an object in a pool: that of its name, or of its locator key if it has one, within
// a namespace, which may be "".
func ObjectHash(name, namespace, key string) uint32 {
	var seed C.uint32_t
	part := func(text string) (*C.char, C.size_t) {
		return (*C.char)(unsafe.Pointer(unsafe.StringData(text))), C.size_t(len(text))
	}
	n, nameLen := part(name)
	s, spaceLen := part(namespace)
	k, keyLen := part(key)
	C.crushx_object_hash(C.CRUSHX_OBJECT_HASH_RJENKINS, n, nameLen, s, spaceLen, k, keyLen, &seed)
	return uint32(seed)
}

// StableMod reduces a hash to a number below groups, that of the object's placement group. A groups of 0 counts as 1.
func StableMod(hash, groups uint32) uint32 {
	return uint32(C.crushx_stable_mod(C.uint32_t(hash), C.uint32_t(groups)))
}

// PGSeed returns the input that a [Placer] takes for a placement group of a pool: seed is the number of the group or the
// whole hash of an object, pgpNum the pool's. The pool has the flag hashpspool, as all of today have.
func PGSeed(pool uint64, seed, pgpNum uint32) uint32 {
	return uint32(C.crushx_pg_seed(C.uint64_t(pool), C.uint32_t(seed), C.uint32_t(pgpNum), 1))
}
