/**
 * The shop: one chart for every stage. What differs between stages is said by its props, and
 * nowhere else.
 */
import { Chart, JsonPatch, Size } from 'cdk8s';
import { Deployment, k8s, PersistentVolumeAccessMode, Volume } from 'cdk8s-plus-28';
import { Claim } from 'cdk8s-volumes';
import { Construct } from 'constructs';

export interface ShopProps {
  /** The version of the shop's image. */
  readonly version: string;
  readonly replicas: number;
  /** How large the images of all products may become. */
  readonly images: Size;
}

/** What neither engine deletes without a person: it holds data. */
const KEPT = {
  'argocd.argoproj.io/sync-options': 'Prune=false,Delete=false',
  'kustomize.toolkit.fluxcd.io/prune': 'disabled',
};

export class Shop extends Chart {
  constructor(scope: Construct, id: string, { version, replicas, images }: ShopProps) {
    super(scope, id, { namespace: 'shop', disableResourceNameHashes: true });
    const namespace = new k8s.KubeNamespace(this, 'namespace', {
      metadata: { name: 'shop', annotations: KEPT },
    });
    // cdk8s gives the chart's namespace to every object, to this one too.
    namespace.addJsonPatch(JsonPatch.remove('/metadata/namespace'));
    const claim = new Claim(this, 'images', {
      annotations: KEPT,
      storage: images,
      storageClassName: 'efs',
      accessModes: [PersistentVolumeAccessMode.READ_WRITE_MANY],
    });
    const web = new Deployment(this, 'web', {
      replicas,
      containers: [{ image: `registry.example.com/shop:${version}`, portNumber: 8080 }],
    });
    web.containers[0].mount(
      '/images',
      Volume.fromPersistentVolumeClaim(this, 'images-volume', claim, { name: 'images' }),
    );
  }
}
