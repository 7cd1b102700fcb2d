package main

import (
	"fmt"

	crush "github.com/libcrush-rs/libcrush-rs/bindings/go"
)

func main() {
/* snippet */
	if err != nil {
		panic(err)
	}
	fmt.Println(osds[0], osds[1], osds[2])
}
