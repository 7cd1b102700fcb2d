# Builds, tests and shows libcrush-rs. Needs Rust, make and a C compiler; `make test` also a C++ compiler.

CARGO ?= cargo
CC ?= cc
CXX ?= c++

# A directory per ABI profile: they are builds of the same names.
TARGET := $(abspath $(or $(CARGO_TARGET_DIR),target))
TARGET_default := $(TARGET)
TARGET_reef := $(TARGET)-reef
TARGET_pacific := $(TARGET)-pacific
FEATURES_reef := --features abi-reef
FEATURES_pacific := --features abi-pacific
SONAME_default := libcrush.so.3
SONAME_reef := libcrush.so.2
SONAME_pacific := libcrush.so.1
PROFILES := default reef pacific

export CC CXX

.PHONY: $(PROFILES:%=library-%) $(PROFILES:%=shared-%) abi-accept all bench bench-bindings bench-calls bench-curve \
  bench-icount bench-icount-accept bench-parts cluster commands compat coverage demo fuzz fuzz-reductions harness \
  header help install install-all install-library lint lint-release oracles performance plots share soak test test-abi \
  test-all test-battery test-browser test-c test-cargo-c test-compat test-compat-all test-coverage test-data test-demo test-genuine \
  test-go test-header test-install test-java test-librados test-mutants test-oldest-rust test-portable test-profiles \
  test-profiles-all test-python test-python-all test-reproducible test-rust test-snippets uninstall
.DEFAULT_GOAL := all

# The library of the default profile: $(TARGET)/capi/libcrush.so and libcrush.a.
all: library-default

# This list: the last comment line above each target.
help:
	@awk '/^# / { says = substr($$0, 3); next } /^[a-z-]+:([^=]|$$)/ && says { sub(/:.*/, ""); printf "make %-20s %s\n", $$0, says } \
	  { says = "" }' $(firstword $(MAKEFILE_LIST))
	@echo "make library-PROFILE      The library of another ABI profile: $(PROFILES)."

# One crate type at a time: with several, Cargo leaves link-time optimisation out without a word. Cargo makes no links.
$(PROFILES:%=library-%): library-%: shared-%
	@# Which libraries the static one needs goes into a file; rustc says so every time.
	$(BUILD_LIBRARY) staticlib -- --print native-static-libs=$(TARGET_$*)/capi/native-static-libs 2> $(TARGET_$*)/capi/log || \
	  { cat $(TARGET_$*)/capi/log >&2; exit 1; }
	@sed -e '/^note: native artifacts to link against/d' -e '/^$$/d' $(TARGET_$*)/capi/log >&2

$(PROFILES:%=shared-%): shared-%:
	$(BUILD_LIBRARY) cdylib
	@ln -sf libcrush.so $(TARGET_$*)/capi/$(SONAME_$*)

# Where Cargo keeps the sources of other crates gets into messages: under a name that is the same everywhere.
SAME_PATHS = --config 'build.rustflags = ["--remap-path-prefix=$(or $(CARGO_HOME),$(HOME)/.cargo)=cargo"]'
BUILD_LIBRARY = $(CARGO) $(SAME_PATHS) rustc --quiet --package libcrush-rs --lib --profile capi --target-dir $(TARGET_$*) $(FEATURES_$*) --crate-type

PROFILE ?= default

# Library, headers, commands: PREFIX (/usr/local), LIBDIR, DESTDIR, and as PROFILE default, reef or pacific. docs/installing.md.
install: install-library commands share
	install/commands install $(TARGET)/release $(TARGET)/share

install-library: library-$(PROFILE)
	install/library install $(PROFILE) plain $(TARGET_$(PROFILE))/capi

# The same and the other profiles beside it, under names of their own.
install-all: install $(PROFILES:%=library-%)
	$(foreach profile,$(filter-out $(PROFILE),$(PROFILES)),install/library install $(profile) beside $(TARGET_$(profile))/capi &&) true

# Takes away what install or install-all put there with the same PREFIX, LIBDIR, DESTDIR and PROFILE.
uninstall:
	$(foreach profile,$(filter-out $(PROFILE),$(PROFILES)),install/library uninstall $(profile) beside &&) true
	install/library uninstall $(PROFILE) plain
	install/commands uninstall

# crushtool and crush.
commands:
	$(CARGO) build --quiet --release --package cli --features share

# Manual pages and completions for shells, in $(TARGET)/share.
share: commands
	$(TARGET)/release/share $(TARGET)/share

# A sample cluster and where it puts some objects.
demo: $(TARGET)/place
	@$(TARGET)/place

$(TARGET)/place: examples/place.c shared-default
	@$(CC) -O2 -Wall -Wextra -Iinclude -o $@ $< -L$(TARGET)/capi -lcrush -Wl,-rpath,$(TARGET)/capi

# Everything that this machine can run; what it cannot is named as skipped, and is an error when CI is set.
test: lint oracles test-header test-rust test-data test-profiles test-c test-genuine test-demo test-compat test-battery test-librados test-coverage \
  test-abi test-install test-go test-java test-python test-snippets
	@echo "make test: all passed"

# The Rust tests, debug and release with overflow checks.
test-rust:
	$(CARGO) test --quiet --features cli/share
	$(CARGO) test --quiet --package libcrush-rs --lib --profile release-checked

# All recorded mappings, which only optimised code maps in good time.
test-data:
	@if [ -n "$$CRUSH_TEST_DATA" ]; then $(CARGO) test --quiet --release --package libcrush-rs --test vectors; \
	else echo "SKIPPED: all recorded mappings (CRUSH_TEST_DATA is not set)"; fi

test-profiles:
	$(CARGO) test --quiet --package libcrush-rs --lib --config profile.dev.package.libcrush-rs.opt-level=0 --features lazy-workspace view::
	$(CARGO) test --quiet --package libcrush-rs --lib --target-dir $(TARGET_reef) $(FEATURES_reef)
	$(CARGO) test --quiet --package libcrush-rs --lib --target-dir $(TARGET_pacific) $(FEATURES_pacific)

# The whole of test-rust and test-profiles: every build with recorded answers, map files and documentation too.
test-profiles-all:
	$(CARGO) test --quiet --package libcrush-rs --profile release-checked
	$(CARGO) test --quiet --package libcrush-rs --target-dir $(TARGET_reef) $(FEATURES_reef)
	$(CARGO) test --quiet --package libcrush-rs --target-dir $(TARGET_pacific) $(FEATURES_pacific)

# The C and C++ programs: both libraries, three interfaces, AddressSanitizer, valgrind.
test-c:
	@# Link-time optimisation keeps one core busy: two libraries at a time.
	$(MAKE) --no-print-directory -j2 $(PROFILES:%=library-%)
	$(foreach profile,$(PROFILES),c_tests/run $(profile) $(TARGET_$(profile))/capi &&) true
	docs/check


# Dependencies, and every place where a version is written.
lint-release:
	release/versions
	release/deny

# Whether another build, elsewhere, gives the same bytes.
test-reproducible: shared-default
	release/reproducible $(TARGET_default)/capi/libcrush.so

# The build with the oldest Rust that Cargo.toml names.
test-oldest-rust:
	release/oldest-rust

# Whether the library builds for another kind of machine.
test-portable:
	release/portable

# Installing through cargo-c. Compiles that first, which takes many minutes.
test-cargo-c:
	c_tests/installed/cargo-c $(TARGET)/tools/cargo-c

# The interfaces as they are described in testdata/abi, and programs built against earlier versions.
test-abi: $(PROFILES:%=library-%)
	$(foreach profile,$(PROFILES),c_tests/abi/run check $(profile) $(TARGET_$(profile))/capi &&) true

# Describes the interfaces anew, when something was added to them. docs/abi.md.
abi-accept: $(PROFILES:%=library-%)
	$(foreach profile,$(PROFILES),c_tests/abi/run accept $(profile) $(TARGET_$(profile))/capi &&) true

# Programs built outside, against installed libraries; what is installed is taken away without a trace.
test-install: $(PROFILES:%=library-%)
	c_tests/installed/run $(TARGET_default)/capi $(TARGET_reef)/capi $(TARGET_pacific)/capi
	@# As test-rust builds them.
	$(CARGO) build --quiet --features cli/share
	c_tests/installed/commands $(TARGET)/debug

# What the C programs expect is what Ceph does.
ORACLES := $(or $(ORACLE_DIR),$(HOME)/.cache/libcrush-oracles)
test-genuine:
	c_tests/genuine pacific $(ORACLES)/pacific
	c_tests/genuine reef $(ORACLES)/reef
	c_tests/genuine default $(ORACLES)/tentacle

# What a newcomer sees is what was written down as right.
test-demo: $(TARGET)/place
	@$(TARGET)/place | diff examples/place.txt -
	@echo "demo: prints what examples/place.txt says"

COMPAT := $(TARGET)/release/ceph_compat

# Genuine Ceph libraries and programs, in a private directory. Without them tests skip, or fail when CI is set.
oracles:
	ceph_compat/setup-oracles || echo "some genuine libraries cannot be had: tests will name them"

# Genuine libraries and ours on the same random input; altered libraries, each of which must be found.
test-compat:
	ceph_compat/check

# The same with all cases beside every library and at each SIMD level, and with every altered library.
test-compat-all: oracles
	ceph_compat/check all

# Every altered library by itself, of which `make test` tries one of three.
test-mutants: oracles harness
	$(COMPAT) mutants --directory $(TARGET)/mutants

# Hundreds of runs of genuine programs, each with the original functions and with ours.
test-battery: harness
	ceph_compat/battery/run $(COMPAT) $(ORACLES) $(TARGET)/battery

# This library and genuine librados in one process, both ways to link.
test-librados: $(PROFILES:%=library-%)
	ceph_compat/librados/run pacific $(TARGET_pacific)/capi $(ORACLES)/pacific
	ceph_compat/librados/run reef $(TARGET_reef)/capi $(ORACLES)/reef
	ceph_compat/librados/run default $(TARGET_default)/capi $(ORACLES)/tentacle

# The Go binding, vetted and with the race detector.
test-go: library-default
	bindings/go/test $(TARGET)/capi

# The Java binding and its jar; Maven takes what it needs from its registry.
test-java: library-default
	bindings/java/test $(TARGET)/capi

# The Python binding: the wheel, built and installed in an environment of its own, and its tests.
test-python:
	bindings/python/test $(TARGET)/python

# The same with what needs large packages: types, the picture of the example, ten million inputs on Dask.
test-python-all:
	bindings/python/test $(TARGET)/python all

# The code of docs/bindings.md, after the tests of the bindings, whose builds it uses.
test-snippets: library-default test-java test-python
	@# As test-rust builds them.
	$(CARGO) build --quiet --features cli/share
	docs/snippets/run $(TARGET)

# Reports in a real browser, at a desk, on a phone and on paper. Installs Chromium where it is missing and this is root.
test-browser:
	$(CARGO) build --quiet --release --package cli --bin crush
	cli/browser/run $(TARGET)/release/crush $(TARGET)/browser

# What takes long or needs root, too.
test-all: test test-profiles-all test-compat-all test-python-all test-reproducible test-portable test-oldest-rust test-cargo-c test-browser cluster

# A real cluster on this machine, whose daemons then run on this library. Needs root, installs Debian's packages of Ceph.
cluster: library-default library-reef library-pacific
	$(CARGO) build --quiet --release --package crush_patcher
	ceph_compat/cluster/run $(TARGET)/release/libcrush_patcher.so \
	  $(TARGET_pacific)/capi/libcrush.so $(TARGET_reef)/capi/libcrush.so $(TARGET_default)/capi/libcrush.so

# Random cases on each genuine library for TIME seconds, 1800 if not given. Goes on where it stopped; SEED begins anew.
compat: oracles harness
	ceph_compat/compat $(COMPAT) $(TARGET)/compat $(or $(TIME),1800) $(SEED)

# Many threads placing over maps that are swapped, for TIME seconds, 7200 if not given. Goes on where it stopped; SEED begins anew.
soak:
	$(if $(SEED),SOAK_SEED=$(SEED)) SOAK_SECONDS=$(or $(TIME),7200) SOAK_STATE=$(TARGET)/soak.state \
	  $(CARGO) test --quiet --release --package libcrush-rs --test soak -- --nocapture

# Fails when a function is never called by the C tests, never with NULL or odd numbers, or never compared.
test-coverage: harness
	ceph_compat/coverage $(COMPAT) $(TARGET)/coverage.txt

# The table of docs/compatibility.md.
coverage: test-coverage
	awk -v table=$(TARGET)/coverage.txt '/^<!-- .coverage/ { inside = 0 } !inside { print } \
	  /^<!-- coverage/ { inside = 1; print "| function | profiles | calls | odd calls | compared calls |"; \
	    print "| --- | --- | --- | --- | --- |"; while ((getline line < table) > 0) print line }' \
	  docs/compatibility.md > $(TARGET)/compatibility.md
	mv $(TARGET)/compatibility.md docs/compatibility.md

# Both libraries on the maps of docs/performance.md, and with `lazy-workspace` the one where that matters. Wants quiet.
bench: oracles harness
	$(COMPAT) bench --oracle tentacle
	$(BUILD_LAZY)
	@echo "with the Cargo feature lazy-workspace:"
	$(COMPAT) bench --oracle tentacle --map wrapper --ours $(TARGET)-lazy/capi/libcrush.so

# One bucket of every size for each algorithm.
bench-curve: oracles harness
	$(COMPAT) bench --oracle tentacle --curve

# Instructions of a mapping, against the accepted counts; fails when one grew by more than 3%.
bench-icount: harness
	$(COMPAT) icount

bench-icount-accept: harness
	$(COMPAT) icount --accept

# The kernels, algorithms and rules of the library by themselves, without a genuine one.
bench-parts:
	$(CARGO) bench --package benches

# The batch call of every language beside that of Rust, in turn.
bench-bindings: library-default
	bindings/bench/run $(TARGET)/capi $(TARGET)/bindings

# What single calls cost in Go, and in Java by JMH.
bench-calls: library-default
	cd bindings/go && CGO_LDFLAGS=-L$(TARGET)/capi go test -run '^$$' -bench .
	bindings/java/test $(TARGET)/capi jmh

# Reading, compiling and editing maps, reading and placing with osdmaps, with any bytes: TIME seconds for each of the four.
TIME ?= 60
fuzz:
	fuzz/run $(TIME)

# The kernels that find winners, on 100 million random buckets with hostile weights.
fuzz-reductions:
	CRUSH_FUZZ_REDUCTIONS=100000000 $(CARGO) test --release --package libcrush-rs --lib reductions -- --nocapture

# Puts fresh numbers into docs/performance.md and README.md, and draws its plots. Wants quiet; about seven minutes.
performance: oracles harness
	$(BUILD_LAZY)
	$(BUILD_PLOTS)
	docs/measure $(COMPAT) $(TARGET)-lazy/capi/libcrush.so $(TARGET)/performance
	$(TARGET)/debug/plots docs/performance.md docs

# The plots of docs/performance.md, from its tables.
plots:
	$(BUILD_PLOTS)
	$(TARGET)/debug/plots docs/performance.md docs

BUILD_PLOTS = $(CARGO) build --quiet --package benches --features plots --bin plots

harness:
	$(CARGO) build --quiet --release --package ceph_compat

BUILD_LAZY = $(CARGO) rustc --quiet --package libcrush-rs --lib --profile capi --target-dir $(TARGET)-lazy --features lazy-workspace --crate-type cdylib

# Formatting, and clippy for every profile.
lint: lint-release
	$(CARGO) fmt --all --check
	$(CARGO) clippy --quiet --workspace --features cli/share --all-targets -- -D warnings
	$(CARGO) clippy --quiet --package libcrush-rs --no-default-features -- -D warnings
	$(CARGO) clippy --quiet --package libcrush-rs --all-targets --target-dir $(TARGET_reef) $(FEATURES_reef) -- -D warnings
	$(CARGO) clippy --quiet --package libcrush-rs --all-targets --target-dir $(TARGET_pacific) $(FEATURES_pacific) -- -D warnings

# The C headers, from the Rust source.
header:
	cbindgen/generate include/crush

# Whether the C headers are what the Rust source gives.
test-header:
	cbindgen/check include/crush
