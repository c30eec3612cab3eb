"""The app of all languages, in Python: ``CDK8S_OUTDIR=dist python main.py``, or ``python main.py wrong`` for what is said of wrong inputs."""
import os
import sys
from typing import Callable, List

import cdk8s_plus_28 as kplus
from cdk8s import App, Chart, Size
from cdk8s_volumes import (
    Claim,
    CoLocation,
    CsiDriverStack,
    CsiStorageClass,
    EfsCsiDriver,
    EfsEditGuard,
    EfsFileSystem,
    EphemeralVolume,
    GitOps,
    LocalStorageClass,
    LocustMaster,
    LocustTest,
    LocustWorker,
    Platform,
    PVCViewer,
    Target,
    ViewerRouting,
    VolumeOwnership,
)


def build(app: App) -> None:
    driver = Chart(app, "driver")
    kept = CsiStorageClass(name="kept", reclaim_policy=kplus.PersistentVolumeReclaimPolicy.RETAIN)
    CsiDriverStack(driver, "efs", driver=EfsCsiDriver(), platform=Platform.EKS, storage_classes=[kept])
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
    archive = Claim(
        shop,
        "archive",
        storage=Size.gibibytes(5),
        access_modes=[kplus.PersistentVolumeAccessMode.READ_WRITE_MANY],
        storage_class_name="shared",
    )
    server.containers[0].mount("/archive", archive)

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
    VolumeOwnership.of(wiki).set_group(2000, volumes=[scratch])

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
    PVCViewer(
        shop,
        "browse",
        claim=pages,
        name="pages",
        routing=ViewerRouting.ingress(host="files.example.com"),
        tolerations=[kplus.k8s.Toleration(key="storage", operator="Exists")],
    )
    GitOps.enable_argo_cd(app)


# What is wrong in each of these is an error, whose message is printed.
WRONG: List[Callable[[Chart], object]] = [
    lambda chart: EfsFileSystem("fs-WRONG").shared_volume(chart, "volume", access_point_id="fsap-0123456789abcdef0"),
    lambda chart: Claim.from_claim_name(chart, "pages", "Not_A_Name"),
    lambda chart: LocustTest(
        chart,
        "load",
        image="locustio/locust:2.43.1",
        master=LocustMaster(command="-f a.py"),
        worker=LocustWorker(command="-f a.py", replicas=-1),
    ),
    lambda chart: EphemeralVolume(chart, "scratch", storage=Size.gibibytes(0)),
    lambda chart: Target.enable(chart, kubernetes="newest"),
]

if len(sys.argv) == 1:
    app = App(outdir=os.environ["CDK8S_OUTDIR"])
    build(app)
    app.synth()
else:
    for make in WRONG:
        try:
            make(Chart(App(), "chart", namespace="demo"))
        except RuntimeError as error:
            print(error)
