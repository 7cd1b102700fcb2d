module github.com/libcrush-rs/libcrush-rs/bindings/go

go 1.24
