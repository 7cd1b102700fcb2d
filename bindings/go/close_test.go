package crush

import (
	"errors"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

func TestEverythingIsRefusedAfterClose(t *testing.T) {
	m := load(t)
	p := prepare(t, m, 2)
	for range 2 {
		if m.Close() != nil || p.Close() != nil || new(Placer).Close() != nil || new(Map).Close() != nil {
			t.Fatal("Close failed")
		}
	}
	attempts := map[string]error{"PlaceBatch": p.PlaceBatch(count(2), make([]int32, 4), nil)}
	_, attempts["Place"] = p.Place(1)
	_, attempts["PlaceInto"] = p.PlaceInto(1, make([]int32, 2))
	_, attempts["Placer"] = m.Placer(0, 2)
	_, attempts["Placer with weights"] = m.Placer(0, 2, WithWeights(nil))
	_, attempts["Rule"] = m.Rule("copies")
	_, attempts["RuleName"] = m.RuleName(0)
	_, attempts["Rules"] = m.Rules()
	_, attempts["Item"] = m.Item("alpha")
	_, attempts["ItemClass"] = m.ItemClass(0)
	_, attempts["Text"] = m.Text()
	_, attempts["Encode"] = m.Encode("")
	_, attempts["MaxDevices"] = m.MaxDevices()
	_, attempts["Rule of a zero Map"] = new(Map).Rule("copies")
	_, attempts["Place of a zero Placer"] = new(Placer).Place(1)
	attempts["PlaceBatch of a zero Placer"] = new(Placer).PlaceBatch(nil, nil, nil)
	for name, err := range attempts {
		if !errors.Is(err, ErrClosed) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestAPlacerOutlivesItsMap(t *testing.T) {
	m := load(t)
	p := prepare(t, m, 2)
	before, _ := p.Place(11)
	m.Close()
	after, err := p.Place(11)
	if err != nil || len(after) != 2 || before[0] != after[0] {
		t.Errorf("%v, then %v (%v)", before, after, err)
	}
}

// freedOnce counts how often what p holds is freed.
func freedOnce(p *Placer) *atomic.Int64 {
	frees, free := new(atomic.Int64), p.handle.free
	p.handle.free = func(native *nativePlacer) { frees.Add(1); free(native) }
	return frees
}

func TestCloseDuringCallsIsSafe(t *testing.T) {
	m := load(t)
	xs := count(500)
	for range 50 {
		p := prepare(t, m, 3)
		frees := freedOnce(p)
		var begun, ended sync.WaitGroup
		for range 4 {
			begun.Add(1)
			ended.Add(1)
			go func() {
				defer ended.Done()
				rows := make([]int32, 3*len(xs))
				err := p.PlaceBatch(xs, rows, nil)
				begun.Done()
				for err == nil {
					err = p.PlaceBatch(xs, rows, nil)
				}
				if !errors.Is(err, ErrClosed) {
					t.Error(err)
				}
			}()
		}
		begun.Wait()
		for range 2 {
			ended.Add(1)
			go func() { defer ended.Done(); p.Close() }()
		}
		ended.Wait()
		if frees.Load() != 1 {
			t.Fatalf("freed %d times", frees.Load())
		}
	}
}

func TestAHandleIsFreedOnceAndNeverInUse(t *testing.T) {
	for range 2000 {
		var frees, inUse atomic.Int64
		h := &handle[*int]{native: new(int)}
		h.free = func(*int) {
			frees.Add(1)
			if inUse.Load() != 0 {
				t.Error("freed in use")
			}
		}
		var ended sync.WaitGroup
		for range 3 {
			ended.Add(1)
			go func() {
				defer ended.Done()
				for {
					if _, err := h.acquire(); err != nil {
						return
					}
					inUse.Add(1)
					inUse.Add(-1)
					h.release()
				}
			}()
		}
		h.close()
		h.close()
		ended.Wait()
		if frees.Load() != 1 {
			t.Fatalf("freed %d times", frees.Load())
		}
	}
}

func TestTheGarbageCollectorClosesWhatNobodyDid(t *testing.T) {
	m := load(t)
	var frees []*atomic.Int64
	for range 10 {
		p, err := m.Placer(0, 2)
		if err != nil {
			t.Fatal(err)
		}
		frees = append(frees, freedOnce(p))
	}
	for deadline := time.Now().Add(20 * time.Second); ; runtime.GC() {
		total := int64(0)
		for _, one := range frees {
			total += one.Load()
		}
		if total == 10 {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("%d of 10 were freed", total)
		}
		time.Sleep(time.Millisecond)
	}
}

// The last that is held of each placer is the receiver of a call, which the compiler lets go when the call begins.
func TestWhatIsCollectedDuringACallIsFreedAfterIt(t *testing.T) {
	m := load(t)
	xs := count(20_000)
	want, rows := make([]int32, 3*len(xs)), make([]int32, 3*len(xs))
	if err := prepare(t, m, 3).PlaceBatch(xs, want, nil); err != nil {
		t.Fatal(err)
	}
	for range 5 {
		p, err := m.Placer(0, 3)
		if err != nil {
			t.Fatal(err)
		}
		closed, h := make(chan struct{}), p.handle
		go func() {
			defer close(closed)
			for deadline := time.Now().Add(20 * time.Second); h.state.Load() < freed && time.Now().Before(deadline); {
				runtime.GC()
			}
		}()
		err = p.PlaceBatch(xs, rows, nil)
		<-closed
		if err != nil || !slices.Equal(rows, want) || h.state.Load() < freed {
			t.Fatalf("%v, state %#x, the rows are right: %v", err, h.state.Load(), slices.Equal(rows, want))
		}
	}
}
