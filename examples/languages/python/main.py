"""The app of all languages, in Python: ``CDK8S_OUTDIR=dist python main.py``, or ``python main.py 3`` for the third wrong input."""
import os
import sys

import cdk8s_plus_28 as kplus
from cdk8s import App, Chart, Size
from cdk8s_volumes import (
    CoLocation,
    CsiDriverStack,
    EfsCsiDriver,
    EfsEditGuard,
    EfsFileSystem,
    EphemeralVolume,
    GitOps,
    LocalStorageClass,
    LocustMaster,
    LocustTest,
    LocustWorker,
    PersistentVolumeClaim,
    Platform,
    PVCViewer,
    Target,
    ViewerRouting,
    VolumeOwnership,
)


def build(app: App) -> None:
    driver = Chart(app, "driver")
    CsiDriverStack(driver, "efs", driver=EfsCsiDriver(), platform=Platform.eks())
    guard = EfsEditGuard(driver, "guard")
    disks = LocalStorageClass(driver, "disks", name="disks")

    shop = Chart(app, "shop", namespace="shop", disable_resource_name_hashes=True)
    content = EfsFileSystem("fs-0123456789abcdef0").shared_volume(shop, "content", access_point_id="fsap-0123456789abcdef0")
    guard.protect(content)
    server = kplus.Deployment(
        shop,
        "server",
        metadata={"name": "server"},
        replicas=2,
        containers=[kplus.ContainerProps(image="registry.example.com/server:1.0.0", port_number=8080)],
    )
    server.containers[0].mount("/content", content, read_only=True)

    pages = kplus.PersistentVolumeClaim(
        shop,
        "pages",
        metadata={"name": "pages"},
        access_modes=[kplus.PersistentVolumeAccessMode.READ_WRITE_ONCE],
        storage=Size.gibibytes(10),
        storage_class_name="fast",
    )
    wiki = kplus.Deployment(
        shop,
        "wiki",
        metadata={"name": "wiki"},
        replicas=1,
        strategy=kplus.DeploymentStrategy.recreate(),
        containers=[kplus.ContainerProps(image="registry.example.com/wiki:1.0.0", port_number=3000)],
    )
    wiki.containers[0].mount("/pages", kplus.Volume.from_persistent_volume_claim(shop, "pages-volume", pages, name="pages"))
    scratch = EphemeralVolume(shop, "scratch", storage=Size.gibibytes(20), storage_class_name=disks.storage_class_name)
    wiki.containers[0].mount("/scratch", scratch)
    VolumeOwnership.of(wiki).group(2000, volumes=[scratch])

    index = kplus.Deployment(
        shop,
        "index",
        metadata={"name": "index"},
        replicas=1,
        strategy=kplus.DeploymentStrategy.recreate(),
        containers=[kplus.ContainerProps(image="registry.example.com/index:1.0.0", port_number=9200)],
    )
    index.containers[0].mount(
        "/pages", kplus.Volume.from_persistent_volume_claim(shop, "index-volume", pages, name="pages"), read_only=True
    )
    CoLocation.of(index).with_claim(pages)

    load = LocustTest(
        shop,
        "load",
        image="locustio/locust:2.43.1",
        master=LocustMaster(command="-f /lotest/src/shop.py --host http://server --users 100 --run-time 10m"),
        worker=LocustWorker(command="-f /lotest/src/shop.py", replicas=2),
    )
    load.volumes.mount("/data", content)
    PVCViewer(shop, "browse", claim=pages, name="pages", routing=ViewerRouting.ingress(host="files.example.com"), read_only=True)
    GitOps.argo_cd(app)


# What is wrong in each of these is told as an error, whose message is printed.
WRONG = [
    lambda chart: EfsFileSystem("fs-WRONG").shared_volume(chart, "volume", access_point_id="fsap-0123456789abcdef0"),
    lambda chart: PersistentVolumeClaim.from_claim_name(chart, "pages", "Not_A_Name"),
    lambda chart: LocustTest(
        chart,
        "load",
        image="locustio/locust:2.43.1",
        master=LocustMaster(command="-f a.py"),
        worker=LocustWorker(command="-f a.py", replicas=-1),
    ),
    lambda chart: EphemeralVolume(chart, "scratch", storage=Size.gibibytes(0)),
    lambda chart: Target.of(kubernetes="newest").apply_to(chart),
]

if len(sys.argv) == 1:
    app = App(outdir=os.environ["CDK8S_OUTDIR"])
    build(app)
    app.synth()
else:
    try:
        WRONG[int(sys.argv[1]) - 1](Chart(App(), "chart", namespace="demo"))
    except RuntimeError as error:
        print(error)
