/**
 * The chart of the platform team for a cluster: the EFS driver, its classes, and the guard of the
 * shared volumes.
 */
import { Chart } from 'cdk8s';
import { PersistentVolumeReclaimPolicy } from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import {
  CsiDriverStack,
  EfsCsiDriver,
  EfsEditGuard,
  EfsFileSystem,
  EfsStorageClass,
  Platform,
} from 'cdk8s-volumes';

export interface StoragePlatformProps {
  readonly platform: Platform;
}

export class StoragePlatform extends Chart {
  /** The company's file system; every tenant has access points of its own on it. */
  public readonly files = new EfsFileSystem('fs-0a1b2c3d4e5f60718');
  /** Keeps the tenants' shared volumes as they were made. */
  public readonly guard: EfsEditGuard;
  /** Whether the cluster gives pods their users, and refuses those that bring their own. */
  public readonly assignsUsers: boolean;
  /** The class for volumes that nobody makes by hand. */
  public readonly dynamicClass: EfsStorageClass;

  constructor(scope: Construct, id: string, { platform }: StoragePlatformProps) {
    super(scope, id);
    this.assignsUsers = platform === Platform.OPENSHIFT;
    const { csiDriver, nodeScc, controllerScc } = new CsiDriverStack(this, 'efs', {
      driver: new EfsCsiDriver(),
      platform,
      controller: { enabled: true },
    });
    // Argo CD would apply these after the pods that need them.
    for (const object of [csiDriver, nodeScc, controllerScc]) {
      object?.metadata.addAnnotation('argocd.argoproj.io/sync-wave', '-1');
    }
    // EKS brings one along, which must not go when the application does.
    csiDriver?.metadata.addAnnotation(
      'argocd.argoproj.io/sync-options',
      'Prune=false,Delete=false',
    );
    this.dynamicClass = this.files.storageClass(this, 'efs-dynamic', {
      basePath: '/dynamic',
      gidRangeStart: 50000,
      gidRangeEnd: 59999,
      reclaimPolicy: PersistentVolumeReclaimPolicy.RETAIN,
    });
    this.guard = new EfsEditGuard(this, 'shared-volumes');
  }
}
