package crush

// #include "bridge.h"
// #include <stdlib.h>
import "C"

import (
	"fmt"
	"strings"
	"unsafe"
)

// Rule is the number of a rule of a map.
type Rule int32

// Rule returns the rule with a name.
func (m *Map) Rule(name string) (Rule, error) {
	id, err := m.id("rule", name, (*C.bridge_find_id)(C.crushx_map_rule_id))
	return Rule(id), err
}

// RuleName returns the name of a rule.
func (m *Map) RuleName(rule Rule) (string, error) {
	return m.name("rule", int32(rule), (*C.bridge_find_name)(C.crushx_map_rule_name))
}

// Rules returns all rules in the order of their numbers, those without a name too.
func (m *Map) Rules() (rules []Rule, err error) {
	err = m.use(func(native *nativeMap) error {
		raw := C.crushx_map_raw(native)
		for number, rule := range unsafe.Slice(raw.rules, raw.max_rules) {
			if rule != nil {
				rules = append(rules, Rule(number))
			}
		}
		return nil
	})
	return rules, err
}

// Item returns the id of the device or bucket with a name.
func (m *Map) Item(name string) (int32, error) {
	return m.id("item", name, (*C.bridge_find_id)(C.crushx_map_item_id))
}

// ItemName returns the name of a device or bucket.
func (m *Map) ItemName(id int32) (string, error) {
	return m.name("item", id, (*C.bridge_find_name)(C.crushx_map_item_name))
}

// ItemClass returns the number of the class of a device, or of a bucket that stands for the devices of one class.
func (m *Map) ItemClass(item int32) (class int32, err error) {
	err = m.use(func(native *nativeMap) error {
		var found C.int32_t
		outcome := C.bridge_item_class(native, C.int32_t(item), &found)
		class = int32(found)
		return failure("item class", outcome)
	})
	return class, err
}

// Type returns the number of the type with a name; 0 is that of devices.
func (m *Map) Type(name string) (int32, error) {
	return m.id("type", name, (*C.bridge_find_id)(C.crushx_map_type_id))
}

// TypeName returns the name of a type.
func (m *Map) TypeName(id int32) (string, error) {
	return m.name("type", id, (*C.bridge_find_name)(C.crushx_map_type_name))
}

// Class returns the number of the device class with a name.
func (m *Map) Class(name string) (int32, error) {
	return m.id("class", name, (*C.bridge_find_id)(C.crushx_map_class_id))
}

// ClassName returns the name of a device class.
func (m *Map) ClassName(id int32) (string, error) {
	return m.name("class", id, (*C.bridge_find_name)(C.crushx_map_class_name))
}

func (m *Map) id(kind, name string, find *C.bridge_find_id) (id int32, err error) {
	if strings.ContainsRune(name, 0) {
		return 0, &Error{Op: kind, Errno: errnoNotFound, Message: fmt.Sprintf("no name has a NUL in it, as %q has", name)}
	}
	err = m.use(func(native *nativeMap) error {
		text := cString(name)
		defer cFree(text)
		var found C.int32_t
		outcome := C.bridge_id(find, native, text, &found)
		id = int32(found)
		return failure(kind, outcome)
	})
	return id, err
}

func (m *Map) name(kind string, id int32, find *C.bridge_find_name) (name string, err error) {
	err = m.use(func(native *nativeMap) error {
		var found *C.char
		outcome := C.bridge_name(find, native, C.int32_t(id), &found)
		name = C.GoString(found)
		C.crushx_free(unsafe.Pointer(found))
		return failure(kind, outcome)
	})
	return name, err
}

func cString(text string) *C.char { return C.CString(text) }

func cFree(text *C.char) { C.free(unsafe.Pointer(text)) }
