// Prints the Go types of Kubernetes' pods, claims, persistent volumes and classes, as src/resource/go-types.json holds them.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path"
	"reflect"
	"sort"
	"strings"

	core "k8s.io/api/core/v1"
	storage "k8s.io/api/storage/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
)

var roots = []any{core.PodTemplateSpec{}, core.PersistentVolumeClaim{}, core.PersistentVolume{}, storage.StorageClass{}}

// These read themselves from JSON: what they are made of says nothing.
var opaque = map[reflect.Type]string{
	reflect.TypeOf(resource.Quantity{}):  "Quantity",
	reflect.TypeOf(intstr.IntOrString{}): "IntOrString",
	reflect.TypeOf(meta.Time{}):          "Time",
	reflect.TypeOf(meta.FieldsV1{}):      "any",
}

type types map[string]string

func main() {
	found := types{}
	for _, root := range roots {
		found.name(reflect.TypeOf(root))
	}
	names := make([]string, 0, len(found))
	for name := range found {
		names = append(names, name)
	}
	sort.Strings(names)
	lines := make([]string, len(names))
	for index, name := range names {
		lines[index] = text(name) + ": " + found[name]
	}
	fmt.Fprintf(os.Stdout, "{\n%s\n}\n", strings.Join(lines, ",\n"))
}

// The name by which fields refer to a type; what it is made of is noted on the way.
func (found types) name(of reflect.Type) string {
	if name, known := opaque[of]; known {
		return name
	}
	if of.Name() == "" {
		switch of.Kind() {
		case reflect.Pointer:
			return "*" + found.name(of.Elem())
		case reflect.Slice:
			return "[]" + found.name(of.Elem())
		case reflect.Map:
			return "map[" + found.name(of.Key()) + "]" + found.name(of.Elem())
		}
	}
	if of.PkgPath() == "" {
		if of.Kind() == reflect.Uint8 {
			return "byte"
		}
		return of.String()
	}
	name := of.Name()
	if pkg := path.Base(of.PkgPath()); pkg != "v1" {
		name = pkg + "." + name
	}
	if _, known := found[name]; known {
		return name
	}
	found[name] = ""
	if of.Kind() == reflect.Struct {
		found[name] = "{" + strings.Join(found.fields(of), ",") + "}"
	} else {
		found[name] = text(found.made(of))
	}
	return name
}

// What a type that is no struct is made of.
func (found types) made(of reflect.Type) string {
	switch of.Kind() {
	case reflect.Slice:
		return "[]" + found.name(of.Elem())
	case reflect.Map:
		return "map[" + found.name(of.Key()) + "]" + found.name(of.Elem())
	default:
		return of.Kind().String()
	}
}

// The fields of a struct, those of embedded ones among them.
func (found types) fields(of reflect.Type) []string {
	var fields []string
	for index := 0; index < of.NumField(); index++ {
		field := of.Field(index)
		tag := strings.Split(field.Tag.Get("json"), ",")
		if tag[0] == "-" || !field.IsExported() {
			continue
		}
		if tag[0] == "" && field.Anonymous {
			fields = append(fields, found.fields(field.Type)...)
			continue
		}
		declared := found.name(field.Type)
		options := strings.Join(tag[1:], ",")
		// What is left out when it is zero looks like a pointer to whoever reads it.
		if strings.Contains(options, "omitzero") {
			declared = "*" + declared
		}
		if strings.Contains(options, "omitempty") {
			declared += "?"
		}
		fields = append(fields, text(tag[0])+":"+text(declared))
	}
	return fields
}

func text(value string) string {
	var buffer bytes.Buffer
	encoder := json.NewEncoder(&buffer)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		panic(err)
	}
	return strings.TrimSpace(buffer.String())
}
