// Reads texts, one JSON string a line, and prints what kubectl's decoder makes of each, one JSON object a line.
//
// kubectl reads files with the YAMLOrJSONDecoder of k8s.io/apimachinery into runtime.RawExtension and leaves out what is
// null. That is `documents`, and `error` if it stops. What it drops without a word is told as well: `rest` is true if
// text stands behind the first document between two separators, and `twice` if its strict twin finds a key twice.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	goyaml "go.yaml.in/yaml/v2"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/yaml"
	sigs "sigs.k8s.io/yaml"
)

type answer struct {
	Text      string   `json:"text"`
	Documents []string `json:"documents"`
	Error     string   `json:"error,omitempty"`
	Rest      bool     `json:"rest,omitempty"`
	Twice     bool     `json:"twice,omitempty"`
}

func main() {
	in := bufio.NewReader(os.Stdin)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	for {
		line, err := in.ReadBytes('\n')
		if len(bytes.TrimSpace(line)) > 0 {
			var text string
			if err := json.Unmarshal(line, &text); err != nil {
				panic(err)
			}
			if err := encoder.Encode(answerTo(text)); err != nil {
				panic(err)
			}
		}
		if err != nil {
			return
		}
	}
}

func answerTo(text string) answer {
	result := answer{Text: text, Documents: []string{}}
	decoder := yaml.NewYAMLOrJSONDecoder(strings.NewReader(text), 4096)
	for {
		var document runtime.RawExtension
		err := decoder.Decode(&document)
		if err == io.EOF {
			break
		}
		if err != nil {
			result.Error = err.Error()
			break
		}
		raw := bytes.TrimSpace(document.Raw)
		if len(raw) > 0 && !bytes.Equal(raw, []byte("null")) {
			result.Documents = append(result.Documents, string(raw))
		}
	}
	if result.Error == "" {
		result.Rest, result.Twice = dropped(text)
	}
	return result
}

func dropped(text string) (rest, twice bool) {
	if yaml.IsJSONBuffer([]byte(text)) {
		// JSON has no rest that is not told of; what stands behind it may be YAML.
		var object json.RawMessage
		decoder := json.NewDecoder(strings.NewReader(text))
		end := int64(0)
		for decoder.Decode(&object) == nil {
			end = decoder.InputOffset()
		}
		twice = hasTwiceInJSON(json.NewDecoder(strings.NewReader(text[:end])))
		text = text[end:]
		for len(text) > 0 && text[0] != '\n' && len(strings.TrimLeftFunc(text, unicode.IsSpace)) < len(text) {
			_, size := utf8.DecodeRuneInString(text)
			text = text[size:]
		}
		text = strings.TrimPrefix(text, "\n")
	}
	reader := yaml.NewYAMLReader(bufio.NewReader(strings.NewReader(text)))
	for {
		chunk, err := reader.Read()
		if err != nil {
			return rest, twice
		}
		if _, err := sigs.YAMLToJSONStrict(chunk); err != nil {
			twice = true
		}
		decoder := goyaml.NewDecoder(bytes.NewReader(chunk))
		var first, second interface{}
		if decoder.Decode(&first) == nil {
			twice = twice || hasTwins(first)
			if err := decoder.Decode(&second); !errors.Is(err, io.EOF) {
				rest = true
			}
		}
	}
}

// hasTwiceInJSON tells whether an object has a key twice.
func hasTwiceInJSON(decoder *json.Decoder) bool {
	var open []map[string]bool
	isKey := false
	for {
		token, err := decoder.Token()
		if err != nil {
			return false
		}
		top := len(open) - 1
		if name, ok := token.(string); ok && isKey {
			if open[top][name] {
				return true
			}
			open[top][name] = true
			isKey = false
			continue
		}
		switch token {
		case json.Delim('{'):
			open = append(open, map[string]bool{})
		case json.Delim('['):
			open = append(open, nil)
		case json.Delim('}'), json.Delim(']'):
			open = open[:top]
		}
		isKey = len(open) > 0 && open[len(open)-1] != nil
	}
}

// hasTwins tells of keys that are one as texts: `1` and "1". Which of them stays is left to chance.
func hasTwins(value interface{}) bool {
	switch value := value.(type) {
	case []interface{}:
		for _, item := range value {
			if hasTwins(item) {
				return true
			}
		}
	case map[interface{}]interface{}:
		seen := map[string]bool{}
		for key, field := range value {
			name := fmt.Sprint(key)
			if number, ok := key.(float64); ok {
				name = strconv.FormatFloat(number, 'g', -1, 32)
			}
			if seen[name] || hasTwins(field) {
				return true
			}
			seen[name] = true
		}
	}
	return false
}
