import io.github.cdk8s_volumes.Claim;
import io.github.cdk8s_volumes.CoLocation;
import io.github.cdk8s_volumes.CsiDriverStack;
import io.github.cdk8s_volumes.CsiStorageClass;
import io.github.cdk8s_volumes.EfsCsiDriver;
import io.github.cdk8s_volumes.EfsEditGuard;
import io.github.cdk8s_volumes.EfsFileSystem;
import io.github.cdk8s_volumes.EfsSharedVolume;
import io.github.cdk8s_volumes.EfsSharedVolumeOptions;
import io.github.cdk8s_volumes.EphemeralVolume;
import io.github.cdk8s_volumes.GitOps;
import io.github.cdk8s_volumes.LocalStorageClass;
import io.github.cdk8s_volumes.LocustMaster;
import io.github.cdk8s_volumes.LocustTest;
import io.github.cdk8s_volumes.LocustWorker;
import io.github.cdk8s_volumes.PVCViewer;
import io.github.cdk8s_volumes.Platform;
import io.github.cdk8s_volumes.Target;
import io.github.cdk8s_volumes.TargetProps;
import io.github.cdk8s_volumes.ViewerIngressOptions;
import io.github.cdk8s_volumes.ViewerRouting;
import io.github.cdk8s_volumes.VolumeGroupOptions;
import io.github.cdk8s_volumes.VolumeOwnership;
import java.util.List;
import java.util.function.Consumer;
import org.cdk8s.ApiObjectMetadata;
import org.cdk8s.App;
import org.cdk8s.AppProps;
import org.cdk8s.Chart;
import org.cdk8s.ChartProps;
import org.cdk8s.Size;
import org.cdk8s.plus28.ContainerProps;
import org.cdk8s.plus28.Deployment;
import org.cdk8s.plus28.DeploymentStrategy;
import org.cdk8s.plus28.MountOptions;
import org.cdk8s.plus28.PersistentVolumeAccessMode;
import org.cdk8s.plus28.PersistentVolumeClaim;
import org.cdk8s.plus28.PersistentVolumeClaimVolumeOptions;
import org.cdk8s.plus28.PersistentVolumeReclaimPolicy;
import org.cdk8s.plus28.Volume;
import org.cdk8s.plus28.k8s.Toleration;

/** The app of all languages, in Java: `CDK8S_OUTDIR=dist java Main`, or `java Main wrong` for what is said of wrong inputs. */
public final class Main {
  private static ApiObjectMetadata named(String name) {
    return ApiObjectMetadata.builder().name(name).build();
  }

  private static List<ContainerProps> container(String image, int port) {
    return List.of(ContainerProps.builder().image(image).portNumber(port).build());
  }

  private static Volume pages(Chart shop, String id, PersistentVolumeClaim claim) {
    return Volume.fromPersistentVolumeClaim(shop, id, claim, PersistentVolumeClaimVolumeOptions.builder().name("pages").build());
  }

  private static void build(App app) {
    Chart driver = new Chart(app, "driver");
    CsiStorageClass kept = CsiStorageClass.Builder.create().name("kept").reclaimPolicy(PersistentVolumeReclaimPolicy.RETAIN).build();
    CsiDriverStack.Builder.create(driver, "efs").driver(new EfsCsiDriver()).platform(Platform.EKS).storageClasses(List.of(kept)).build();
    EfsEditGuard guard = new EfsEditGuard(driver, "guard");
    LocalStorageClass disks = LocalStorageClass.Builder.create(driver, "disks").name("disks").build();

    Chart shop = new Chart(app, "shop", ChartProps.builder().namespace("shop").disableResourceNameHashes(true).build());
    EfsSharedVolume content = new EfsFileSystem("fs-0123456789abcdef0")
        .sharedVolume(shop, "content", EfsSharedVolumeOptions.builder().accessPointId("fsap-0123456789abcdef0").build());
    guard.protect(content);
    Deployment server = Deployment.Builder.create(shop, "server").metadata(named("server")).replicas(2)
        .containers(container("registry.example.com/server:1.0.0", 8080)).build();
    server.getContainers().get(0).mount("/content", content, MountOptions.builder().readOnly(true).build());
    Claim archive = Claim.Builder.create(shop, "archive").storage(Size.gibibytes(5))
        .accessModes(List.of(PersistentVolumeAccessMode.READ_WRITE_MANY)).storageClassName("shared").build();
    server.getContainers().get(0).mount("/archive", archive);

    PersistentVolumeClaim pages = PersistentVolumeClaim.Builder.create(shop, "pages").metadata(named("pages"))
        .accessModes(List.of(PersistentVolumeAccessMode.READ_WRITE_ONCE)).storage(Size.gibibytes(10)).storageClassName("fast").build();
    Deployment wiki = Deployment.Builder.create(shop, "wiki").metadata(named("wiki")).replicas(1).strategy(DeploymentStrategy.recreate())
        .containers(container("registry.example.com/wiki:1.0.0", 3000)).build();
    wiki.getContainers().get(0).mount("/pages", pages(shop, "pages-volume", pages));
    EphemeralVolume scratch = EphemeralVolume.Builder.create(shop, "scratch").storage(Size.gibibytes(20))
        .storageClassName(disks.getStorageClassName()).build();
    wiki.getContainers().get(0).mount("/scratch", scratch);
    VolumeOwnership.of(wiki).setGroup(2000, VolumeGroupOptions.builder().volumes(List.of(scratch)).build());

    Deployment index = Deployment.Builder.create(shop, "index").metadata(named("index")).replicas(1).strategy(DeploymentStrategy.recreate())
        .containers(container("registry.example.com/index:1.0.0", 9200)).build();
    index.getContainers().get(0).mount("/pages", pages(shop, "index-volume", pages), MountOptions.builder().readOnly(true).build());
    CoLocation.of(index).withClaim(pages);

    LocustTest load = LocustTest.Builder.create(shop, "load").image("locustio/locust:2.43.1")
        .master(LocustMaster.builder().command("-f /lotest/src/shop.py --host http://server --users 100 --run-time 10m").build())
        .worker(LocustWorker.builder().command("-f /lotest/src/shop.py").replicas(2).build()).build();
    load.getVolumes().mount("/data", content);
    PVCViewer.Builder.create(shop, "browse").claim(pages).name("pages")
        .routing(ViewerRouting.ingress(ViewerIngressOptions.builder().host("files.example.com").build()))
        .tolerations(List.of(Toleration.builder().key("storage").operator("Exists").build())).build();
    GitOps.enableArgoCd(app);
  }

  /** What is wrong in each of these is an error, whose message is printed. */
  private static final List<Consumer<Chart>> WRONG = List.of(
      chart -> new EfsFileSystem("fs-WRONG")
          .sharedVolume(chart, "volume", EfsSharedVolumeOptions.builder().accessPointId("fsap-0123456789abcdef0").build()),
      chart -> Claim.fromClaimName(chart, "pages", "Not_A_Name"),
      chart -> LocustTest.Builder.create(chart, "load").image("locustio/locust:2.43.1")
          .master(LocustMaster.builder().command("-f a.py").build()).worker(LocustWorker.builder().command("-f a.py").replicas(-1).build()).build(),
      chart -> EphemeralVolume.Builder.create(chart, "scratch").storage(Size.gibibytes(0)).build(),
      chart -> Target.enable(chart, TargetProps.builder().kubernetes("newest").build()));

  public static void main(String[] arguments) {
    if (arguments.length == 0) {
      App app = new App(AppProps.builder().outdir(System.getenv("CDK8S_OUTDIR")).build());
      build(app);
      app.synth();
      return;
    }
    for (Consumer<Chart> make : WRONG) {
      try {
        make.accept(new Chart(new App(), "chart", ChartProps.builder().namespace("demo").build()));
      } catch (RuntimeException mistake) {
        System.out.println(mistake.getMessage().lines().findFirst().orElse(""));
      }
    }
  }
}
