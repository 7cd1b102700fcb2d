package crush

// #include "bridge.h"
import "C"

import (
	"bytes"
	"fmt"
	"os"
	"runtime"
	"strings"
	"syscall"
	"unsafe"
)

// magic is how a binary map begins.
var magic = []byte{0, 0, 1, 0}

// maxDevices is how many devices a map may have for AllIn: more than any cluster, and 16 MiB of weights.
const maxDevices = 1 << 22

// nativeMap is what the C library knows as a map.
type nativeMap = C.struct_crushx_map

// Map is a description of a cluster: devices, the buckets that hold them, rules, and the names of all. It does not change,
// and goroutines may share it.
type Map struct {
	handle *handle[*nativeMap]
}

// Load reads the map file at path, binary as "ceph osd getcrushmap" writes it or text as "crushtool -d" does.
func Load(path string) (*Map, error) {
	content, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	read := Compile[[]byte]
	if bytes.HasPrefix(content, magic) {
		read = Decode
	}
	m, err := read(content)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return m, nil
}

// Decode reads a binary map of any release up to Tentacle.
func Decode(content []byte) (*Map, error) {
	if err := checkInterface(); err != nil {
		return nil, err
	}
	var native *nativeMap
	outcome := C.bridge_decode(unsafe.Pointer(unsafe.SliceData(content)), C.size_t(len(content)), &native)
	return newMap(native, failure("decode", outcome))
}

// Compile reads a map that is text. An error tells line and column.
func Compile[Text string | []byte](text Text) (*Map, error) {
	if err := checkInterface(); err != nil {
		return nil, err
	}
	content := []byte(text)
	var native *nativeMap
	outcome := C.bridge_compile(unsafe.Pointer(unsafe.SliceData(content)), C.size_t(len(content)), &native)
	return newMap(native, failure("compile", outcome))
}

func newMap(native *nativeMap, err error) (*Map, error) {
	if err != nil {
		return nil, err
	}
	h := &handle[*nativeMap]{native: native, free: func(m *nativeMap) { C.crushx_map_free(m) }}
	m := &Map{h}
	runtime.AddCleanup(m, (*handle[*nativeMap]).close, h)
	return m, nil
}

// Close gives the map's memory back, now or when the calls of other goroutines have ended. It may be called again. Placers
// that were made of the map stay usable.
func (m *Map) Close() error {
	m.handle.close()
	runtime.KeepAlive(m)
	return nil
}

// use calls f with what the C library knows as the map. Nothing is closed during the call.
func (m *Map) use(f func(native *nativeMap) error) error {
	native, err := m.handle.acquire()
	runtime.KeepAlive(m) // Until here: what nobody holds any more is closed.
	if err != nil {
		return err
	}
	defer m.handle.release()
	return f(native)
}

// Encode returns the map as a file for readers of a release of Ceph, named like "reef"; "" stands for the newest.
func (m *Map) Encode(release string) (content []byte, err error) {
	err = m.use(func(native *nativeMap) error {
		var name *C.char
		if strings.IndexByte(release, 0) >= 0 {
			return &Error{Op: "encode", Errno: syscall.EINVAL, Message: "no release has a NUL in its name"}
		}
		if release != "" {
			name = cString(release)
			defer cFree(name)
		}
		var made *C.uint8_t
		outcome := C.bridge_encode(native, name, &made)
		if err := failure("encode", outcome); err != nil {
			return err
		}
		defer C.crushx_free(unsafe.Pointer(made))
		content = bytes.Clone(unsafe.Slice((*byte)(made), outcome.len))
		return nil
	})
	return content, err
}

// Text returns the map as text, as "crushtool -d" writes it.
func (m *Map) Text() (text string, err error) {
	err = m.use(func(native *nativeMap) error {
		var made *C.char
		outcome := C.bridge_decompile(native, &made)
		if err := failure("decompile", outcome); err != nil {
			return err
		}
		defer C.crushx_free(unsafe.Pointer(made))
		text = string(unsafe.Slice((*byte)(unsafe.Pointer(made)), outcome.len))
		return nil
	})
	return text, err
}

// MaxDevices returns the largest id of a device plus 1, which is how many weights a [Placer] can use.
func (m *Map) MaxDevices() (count int, err error) {
	err = m.use(func(native *nativeMap) error {
		count = int(C.crushx_map_raw(native).max_devices)
		return nil
	})
	return count, err
}

// AllIn returns weights by which every device is in, to be changed and given to [WithWeights].
func (m *Map) AllIn() ([]uint32, error) {
	count, err := m.MaxDevices()
	if err != nil {
		return nil, err
	}
	if count > maxDevices {
		return nil, fmt.Errorf("%w: the map has device %d, more than %d; give weights of the devices that there are", ErrSize, count-1, maxDevices-1)
	}
	weights := make([]uint32, max(count, 0))
	for device := range weights {
		weights[device] = 0x10000
	}
	return weights, nil
}
