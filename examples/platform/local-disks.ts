/**
 * Local disks for a cluster whose nodes have some: the driver, a class, and what keeps data from
 * being lost unseen.
 */
import { Chart } from 'cdk8s';
import { Construct } from 'constructs';
import {
  CsiDriverStack,
  EphemeralOnlyPolicy,
  HyperconvergedPolicy,
  LocalCsiDriver,
  LocalStorageClass,
  Platform,
  Target,
} from 'cdk8s-volumes';

export interface LocalDisksProps {
  readonly platform: Platform;
}

export class LocalDisks extends Chart {
  /** The class of volumes that are gone with their node. */
  public readonly storageClass: LocalStorageClass;
  /** Sends pods back to the nodes that have their volumes. */
  public readonly steering: HyperconvergedPolicy;

  constructor(scope: Construct, id: string, { platform }: LocalDisksProps) {
    super(scope, id);
    Target.enable(this, { kubernetes: '1.36' });
    const { csiDriver } = new CsiDriverStack(this, 'driver', {
      driver: new LocalCsiDriver({ hyperconverged: true }),
      platform,
    });
    // Argo CD would apply it after the pods that need it.
    csiDriver?.metadata.addAnnotation('argocd.argoproj.io/sync-wave', '-1');
    this.storageClass = new LocalStorageClass(this, 'local');
    new EphemeralOnlyPolicy(this, 'local-disks-ephemeral-only', {
      storageClassNames: [this.storageClass.storageClassName],
    });
    this.steering = new HyperconvergedPolicy(this, 'local-disks-steering');
  }
}
