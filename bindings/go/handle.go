package crush

import "sync/atomic"

const (
	// closed is set when no call may begin any more; the number below it is that of the calls in progress.
	closed = 1 << 61
	// freed is set, beside closed, by whoever frees.
	freed = 1 << 62
)

// handle holds something of the C library that goroutines share. It is freed when it is closed and the last call that uses
// it has ended, by whoever comes last; nobody waits.
type handle[P any] struct {
	native P
	free   func(P)
	state  atomic.Int64
}

// acquire begins a use, which release ends.
func (h *handle[P]) acquire() (native P, err error) {
	if h == nil {
		return native, ErrClosed
	}
	if h.state.Add(1)&closed != 0 {
		h.release()
		return native, ErrClosed
	}
	return h.native, nil
}

func (h *handle[P]) release() {
	if h.state.Add(-1) == closed {
		h.freeOnce()
	}
}

// close may be called again, and does nothing then.
func (h *handle[P]) close() {
	if h != nil && h.state.Or(closed) == 0 {
		h.freeOnce()
	}
}

// freeOnce leaves it to a use that began meanwhile, and is being refused, if there is one.
func (h *handle[P]) freeOnce() {
	if h.state.CompareAndSwap(closed, closed|freed) {
		h.free(h.native)
	}
}
