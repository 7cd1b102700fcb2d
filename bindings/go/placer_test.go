package crush

import (
	"errors"
	"slices"
	"sync"
	"syscall"
	"testing"
)

const site = "../../examples/three-hosts.txt"

func load(t testing.TB) *Map {
	t.Helper()
	m, err := Load(site)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { m.Close() })
	return m
}

func prepare(t testing.TB, m *Map, replicas int, options ...Option) *Placer {
	t.Helper()
	p, err := m.Placer(0, replicas, options...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close() })
	return p
}

func count(inputs int) []uint32 {
	xs := make([]uint32, inputs)
	for i := range xs {
		xs[i] = uint32(i)
	}
	return xs
}

func TestBatchesAreWhatSingleCallsAre(t *testing.T) {
	m := load(t)
	const replicas = 4 // There are three hosts: the last place stays empty.
	xs := count(2000)
	for _, threads := range []int{0, 1, 3, -1} {
		p := prepare(t, m, replicas, WithThreads(threads))
		rows, lens := make([]int32, len(xs)*replicas), make([]int, len(xs))
		if err := p.PlaceBatch(xs, rows, lens); err != nil {
			t.Fatal(err)
		}
		for i, x := range xs {
			want, err := p.Place(x)
			row := rows[i*replicas : (i+1)*replicas]
			if err != nil || lens[i] != len(want) || !slices.Equal(row[:lens[i]], want) || row[3] != None {
				t.Fatalf("%d threads, input %d: %v of %d in the batch, %v alone (%v)", threads, x, row, lens[i], want, err)
			}
		}
	}
}

func TestSlicesOfAnotherLengthAreRefused(t *testing.T) {
	p := prepare(t, load(t), 2)
	wrong := map[string]error{
		"short results": p.PlaceBatch(count(2), make([]int32, 3), nil),
		"long results":  p.PlaceBatch(count(2), make([]int32, 6), nil),
		"short lens":    p.PlaceBatch(count(2), make([]int32, 4), make([]int, 1)),
		"no results":    p.PlaceBatch(count(2), nil, nil),
	}
	_, wrong["a short row"] = p.PlaceInto(1, make([]int32, 1))
	_, wrong["a long row"] = p.PlaceInto(1, make([]int32, 3))
	for what, err := range wrong {
		if !errors.Is(err, ErrSize) {
			t.Errorf("%s: %v", what, err)
		}
	}
	if err := p.PlaceBatch(nil, nil, nil); err != nil {
		t.Errorf("nothing to do: %v", err)
	}
}

func TestPlacersThatCannotBe(t *testing.T) {
	m := load(t)
	endless, err := Compile(`
tunable choose_total_tries 100000000
device 0 a
device 1 b
type 0 osd
type 1 root
root all { id -1 alg straw2 hash 0 item a weight 1 item b weight 1 }
rule all { id 0 type replicated step take all step choose firstn 0 type osd step emit }`)
	if err != nil {
		t.Fatal(err)
	}
	defer endless.Close()
	for _, test := range []struct {
		m        *Map
		rule     Rule
		replicas int
		want     error
	}{
		{m, 1, 3, syscall.ENOENT}, {m, -1, 3, syscall.ENOENT}, {m, 0, 0, ErrSize}, {m, 0, -1, ErrSize}, {endless, 0, 8, syscall.ERANGE},
	} {
		if _, err := test.m.Placer(test.rule, test.replicas); !errors.Is(err, test.want) {
			t.Errorf("rule %d of %d: %v, not %v", test.rule, test.replicas, err, test.want)
		}
	}
}

func TestWeightsAreCopied(t *testing.T) {
	m := load(t)
	weights, err := m.AllIn()
	if err != nil {
		t.Fatal(err)
	}
	p := prepare(t, m, 3, WithWeights(weights))
	before, _ := p.Place(5)
	clear(weights)
	after, _ := p.Place(5)
	if len(before) != 3 || !slices.Equal(before, after) {
		t.Errorf("%v, then %v", before, after)
	}
	out := prepare(t, m, 3, WithWeights(nil))
	if devices, err := out.Place(5); err != nil || len(devices) != 0 {
		t.Errorf("with all devices out: %v, %v", devices, err)
	}
}

func TestNothingIsAllocated(t *testing.T) {
	p := prepare(t, load(t), 3)
	xs, lens := count(1000), make([]int, 1000)
	rows := make([]int32, 3*len(xs))
	calls := map[string]func(){
		"PlaceInto":  func() { p.PlaceInto(7, rows[:3]) },
		"PlaceBatch": func() { p.PlaceBatch(xs, rows, lens) },
	}
	for name, call := range calls {
		if allocations := testing.AllocsPerRun(100, call); allocations != 0 {
			t.Errorf("%s allocates %v times", name, allocations)
		}
	}
}

func TestGoroutinesShareAPlacer(t *testing.T) {
	p := prepare(t, load(t), 3)
	xs := count(3000)
	want := make([]int32, 3*len(xs))
	if err := p.PlaceBatch(xs, want, nil); err != nil {
		t.Fatal(err)
	}
	var group sync.WaitGroup
	for range 8 {
		group.Add(1)
		go func() {
			defer group.Done()
			row := make([]int32, 3)
			for i, x := range xs {
				if _, err := p.PlaceInto(x, row); err != nil || !slices.Equal(row, want[3*i:3*i+3]) {
					t.Errorf("input %d: %v, not %v (%v)", x, row, want[3*i:3*i+3], err)
					return
				}
			}
		}()
	}
	group.Wait()
}
