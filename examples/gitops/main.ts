/**
 * A whole GitOps repository: the manifests of two stages, and the Applications that bring them into
 * their clusters.
 */
import { join } from 'node:path';
import { App, Chart, Size } from 'cdk8s';
import { AppProject, ArgoApplication } from 'cdk8s-volumes';
import { Shop } from './shop';

/** What is tried. */
const NEXT = '1.5.0';
/** What customers see: to promote, write what NEXT is. */
const RELEASED = '1.4.0';

/** What the stages differ in. */
export const stages = (released: string = RELEASED) => ({
  dev: { version: NEXT, replicas: 1, images: Size.gibibytes(1) },
  prod: { version: released, replicas: 3, images: Size.gibibytes(50) },
});

/** All apps, by the folders that they are written to. */
export function apps(outdir: string, released?: string): { readonly [folder: string]: App } {
  const made = Object.fromEntries(
    Object.entries(stages(released)).map(([stage, props]) => {
      const app = new App({ outdir: join(outdir, stage) });
      new Shop(app, 'shop', props);
      return [stage, app];
    }),
  );
  const argocd = new App({ outdir: join(outdir, 'argocd') });
  const chart = new Chart(argocd, 'applications', { namespace: 'argocd' });
  for (const [stage, app] of Object.entries(made)) {
    new ArgoApplication(chart, stage, {
      name: `shop-${stage}`,
      // A project each: what goes into the cluster of one stage is no business of the other.
      project: new AppProject(chart, `project-${stage}`, { name: `shop-${stage}` }),
      repoUrl: 'https://git.example.com/shop/deploy.git',
      targetRevision: 'main',
      path: `dist/${stage}`,
      cluster: stage,
      destinationNamespace: 'shop',
      prune: true,
      charts: [app],
    });
  }
  return { ...made, argocd };
}

if (require.main === module) Object.values(apps('dist')).forEach((app) => app.synth());
