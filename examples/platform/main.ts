/**
 * A storage platform for two clusters from the same code, and the Argo CD applications that bring
 * it there.
 */
import { join } from 'node:path';
import { App } from 'cdk8s';
import { Applications } from './applications';
import { LocalDisks } from './local-disks';
import { Media } from './media';
import { StoragePlatform } from './storage-platform';
import { Analytics, Search, Web } from './tenants';
import { Platform } from 'cdk8s-volumes';

const CLUSTERS = {
  eks: Platform.EKS,
  openshift: Platform.OPENSHIFT,
};

const outdir = process.env.CDK8S_OUTDIR ?? 'dist/manifests';

const clusters = Object.fromEntries(
  Object.entries(CLUSTERS).map(([cluster, platform]) => {
    const app = new App({ outdir: join(outdir, cluster) });
    const storage = new StoragePlatform(app, 'storage', { platform });
    new Analytics(app, 'analytics', { storage });
    new Web(app, 'web', { storage });
    // The other cluster lets no init container be root.
    if (platform === Platform.EKS) new Media(app, 'media');
    // Its nodes have no disks of their own either.
    if (platform === Platform.EKS) {
      new Search(app, 'search', { disks: new LocalDisks(app, 'local-disks', { platform }) });
    }
    return [cluster, app];
  }),
);

const argocd = new App({ outdir: join(outdir, 'argocd') });
new Applications(argocd, 'applications', { clusters });
const apps = [...Object.values(clusters), argocd];

// All of them are checked before the first is written: a mistake in one cluster leaves no other
// half done.
apps.forEach((app) => app.synthYaml());
apps.forEach((app) => app.synth());
