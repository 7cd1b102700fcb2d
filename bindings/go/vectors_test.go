package crush

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const shared = "../../testdata/shared"

// question is a case of testdata/shared/placements.txt, whose README tells the form.
type question struct {
	line     int
	rule     Rule
	replicas int
	options  []Option
	xs       []uint32
	answers  [][]int32
}

func TestSharedVectors(t *testing.T) {
	file, err := os.Open(filepath.Join(shared, "placements.txt"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var m *Map
	var asked *question
	end, cases, mappings := "", 0, 0
	finish := func() {
		if asked != nil {
			asked.ask(t, m)
			cases, mappings = cases+1, mappings+len(asked.xs)
			asked = nil
		}
	}
	lines := bufio.NewScanner(file)
	for number := 1; lines.Scan(); number++ {
		first, rest, _ := strings.Cut(lines.Text(), " ")
		switch first {
		case "#":
		case "map":
			finish()
			if m, err = Load(filepath.Join(shared, rest)); err != nil {
				t.Fatal(err)
			}
			defer m.Close()
		case "case":
			finish()
			asked = parseCase(t, number, rest)
		case "end":
			finish()
			end = rest
		default:
			x, answer := parseAnswer(t, first, rest)
			asked.xs, asked.answers = append(asked.xs, x), append(asked.answers, answer)
		}
	}
	if seen := fmt.Sprintf("cases=%d mappings=%d", cases, mappings); lines.Err() != nil || end != seen || cases == 0 {
		t.Fatalf("seen %s, not %q (%v)", seen, end, lines.Err())
	}
}

func parseCase(t *testing.T, line int, fields string) *question {
	asked := &question{line: line}
	for field := range strings.FieldsSeq(fields) {
		key, value, _ := strings.Cut(field, "=")
		switch key {
		case "rule":
			asked.rule = Rule(number(t, value))
		case "replicas":
			asked.replicas = int(number(t, value))
		case "choose_args":
			if value == "-" {
				asked.options = append(asked.options, WithoutChooseArgs())
			} else {
				asked.options = append(asked.options, WithPool(number(t, value)))
			}
		case "weights":
			var weights []uint32
			for weight := range strings.SplitSeq(value, ",") {
				weights = append(weights, uint32(number(t, weight)))
			}
			asked.options = append(asked.options, WithWeights(weights))
		case "needs": // This library has all that a case may need.
		default:
			t.Fatalf("line %d: field %q", line, key)
		}
	}
	return asked
}

func parseAnswer(t *testing.T, first, rest string) (uint32, []int32) {
	answer := []int32{}
	for item := range strings.FieldsSeq(rest) {
		answer = append(answer, int32(number(t, item)))
	}
	return uint32(number(t, strings.TrimSuffix(first, ":"))), answer
}

func number(t *testing.T, text string) int64 {
	value, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return value
}

// ask wants full equality, of single calls and of a batch.
func (q *question) ask(t *testing.T, m *Map) {
	p, err := m.Placer(q.rule, q.replicas, q.options...)
	if err != nil {
		t.Fatalf("line %d: %v", q.line, err)
	}
	defer p.Close()
	rows, lens := make([]int32, len(q.xs)*q.replicas), make([]int, len(q.xs))
	if err := p.PlaceBatch(q.xs, rows, lens); err != nil {
		t.Fatal(err)
	}
	for i, x := range q.xs {
		row := rows[i*q.replicas:][:lens[i]]
		alone, err := p.Place(x)
		if err != nil || !slices.Equal(alone, q.answers[i]) || !slices.Equal(row, q.answers[i]) {
			t.Errorf("case of line %d, input %d: %v, in a batch %v, not %v (%v)", q.line, x, alone, row, q.answers[i], err)
		}
	}
}
