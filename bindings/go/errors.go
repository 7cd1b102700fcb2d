package crush

// #include "bridge.h"
// #include <stdlib.h>
import "C"

import (
	"errors"
	"syscall"
	"unsafe"
)

// errnoNotFound is what the C library says of a name, id or rule that is not there.
const errnoNotFound = syscall.ENOENT

// ErrClosed is the error of every method of a [Map] or [Placer] after its Close.
var ErrClosed = errors.New("crush: used after Close")

// ErrSize is the error of a slice that is not as long as the call needs it; the text of the error says how long that is.
var ErrSize = errors.New("crush: wrong length")

// Error is what the C library says of a call that failed.
//
// errors.Is compares its Errno, so that errors.Is(err, syscall.ENOENT), and errors.Is(err, fs.ErrNotExist), is true of a
// name that a map does not have.
type Error struct {
	// Op is what was tried, such as "decode".
	Op string
	// Errno is ENOENT for a name, id or rule that is not there, EINVAL for bytes that are no map, ERANGE for a rule that could
	// take too long, ENOMEM, or another that the header crushx.h names.
	Errno syscall.Errno
	// Message is what was wrong: with offset and field of a binary map, line and column of a text.
	Message string
}

func (e *Error) Error() string {
	if e.Message == "" {
		return "crush: " + e.Op + ": " + e.Errno.Error()
	}
	return "crush: " + e.Op + ": " + e.Message
}

// Unwrap returns the Errno.
func (e *Error) Unwrap() error { return e.Errno }

// failure makes an error of an outcome, and frees its text.
func failure(op string, outcome C.struct_bridge_outcome) error {
	if outcome.code == 0 {
		return nil
	}
	defer C.free(unsafe.Pointer(outcome.message))
	return &Error{Op: op, Errno: syscall.Errno(-outcome.code), Message: C.GoString(outcome.message)}
}
