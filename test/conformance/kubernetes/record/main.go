// Command record writes what the API server's own functions answer to many texts, for tests that must not ask the code
// under test: go run . > ../texts.json
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"strings"

	"k8s.io/apimachinery/pkg/api/validate/content"
	"k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"
	netutils "k8s.io/utils/net"
)

// A format is what a text can be, judged by the function of the API server.
type format struct {
	name   string
	judge  func(string) []string
	texts  []string
	isName bool
}

// An answer is the same for several texts.
type answer struct {
	Problems []string `json:"problems"`
	Texts    []string `json:"texts"`
}

type recorded struct {
	// The regular expression that the function itself names, and the longest text that it takes.
	Pattern string
	Longest int
	Answers []answer
}

func main() {
	formats := []format{
		{name: "subdomain", judge: validation.IsDNS1123Subdomain, isName: true},
		{name: "label", judge: validation.IsDNS1123Label, isName: true},
		{name: "label1035", judge: validation.IsDNS1035Label, isName: true},
		{name: "labelValue", judge: content.IsLabelValue, isName: true},
		{name: "qualifiedKey", judge: content.IsLabelKey, isName: true},
		{name: "configMapKey", judge: validation.IsConfigMapKey, isName: true},
		{name: "pathSegment", judge: content.IsPathSegmentName, isName: true},
		{name: "portName", judge: validation.IsValidPortName, isName: true},
		{name: "cidr", judge: cidr, texts: ranges()},
		{name: "ip", judge: address, texts: addresses()},
		{name: "withinCidr", judge: within, texts: pairs()},
	}
	all := map[string]recorded{}
	for _, one := range formats {
		texts := one.texts
		if one.isName {
			texts = append(names(), boundaries()...)
		}
		all[one.name] = record(one.judge, texts)
	}
	fmt.Println("{")
	for index, one := range formats {
		write(one.name, all[one.name], index == len(formats)-1)
	}
	fmt.Println("}")
}

// One line for each answer, so that a change shows where it is.
func write(name string, what recorded, isLast bool) {
	fmt.Printf(" %s: {\n  \"pattern\": %s,\n  \"longest\": %d,\n  \"answers\": [\n", encode(name), encode(what.Pattern), what.Longest)
	for index, one := range what.Answers {
		fmt.Printf("   %s%s\n", encode(one), comma(index == len(what.Answers)-1))
	}
	fmt.Printf("  ]\n }%s\n", comma(isLast))
}

func comma(isLast bool) string {
	if isLast {
		return ""
	}
	return ","
}

func encode(value any) string {
	var text strings.Builder
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	return strings.TrimSuffix(text.String(), "\n")
}

var pattern = regexp.MustCompile(`regex used for validation is '(.*)'\)`)
var longest = regexp.MustCompile(`must be no more than (\d+) (?:characters|bytes)$`)

func record(judge func(string) []string, texts []string) recorded {
	result := recorded{Answers: []answer{}}
	places := map[string]int{}
	seen := map[string]bool{}
	for _, text := range texts {
		if seen[text] {
			continue
		}
		seen[text] = true
		problems := judge(text)
		if problems == nil {
			problems = []string{}
		}
		for _, problem := range problems {
			if found := pattern.FindStringSubmatch(problem); found != nil && !strings.HasPrefix(problem, "prefix part") {
				result.Pattern = found[1]
			}
			if found := longest.FindStringSubmatch(problem); found != nil && !strings.HasPrefix(problem, "prefix part") {
				fmt.Sscan(found[1], &result.Longest)
			}
		}
		key := strings.Join(problems, "\n")
		place, known := places[key]
		if !known {
			place = len(result.Answers)
			places[key] = place
			result.Answers = append(result.Answers, answer{Problems: problems})
		}
		result.Answers[place].Texts = append(result.Answers[place].Texts, text)
	}
	return result
}

// All short texts of signs that matter to some rule, and some longer ones.
func names() []string {
	signs := []string{"a", "Z", "0", "-", ".", "_", "/", " ", "é"}
	texts := []string{""}
	last := []string{""}
	for length := 1; length <= 3; length++ {
		var next []string
		for _, text := range last {
			for _, sign := range signs {
				next = append(next, text+sign)
			}
		}
		texts = append(texts, next...)
		last = next
	}
	return append(texts,
		"..data", "...", "..a", "a..b", "my_data", "My.Name-1", "a.b-c.d", "a.-b", "a-.b", "example.com/team", "example.com/a/b", "/a", "a/",
		"Example.com/a", "example.com/A", "example.com/_a", "-example.com/a", "example..com/a", "a\n", "\na", "a\u0000", "ａ", "a\u2028", "a%b", "%",
		"http", "a-b-c", "1-2", "a--b", "k8s.io/a", "kubernetes.io/hostname", "999", "x509", "a=b", "a:b", "a,b", "日本", "🙂",
	)
}

// Texts about as long as any rule allows.
func boundaries() []string {
	var texts []string
	for _, length := range []int{14, 15, 16, 51, 52, 53, 62, 63, 64, 252, 253, 254, 316, 317, 318} {
		texts = append(texts, strings.Repeat("a", length), strings.Repeat("a", length)+"/b", "b/"+strings.Repeat("a", length))
		dotted := strings.Repeat("a.", length)[:length]
		texts = append(texts, strings.TrimSuffix(dotted, ".")+strings.Repeat("b", strings.Count(dotted[length-1:], ".")))
		// Two bytes each.
		texts = append(texts, strings.Repeat("é", length/2))
	}
	return append(texts, strings.Repeat("a", 253)+"/"+strings.Repeat("b", 63), strings.Repeat("a", 254)+"/"+strings.Repeat("b", 64))
}

func cidr(text string) []string {
	return details(validation.IsValidCIDRForLegacyField(field.NewPath("cidr"), text, true, nil))
}

func address(text string) []string {
	return details(validation.IsValidIPForLegacyField(field.NewPath("ip"), text, true, nil))
}

// As ValidateIPBlock of k8s.io/kubernetes pkg/apis/networking/validation asks it.
func within(pair string) []string {
	outer, inner, _ := strings.Cut(pair, " ")
	_, range1, err1 := netutils.ParseCIDRSloppy(outer)
	_, range2, err2 := netutils.ParseCIDRSloppy(inner)
	if err1 != nil || err2 != nil {
		return nil
	}
	mask1, _ := range1.Mask.Size()
	mask2, _ := range2.Mask.Size()
	if !range1.Contains(range2.IP) || mask1 >= mask2 {
		return []string{"must be a strict subset of `cidr`"}
	}
	return nil
}

func details(errors field.ErrorList) []string {
	var problems []string
	for _, one := range errors {
		problems = append(problems, one.Detail)
	}
	return problems
}

func addresses() []string {
	return []string{
		"10.0.0.1", "0.0.0.0", "255.255.255.255", "256.0.0.1", "10.0.0", "10.0.0.1.2", "10.0.0.01", "010.0.0.1", "10.0.0.00", "10.0.0.", ".10.0.0.1",
		"10.0.0.-1", "10.0.0.1 ", " 10.0.0.1", "", "a", "10", "0x0a.0.0.1", "10.0.0.1a", "1e1.0.0.1", "10,0,0,1",
		"::", "::1", "1::", "2001:db8::1", "2001:DB8::1", "2001:db8:0:0:0:0:0:1", "2001:0db8::0001", "2001:00db8::1", "00001::", "fe80::1%eth0", "::1%0",
		"1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "1:2:3:4::5:6:7:8", "1:2:3::5:6:7:8", "1::2::3", ":1", "1:", ":::", "12345::", "g::",
		"::ffff:10.0.0.1", "::ffff:a00:1", "::FFFF:10.0.0.1", "0:0:0:0:0:ffff:10.0.0.1", "::ffff:10.0.0.01", "::10.0.0.1", "64:ff9b::10.0.0.1",
		"1:2:3:4:5:6:10.0.0.1", "1:2:3:4:5:6:7:10.0.0.1", "::ffff:256.0.0.1", "[::1]", "2001:db8::/32", "::fffe:10.0.0.1", "::ffff:0:10.0.0.1",
	}
}

func ranges() []string {
	texts := []string{"", "/", "/8", "10.0.0.0/", "10.0.0.0/8/8", "10.0.0.0 /8", "10.0.0.0/ 8", "10.0.0.0/8 ", "10.0.0.0/+8", "10.0.0.0/-8", "10.0.0.0/8.0", "10.0.0.0/0x8",
		"10.0.0.0/255.0.0.0", "10.0.0.0\\8", "10.0.0.0/1000", "10.0.0.0/99999999999", "fe80::%eth0/10", "fe80::/10%eth0",
		"0.0.0.0/0", "0.0.0.0/00", "::/0", "128.0.0.0/1", "64.0.0.0/1", "10.0.0.0/08", "10.0.0.0/008", "10.0.0.0/08a", "10.0.0.1/32", "10.0.0.0/33", "10.0.0.1/31", "10.0.0.2/31", "10.0.0.1/8", "10.128.0.0/9", "10.128.0.0/8",
		"2001:db8::/32", "2001:db8::/31", "2001:db9::/31", "2001:db8::1/128", "2001:db8::1/127", "2001:db8::2/127", "2001:db8::/129", "2001:db8::1/32",
		"2001:db8::8000:0:0:0/65", "2001:db8::8000:0:0:0/64", "::ffff:10.0.0.0/104", "::ffff:10.0.0.0/96", "::ffff:10.0.0.1/96", "::ffff:0:0/96", "::/96", "010.0.0.0/8", "10.0.0.00/8", "2001:00db8::/32", "2001:0db8::/32"}
	for _, address := range addresses() {
		texts = append(texts, address, address+"/32", address+"/128", address+"/8")
	}
	return texts
}

func pairs() []string {
	texts := []string{"0.0.0.0/0", "10.0.0.0/8", "10.0.0.0/9", "10.128.0.0/9", "10.0.0.0/32", "10.255.255.255/32", "11.0.0.0/32", "::/0", "2001:db8::/32", "2001:db8::/33", "2001:db8:8000::/33", "2001:db9::/33", "::/96", "2001:0db8:0::/33", "2001:db8::1/128"}
	var all []string
	for _, outer := range texts {
		for _, inner := range texts {
			all = append(all, outer+" "+inner)
		}
	}
	return all
}
