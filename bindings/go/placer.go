package crush

// #cgo noescape bridge_place
// #cgo nocallback bridge_place
// #cgo noescape bridge_place_batch
// #cgo nocallback bridge_place_batch
// #include "bridge.h"
import "C"

import (
	"fmt"
	"runtime"
	"unsafe"
)

// None stands for a place that got no device.
const None int32 = 0x7fffffff

// nativePlacer is what the C library knows as a placer.
type nativePlacer = C.struct_crushx_placer

// Placer is a map, a rule and device weights, prepared for many inputs. It is a snapshot that needs the map no more, and
// goroutines may share it.
type Placer struct {
	handle   *handle[*nativePlacer]
	replicas int
	threads  int
}

// Placer prepares a rule for results of so many replicas, or shards of an erasure code.
//
// It refuses a rule that could take more than 2^28 draws for one input, a good part of a second: the error is ERANGE then.
// ENOENT is that of a rule that is not there.
func (m *Map) Placer(rule Rule, replicas int, more ...Option) (*Placer, error) {
	chosen := options{allIn: true, args: true, pool: defaultPool, threads: 1}
	for _, option := range more {
		option(&chosen)
	}
	if replicas < 1 {
		return nil, fmt.Errorf("%w: a result of %d replicas; it needs at least one", ErrSize, replicas)
	}
	if rule < 0 {
		return nil, &Error{Op: "placer", Errno: errnoNotFound, Message: fmt.Sprintf("the map has no rule %d", rule)}
	}
	if chosen.allIn {
		weights, err := m.AllIn()
		if err != nil {
			return nil, err
		}
		chosen.weights = weights
	}
	native, err := m.prepare(rule, replicas, chosen)
	if err != nil {
		return nil, err
	}
	h := &handle[*nativePlacer]{native: native, free: func(p *nativePlacer) { C.crushx_placer_free(p) }}
	p := &Placer{h, replicas, chosen.threads}
	runtime.AddCleanup(p, (*handle[*nativePlacer]).close, h)
	return p, nil
}

func (m *Map) prepare(rule Rule, replicas int, chosen options) (made *nativePlacer, err error) {
	args := C.int(0)
	if chosen.args {
		args = 1
	}
	err = m.use(func(native *C.struct_crushx_map) error {
		weights := (*C.uint32_t)(unsafe.SliceData(chosen.weights))
		count := C.size_t(len(chosen.weights))
		outcome := C.bridge_placer(native, C.uint32_t(rule), C.size_t(replicas), weights, count, args, C.int64_t(chosen.pool), &made)
		return failure("placer", outcome)
	})
	return made, err
}

// Close gives the placer's memory back, now or when the calls of other goroutines have ended. It may be called again.
func (p *Placer) Close() error {
	p.handle.close()
	runtime.KeepAlive(p)
	return nil
}

// Replicas returns how many places a result has.
func (p *Placer) Replicas() int { return p.replicas }

// Place returns the devices of input x. A place that a rule for erasure codes could not fill is [None]; a rule for replicas
// then returns fewer devices.
func (p *Placer) Place(x uint32) ([]int32, error) {
	result := make([]int32, p.replicas)
	count, err := p.PlaceInto(x, result)
	if err != nil {
		return nil, err
	}
	return result[:count], nil
}

// PlaceInto maps input x as [Placer.Place] does, into a slice of Replicas places, and returns how many of them count; the
// others are [None]. It does not allocate.
func (p *Placer) PlaceInto(x uint32, result []int32) (int, error) {
	native, err := p.acquire()
	if err != nil {
		return 0, err
	}
	defer p.handle.release()
	if len(result) != p.replicas {
		return 0, fmt.Errorf("%w: a result has %d places, not %d", ErrSize, p.replicas, len(result))
	}
	outcome := C.bridge_place(native, C.uint32_t(x), (*C.int32_t)(unsafe.SliceData(result)))
	return int(outcome.len), failure("place", outcome)
}

// PlaceBatch maps all inputs: the devices of xs[i] are the row of Replicas places that starts at
// results[i*Replicas], and lens[i] is how many of them count; the others are [None]. lens may be nil. It does not allocate
// memory of Go's, and is faster than single calls from some hundred inputs on.
func (p *Placer) PlaceBatch(xs []uint32, results []int32, lens []int) error {
	native, err := p.acquire()
	if err != nil {
		return err
	}
	defer p.handle.release()
	if err := p.checkSizes(len(xs), len(results), lens); err != nil {
		return err
	}
	// An int has the size of a size_t, and no length is too large for it.
	outcome := C.bridge_place_batch(native, (*C.uint32_t)(unsafe.SliceData(xs)), C.size_t(len(xs)),
		(*C.int32_t)(unsafe.SliceData(results)), (*C.size_t)(unsafe.Pointer(unsafe.SliceData(lens))), C.size_t(p.threads))
	return failure("place", outcome)
}

func (p *Placer) checkSizes(inputs, results int, lens []int) error {
	if results%p.replicas != 0 || results/p.replicas != inputs {
		return fmt.Errorf("%w: %d inputs of %d replicas need %d times as many results, not %d", ErrSize, inputs, p.replicas, p.replicas, results)
	}
	if lens != nil && len(lens) != inputs {
		return fmt.Errorf("%w: %d inputs need as many lens, not %d", ErrSize, inputs, len(lens))
	}
	return nil
}

func (p *Placer) acquire() (*nativePlacer, error) {
	native, err := p.handle.acquire()
	runtime.KeepAlive(p) // Until here: what nobody holds any more is closed.
	return native, err
}
