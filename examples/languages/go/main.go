// The app of all languages, in Go: CDK8S_OUTDIR=dist go run ., or go run . wrong for what is said of wrong inputs.
package main

import (
	"fmt"
	"os"

	"github.com/aws/constructs-go/constructs/v10"
	"github.com/aws/jsii-runtime-go"
	"github.com/cdk8s-team/cdk8s-core-go/cdk8s/v2"
	kplus "github.com/cdk8s-team/cdk8s-plus-go/cdk8splus28/v2"
	"github.com/cdk8s-team/cdk8s-plus-go/cdk8splus28/v2/k8s"
	volumes "github.com/cdk8s-volumes/cdk8s-volumes-go/cdk8svolumes"
)

func text(value string) *string     { return jsii.String(value) }
func number(value float64) *float64 { return jsii.Number(value) }

func container(image string, port float64) *[]*kplus.ContainerProps {
	return &[]*kplus.ContainerProps{{Image: text(image), PortNumber: number(port)}}
}

func named(name string) *cdk8s.ApiObjectMetadata {
	return &cdk8s.ApiObjectMetadata{Name: text(name)}
}

func build(app cdk8s.App) {
	driver := cdk8s.NewChart(app, text("driver"), nil)
	kept := volumes.NewCsiStorageClass(&volumes.CsiStorageClassProps{Name: text("kept"), ReclaimPolicy: kplus.PersistentVolumeReclaimPolicy_RETAIN})
	volumes.NewCsiDriverStack(driver, text("efs"), &volumes.CsiDriverStackProps{
		Driver: volumes.NewEfsCsiDriver(nil), Platform: volumes.Platform_EKS, StorageClasses: &[]volumes.CsiStorageClass{kept},
	})
	guard := volumes.NewEfsEditGuard(driver, text("guard"), nil)
	disks := volumes.NewLocalStorageClass(driver, text("disks"), &volumes.LocalStorageClassProps{Name: text("disks")})

	shop := cdk8s.NewChart(app, text("shop"), &cdk8s.ChartProps{Namespace: text("shop"), DisableResourceNameHashes: jsii.Bool(true)})
	content := volumes.NewEfsFileSystem(text("fs-0123456789abcdef0")).SharedVolume(shop, text("content"),
		&volumes.EfsSharedVolumeOptions{AccessPointId: text("fsap-0123456789abcdef0")})
	guard.Protect(content)
	server := kplus.NewDeployment(shop, text("server"), &kplus.DeploymentProps{
		Metadata:   named("server"),
		Replicas:   number(2),
		Containers: container("registry.example.com/server:1.0.0", 8080),
	})
	(*server.Containers())[0].Mount(text("/content"), content, &kplus.MountOptions{ReadOnly: jsii.Bool(true)})
	archive := volumes.NewClaim(shop, text("archive"), &volumes.ClaimProps{
		Storage:          cdk8s.Size_Gibibytes(number(5)),
		AccessModes:      &[]kplus.PersistentVolumeAccessMode{kplus.PersistentVolumeAccessMode_READ_WRITE_MANY},
		StorageClassName: text("shared"),
	})
	(*server.Containers())[0].Mount(text("/archive"), archive, nil)

	pages := kplus.NewPersistentVolumeClaim(shop, text("pages"), &kplus.PersistentVolumeClaimProps{
		Metadata:         named("pages"),
		AccessModes:      &[]kplus.PersistentVolumeAccessMode{kplus.PersistentVolumeAccessMode_READ_WRITE_ONCE},
		Storage:          cdk8s.Size_Gibibytes(number(10)),
		StorageClassName: text("fast"),
	})
	pagesOf := func(id string) kplus.Volume {
		return kplus.Volume_FromPersistentVolumeClaim(shop, text(id), pages, &kplus.PersistentVolumeClaimVolumeOptions{Name: text("pages")})
	}
	wiki := kplus.NewDeployment(shop, text("wiki"), &kplus.DeploymentProps{
		Metadata:   named("wiki"),
		Replicas:   number(1),
		Strategy:   kplus.DeploymentStrategy_Recreate(),
		Containers: container("registry.example.com/wiki:1.0.0", 3000),
	})
	(*wiki.Containers())[0].Mount(text("/pages"), pagesOf("pages-volume"), nil)
	scratch := volumes.NewEphemeralVolume(shop, text("scratch"),
		&volumes.EphemeralVolumeProps{Storage: cdk8s.Size_Gibibytes(number(20)), StorageClassName: disks.StorageClassName()})
	(*wiki.Containers())[0].Mount(text("/scratch"), scratch, nil)
	volumes.VolumeOwnership_Of(wiki).SetGroup(number(2000), &volumes.VolumeGroupOptions{Volumes: &[]kplus.IStorage{scratch}})

	index := kplus.NewDeployment(shop, text("index"), &kplus.DeploymentProps{
		Metadata:   named("index"),
		Replicas:   number(1),
		Strategy:   kplus.DeploymentStrategy_Recreate(),
		Containers: container("registry.example.com/index:1.0.0", 9200),
	})
	(*index.Containers())[0].Mount(text("/pages"), pagesOf("index-volume"), &kplus.MountOptions{ReadOnly: jsii.Bool(true)})
	volumes.CoLocation_Of(index).WithClaim(pages, nil)

	load := volumes.NewLocustTest(shop, text("load"), &volumes.LocustTestProps{
		Image:  text("locustio/locust:2.43.1"),
		Master: &volumes.LocustMaster{Command: text("-f /lotest/src/shop.py --host http://server --users 100 --run-time 10m")},
		Worker: &volumes.LocustWorker{Command: text("-f /lotest/src/shop.py"), Replicas: number(2)},
	})
	load.Volumes().Mount(text("/data"), content, nil)
	volumes.NewPVCViewer(shop, text("browse"), &volumes.PVCViewerProps{
		Claim:       pages,
		Name:        text("pages"),
		Routing:     volumes.ViewerRouting_Ingress(&volumes.ViewerIngressOptions{Host: text("files.example.com")}),
		Tolerations: &[]*k8s.Toleration{{Key: text("storage"), Operator: text("Exists")}},
	})
	volumes.GitOps_EnableArgoCd(app, nil)
}

// What is wrong in each of these is an error, whose message is printed.
var wrong = []func(chart constructs.Construct){
	func(chart constructs.Construct) {
		volumes.NewEfsFileSystem(text("fs-WRONG")).SharedVolume(chart, text("volume"),
			&volumes.EfsSharedVolumeOptions{AccessPointId: text("fsap-0123456789abcdef0")})
	},
	func(chart constructs.Construct) {
		volumes.Claim_FromClaimName(chart, text("pages"), text("Not_A_Name"), nil)
	},
	func(chart constructs.Construct) {
		volumes.NewLocustTest(chart, text("load"), &volumes.LocustTestProps{
			Image:  text("locustio/locust:2.43.1"),
			Master: &volumes.LocustMaster{Command: text("-f a.py")},
			Worker: &volumes.LocustWorker{Command: text("-f a.py"), Replicas: number(-1)},
		})
	},
	func(chart constructs.Construct) {
		volumes.NewEphemeralVolume(chart, text("scratch"), &volumes.EphemeralVolumeProps{Storage: cdk8s.Size_Gibibytes(number(0))})
	},
	func(chart constructs.Construct) {
		volumes.Target_Enable(chart, &volumes.TargetProps{Kubernetes: text("newest")})
	},
}

func main() {
	defer jsii.Close()
	if len(os.Args) == 1 {
		app := cdk8s.NewApp(&cdk8s.AppProps{Outdir: text(os.Getenv("CDK8S_OUTDIR"))})
		build(app)
		app.Synth()
		return
	}
	for _, make := range wrong {
		try(make)
	}
}

func try(make func(chart constructs.Construct)) {
	defer func() {
		if mistake := recover(); mistake != nil {
			fmt.Println(mistake)
		}
	}()
	make(cdk8s.NewChart(cdk8s.NewApp(nil), text("chart"), &cdk8s.ChartProps{Namespace: text("demo")}))
}
