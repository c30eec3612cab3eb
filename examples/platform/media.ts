/**
 * The team that converts films: its archive is an NFS export, which kubelet gives to no group, and
 * it sorts in a scratch volume.
 */
import { Size } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { SMALL, Tenant } from './tenants';
import { VolumeOwnership } from 'cdk8s-volumes';

/** The group of the archive's files. */
const ARCHIVE_GROUP = 2000;

export class Media extends Tenant {
  constructor(scope: Construct, id: string) {
    super(scope, id);
    const archive = kplus.Volume.fromNfs(this, 'archive', 'archive', {
      server: 'filer.example.com',
      path: '/exports/films',
    });
    const scratch = kplus.Volume.fromEmptyDir(this, 'scratch', 'scratch', {
      sizeLimit: Size.gibibytes(20),
    });
    const converter = new kplus.Deployment(this, 'converter', {
      replicas: 2,
      containers: [
        {
          image: 'registry.example.com/media/converter:3.2.0',
          resources: SMALL,
          securityContext: { user: 1000, group: 1000 },
        },
      ],
    });
    converter.containers[0].mount('/archive', archive);
    converter.containers[0].mount('/scratch', scratch);
    // An init container for the archive, fsGroup for the scratch volume.
    VolumeOwnership.of(converter).setGroup(ARCHIVE_GROUP, { volumes: [archive, scratch] });
  }
}
