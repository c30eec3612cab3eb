// Prints the Go types of all kinds in the stable versions of Kubernetes, with everything that reflection tells of them, for types.ts.
package main

import (
	"encoding/json"
	"maps"
	"os"
	"reflect"
	"slices"
	"strings"

	admissionregistration "k8s.io/api/admissionregistration/v1"
	apps "k8s.io/api/apps/v1"
	authentication "k8s.io/api/authentication/v1"
	authorization "k8s.io/api/authorization/v1"
	autoscaling "k8s.io/api/autoscaling/v1"
	autoscalingv2 "k8s.io/api/autoscaling/v2"
	batch "k8s.io/api/batch/v1"
	certificates "k8s.io/api/certificates/v1"
	coordination "k8s.io/api/coordination/v1"
	core "k8s.io/api/core/v1"
	discovery "k8s.io/api/discovery/v1"
	events "k8s.io/api/events/v1"
	flowcontrol "k8s.io/api/flowcontrol/v1"
	networking "k8s.io/api/networking/v1"
	node "k8s.io/api/node/v1"
	policy "k8s.io/api/policy/v1"
	rbac "k8s.io/api/rbac/v1"
	resources "k8s.io/api/resource/v1"
	scheduling "k8s.io/api/scheduling/v1"
	storage "k8s.io/api/storage/v1"
	apiextensions "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	apiregistration "k8s.io/kube-aggregator/pkg/apis/apiregistration/v1"
)

// In this order: of several types of one name the first keeps it.
var groups = []func(*runtime.Scheme) error{
	core.AddToScheme, apps.AddToScheme, batch.AddToScheme, autoscalingv2.AddToScheme,
	policy.AddToScheme, networking.AddToScheme, rbac.AddToScheme, storage.AddToScheme,
	scheduling.AddToScheme, coordination.AddToScheme, admissionregistration.AddToScheme,
	apiextensions.AddToScheme, resources.AddToScheme, node.AddToScheme, discovery.AddToScheme,
	certificates.AddToScheme, flowcontrol.AddToScheme, apiregistration.AddToScheme,
	events.AddToScheme, autoscaling.AddToScheme, authentication.AddToScheme,
	authorization.AddToScheme,
}

type field struct {
	Name     string `json:"name"`
	Type     string `json:"type"`
	Empty    bool   `json:"omitEmpty,omitempty"`
	Zero     bool   `json:"omitZero,omitempty"`
	Embedded bool   `json:"embedded,omitempty"`
	Strategy string `json:"patchStrategy,omitempty"`
	MergeKey string `json:"patchMergeKey,omitempty"`
}

// A struct has fields; what else has a name is made of something.
type known struct {
	Fields []field `json:"fields,omitempty"`
	Made   string  `json:"made,omitempty"`
	// Whether it reads itself from JSON: what it is made of says nothing then.
	Reads bool `json:"readsItself,omitempty"`
	// What Go makes of candidates in each field.
	Answers map[string]string `json:"answers,omitempty"`
}

type kind struct {
	Group   string `json:"group"`
	Version string `json:"version"`
	Kind    string `json:"kind"`
	Type    string `json:"type"`
}

type model struct {
	Kinds      []kind            `json:"kinds"`
	Types      map[string]*known `json:"types"`
	Candidates []string          `json:"candidates"`
}

var unmarshaler = reflect.TypeFor[json.Unmarshaler]()

func main() {
	found := model{Types: map[string]*known{}, Candidates: candidates}
	for _, add := range groups {
		scheme := runtime.NewScheme()
		if err := add(scheme); err != nil {
			panic(err)
		}
		for _, version := range scheme.PrioritizedVersionsAllGroups() {
			found.addKinds(version, scheme.KnownTypes(version))
		}
	}
	encoder := json.NewEncoder(os.Stdout)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(found); err != nil {
		panic(err)
	}
}

// The kinds of one version, but for lists of them and for what requests consist of.
func (found *model) addKinds(version schema.GroupVersion, types map[string]reflect.Type) {
	for _, name := range slices.Sorted(maps.Keys(types)) {
		of := types[name]
		if _, isList := of.FieldByName("Items"); isList || strings.Contains(of.PkgPath(), "apimachinery") {
			continue
		}
		found.Kinds = append(found.Kinds, kind{version.Group, version.Version, name, found.name(of)})
	}
}

// The name by which fields refer to a type; what it is made of is noted on the way.
func (found model) name(of reflect.Type) string {
	if of.Name() == "" {
		return found.composed(of)
	}
	if of.PkgPath() == "" {
		return of.String()
	}
	name := of.PkgPath() + "." + of.Name()
	if _, seen := found.Types[name]; seen {
		return name
	}
	one := &known{Reads: reflect.PointerTo(of).Implements(unmarshaler)}
	found.Types[name] = one
	if one.Reads {
		return name
	}
	if of.Kind() == reflect.Struct {
		one.Fields = found.fields(of, false)
		one.Answers = answers(of)
	} else if of.Kind() == reflect.Slice || of.Kind() == reflect.Map {
		one.Made = found.composed(of)
	} else {
		one.Made = of.Kind().String()
	}
	return name
}

func (found model) composed(of reflect.Type) string {
	switch of.Kind() {
	case reflect.Pointer:
		return "*" + found.name(of.Elem())
	case reflect.Slice:
		if of.Elem().Kind() == reflect.Uint8 {
			return "[]byte"
		}
		return "[]" + found.name(of.Elem())
	case reflect.Map:
		return "map[" + found.name(of.Key()) + "]" + found.name(of.Elem())
	default:
		return "any"
	}
}

// The fields of a struct, those of embedded ones among them.
func (found model) fields(of reflect.Type, embedded bool) []field {
	fields := []field{}
	for index := 0; index < of.NumField(); index++ {
		one := of.Field(index)
		tag := strings.Split(one.Tag.Get("json"), ",")
		if tag[0] == "-" || !one.IsExported() {
			continue
		}
		if tag[0] == "" && one.Anonymous {
			fields = append(fields, found.fields(one.Type, true)...)
			continue
		}
		options := "," + strings.Join(tag[1:], ",") + ","
		fields = append(fields, field{
			Name:     tag[0],
			Type:     found.name(one.Type),
			Empty:    strings.Contains(options, ",omitempty,"),
			Zero:     strings.Contains(options, ",omitzero,"),
			Embedded: embedded,
			Strategy: one.Tag.Get("patchStrategy"),
			MergeKey: one.Tag.Get("patchMergeKey"),
		})
	}
	return fields
}
