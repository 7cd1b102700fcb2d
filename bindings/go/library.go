package crush

// The library is looked for where CGO_LDFLAGS says, in the build directory of this repository, and where the system has
// its libraries; its headers likewise. It is named in full: -lcrush would take the shared library first.

/*
#cgo CFLAGS: -I${SRCDIR}/../../include
#cgo LDFLAGS: -L${SRCDIR}/../../target/capi -l:libcrush.a -lm
#include "bridge.h"
*/
import "C"

import "fmt"

// Version returns the version of the C library, such as "0.1.0".
func Version() string { return C.GoString(C.crushx_version()) }

// SIMDLevel returns the name of the instructions that the library uses: "scalar", "avx2" or "avx512".
func SIMDLevel() string { return C.GoString(C.crushx_simd_level()) }

// checkInterface finds a library of another interface than that of the headers: nothing else of it may be called.
func checkInterface() error {
	if C.bridge_abi_fits() == 0 {
		return fmt.Errorf("crush: the headers are those of interface %d of libcrush, the library has %d", C.CRUSHX_ABI, C.crushx_abi())
	}
	return nil
}
