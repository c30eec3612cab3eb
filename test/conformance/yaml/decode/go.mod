module decode

go 1.26

require (
	go.yaml.in/yaml/v2 v2.4.3
	k8s.io/apimachinery v0.36.4
	sigs.k8s.io/yaml v1.6.0
)
