package crush

import (
	"errors"
	"io/fs"
	"slices"
	"strings"
	"syscall"
	"testing"
)

func TestNamesAndNumbersAreFoundBothWays(t *testing.T) {
	m, err := Load("../../testdata/golden/classes.crush")
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	rules, err := m.Rules()
	if err != nil || len(rules) == 0 {
		t.Fatalf("rules %v, %v", rules, err)
	}
	for _, rule := range rules {
		name, err := m.RuleName(rule)
		if back, again := m.Rule(name); err != nil || again != nil || back != rule {
			t.Errorf("rule %d is %q (%v), which is %d (%v)", rule, name, err, back, again)
		}
	}
	kinds := map[string]struct {
		id   func(string) (int32, error)
		name func(int32) (string, error)
	}{"item": {m.Item, m.ItemName}, "type": {m.Type, m.TypeName}, "class": {m.Class, m.ClassName}}
	for kind, find := range kinds {
		name, err := find.name(0)
		if back, again := find.id(name); err != nil || again != nil || back != 0 || name == "" {
			t.Errorf("%s 0 is %q (%v), which is %d (%v)", kind, name, err, back, again)
		}
		if _, err := find.id("no such"); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: %v", kind, err)
		}
		if _, err := find.id(name + "\x00"); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s with a NUL: %v", kind, err)
		}
		if _, err := find.name(1 << 20); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s 1048576: %v", kind, err)
		}
	}
	class, err := m.ItemClass(0)
	if name, again := m.ClassName(class); err != nil || again != nil || name == "" {
		t.Errorf("the class of device 0 is %d (%v), %q (%v)", class, err, name, again)
	}
}

func TestAMapIsWrittenAndReadAgain(t *testing.T) {
	m := load(t)
	text, err := m.Text()
	if err != nil || !strings.Contains(text, "rule copies") {
		t.Fatalf("%q, %v", text, err)
	}
	file, err := m.Encode("")
	if err != nil {
		t.Fatal(err)
	}
	again, err := Decode(file)
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	compiled, err := Compile(text)
	if err != nil {
		t.Fatal(err)
	}
	defer compiled.Close()
	for _, other := range []*Map{again, compiled} {
		if same, err := other.Text(); err != nil || same != text {
			t.Errorf("another text: %q, %v", same, err)
		}
		if same, err := other.Encode("tentacle"); err != nil || !slices.Equal(same, file) {
			t.Errorf("another file: %v", err)
		}
	}
	for _, release := range []string{"no release", "reef\x00"} {
		if _, err := m.Encode(release); !errors.Is(err, syscall.EINVAL) {
			t.Error(err)
		}
	}
}

func TestWhatIsNoMapIsRefusedWithItsPlace(t *testing.T) {
	file, err := load(t).Encode("")
	if err != nil {
		t.Fatal(err)
	}
	_, cut := Decode(file[:len(file)/2])
	_, empty := Decode(nil)
	_, text := Compile("device 0 osd.0\ndevice x osd.1\n")
	for _, test := range []struct {
		err  error
		says string
	}{{cut, "at byte"}, {empty, "at byte 0"}, {text, "line 2"}} {
		var typed *Error
		if !errors.As(test.err, &typed) || typed.Errno != syscall.EINVAL || !strings.Contains(typed.Message, test.says) {
			t.Errorf("%v does not say %q", test.err, test.says)
		}
	}
	if _, err := Load("no such file"); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
}
