package main

import (
	"encoding/json"
	"reflect"
	"strings"

	"k8s.io/apimachinery/pkg/api/equality"
	strict "sigs.k8s.io/json"
)

// Values that say little or nothing: what each is to a field depends on its type alone.
var candidates = []string{
	`null`, `""`, `"0"`, `"a"`, `0`, `1`, `1.5`, `false`, `true`, `{}`, `{"a":null}`, `{"a":""}`,
	`[]`, `[null]`, `[""]`, `[0]`, `[{}]`,
}

// What Go makes of each candidate in each field of a struct: `!` if it refuses it, `-` if that is
// the same as nothing at all; and behind it the field as Go writes it, if it does.
func answers(of reflect.Type) map[string]string {
	found := map[string]string{}
	for _, one := range fieldsOf(of) {
		answers := make([]string, len(candidates))
		for index, candidate := range candidates {
			answers[index] = answer(of, one, candidate)
		}
		found[one] = strings.Join(answers, " ")
	}
	return found
}

func answer(of reflect.Type, field string, candidate string) string {
	read := reflect.New(of)
	name, _ := json.Marshal(field)
	if err := strict.UnmarshalCaseSensitivePreserveInts([]byte(`{`+string(name)+`:`+candidate+`}`), read.Interface()); err != nil {
		return "!"
	}
	written, err := json.Marshal(read.Interface())
	if err != nil {
		return "!"
	}
	fields := map[string]json.RawMessage{}
	if err := json.Unmarshal(written, &fields); err != nil {
		panic(err)
	}
	same := ""
	if equality.Semantic.DeepEqual(read.Interface(), reflect.New(of).Interface()) {
		same = "-"
	}
	return same + string(fields[field])
}

func fieldsOf(of reflect.Type) []string {
	names := []string{}
	for index := 0; index < of.NumField(); index++ {
		one := of.Field(index)
		name := strings.Split(one.Tag.Get("json"), ",")[0]
		if name == "-" || !one.IsExported() {
			continue
		}
		if name == "" && one.Anonymous {
			names = append(names, fieldsOf(one.Type)...)
		} else {
			names = append(names, name)
		}
	}
	return names
}
