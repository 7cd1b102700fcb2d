// Package crush computes where data is placed in a cluster, as Ceph's CRUSH does, bit for bit.
//
// A [Map] describes the cluster; [Load] reads it from a file. A [Placer] is a map, one of its rules and the weights of the
// devices, prepared once and then asked for millions of inputs, by any number of goroutines.
//
// Both hold memory of the C library libcrush. Close gives it back at once, and the garbage collector does so for what
// nobody closed. After Close every method returns [ErrClosed]; a Close during a call of another goroutine is safe, and
// that call is finished.
//
// Weights of devices are numbers in 16.16: 0 is out, 0x10000 is in. Ids of devices count from 0, those of buckets are
// negative. Inputs are any 32 bits: for a placement group of Ceph, [PGSeed] makes them.
package crush
