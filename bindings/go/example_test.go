package crush_test

import (
	"errors"
	"fmt"
	"io/fs"
	"log"

	"github.com/libcrush-rs/libcrush-rs/bindings/go"
)

const site = "../../examples/three-hosts.txt"

func Example() {
	m, err := crush.Load(site)
	if err != nil {
		log.Fatal(err)
	}
	defer m.Close()
	rule, err := m.Rule("copies")
	if err != nil {
		log.Fatal(err)
	}
	placer, err := m.Placer(rule, 2)
	if err != nil {
		log.Fatal(err)
	}
	defer placer.Close()

	devices, err := placer.Place(11)
	fmt.Println(devices, err)
	// Output: [3 5] <nil>
}

func ExamplePlacer_PlaceBatch() {
	m, err := crush.Load(site)
	if err != nil {
		log.Fatal(err)
	}
	defer m.Close()
	placer, err := m.Placer(0, 2, crush.WithThreads(0)) // Rule 0, all processors.
	if err != nil {
		log.Fatal(err)
	}
	defer placer.Close()

	inputs := []uint32{11, 12, 13}
	rows := make([]int32, len(inputs)*placer.Replicas())
	if err := placer.PlaceBatch(inputs, rows, nil); err != nil {
		log.Fatal(err)
	}
	fmt.Println(rows)
	// Output: [3 5 4 2 0 3]
}

func ExampleWithWeights() {
	m, err := crush.Load(site)
	if err != nil {
		log.Fatal(err)
	}
	defer m.Close()
	weights, err := m.AllIn()
	if err != nil {
		log.Fatal(err)
	}
	weights[3] = 0 // osd.3 is out.
	placer, err := m.Placer(0, 2, crush.WithWeights(weights))
	if err != nil {
		log.Fatal(err)
	}
	defer placer.Close()

	devices, err := placer.Place(11)
	fmt.Println(devices, err)
	// Output: [5 0] <nil>
}

// Where an object of pool 7 is: the pool has 128 placement groups, and its rule makes two copies.
func ExamplePGSeed() {
	m, err := crush.Load(site)
	if err != nil {
		log.Fatal(err)
	}
	defer m.Close()
	placer, err := m.Placer(0, 2, crush.WithPool(7))
	if err != nil {
		log.Fatal(err)
	}
	defer placer.Close()

	group := crush.StableMod(crush.ObjectHash("photo.jpg", "", ""), 128)
	devices, err := placer.Place(crush.PGSeed(7, group, 128))
	fmt.Printf("7.%x %v %v\n", group, devices, err)
	// Output: 7.70 [3 1] <nil>
}

func ExampleError() {
	m, err := crush.Load(site)
	if err != nil {
		log.Fatal(err)
	}
	defer m.Close()

	_, err = m.Rule("shards")
	fmt.Println(err)
	fmt.Println(errors.Is(err, fs.ErrNotExist))
	_, err = crush.Compile("root default")
	fmt.Println(err)
	// Output:
	// crush: rule: no rule is named 'shards'
	// true
	// crush: compile: line 1, column 13: expected `{`
}
