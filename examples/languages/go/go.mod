module example.com/app

go 1.25

require (
	github.com/aws/constructs-go/constructs/v10 v10.3.0
	github.com/aws/jsii-runtime-go v1.140.0
	github.com/cdk8s-team/cdk8s-core-go/cdk8s/v2 v2.68.12
	github.com/cdk8s-team/cdk8s-plus-go/cdk8splus28/v2 v2.5.6
	github.com/cdk8s-volumes/cdk8s-volumes-go/cdk8svolumes v0.1.0
)
