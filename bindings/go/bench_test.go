package crush

import "testing"

// What a call of a C function costs that does next to nothing.
func BenchmarkCall(b *testing.B) {
	for i := range b.N {
		StableMod(uint32(i), 128)
	}
}

func BenchmarkPlace(b *testing.B) {
	p := prepare(b, load(b), 3)
	b.ReportAllocs()
	for i := range b.N {
		if _, err := p.Place(uint32(i)); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkPlaceInto(b *testing.B) {
	p := prepare(b, load(b), 3)
	row := make([]int32, 3)
	b.ReportAllocs()
	for i := range b.N {
		if _, err := p.PlaceInto(uint32(i), row); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkPlaceIntoByAll(b *testing.B) {
	p := prepare(b, load(b), 3)
	b.RunParallel(func(loop *testing.PB) {
		row := make([]int32, 3)
		for x := uint32(0); loop.Next(); x++ {
			if _, err := p.PlaceInto(x, row); err != nil {
				b.Error(err)
				return
			}
		}
	})
}

func BenchmarkPlaceBatchOfAMillion(b *testing.B) {
	p := prepare(b, load(b), 3)
	xs := count(1_000_000)
	rows := make([]int32, 3*len(xs))
	b.ReportAllocs()
	for b.Loop() {
		if err := p.PlaceBatch(xs, rows, nil); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/1e6, "ns/mapping")
}
