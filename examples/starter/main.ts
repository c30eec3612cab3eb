/** The shop: a web server, and the claim that it keeps its uploads in. */
import { App, Chart, Size } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Claim, GitOps } from 'cdk8s-volumes';

/** All that is applied, written below a folder. */
export function shop(outdir: string): App {
  const app = new App({ outdir });
  // The claim is neither pruned nor deleted by a sync. With Flux: GitOps.enableFlux(app).
  GitOps.enableArgoCd(app);
  const chart = new Chart(app, 'shop', { namespace: 'shop', disableResourceNameHashes: true });
  const uploads = new Claim(chart, 'uploads', {
    name: 'uploads',
    storage: Size.gibibytes(10),
    storageClassName: 'gp3',
  });
  const web = new kplus.Deployment(chart, 'web', {
    replicas: 1,
    // One node at a time can mount the volume: the old pod ends before the new one starts.
    strategy: kplus.DeploymentStrategy.recreate(),
    securityContext: { fsGroup: 101 },
    containers: [
      {
        image: 'docker.io/nginxinc/nginx-unprivileged:1.29.1',
        portNumber: 8080,
        securityContext: { user: 101, readOnlyRootFilesystem: false },
      },
    ],
  });
  web.containers[0].mount('/usr/share/nginx/html', uploads);
  return app;
}

if (require.main === module) shop('dist').synth();
