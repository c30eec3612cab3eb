/**
 * The Argo CD applications that consume the rendered manifests, one for each cluster, and the
 * project that permits what they hold.
 */
import { App, Chart } from 'cdk8s';
import { Construct } from 'constructs';
import { AppProject, ArgoApplication, ArgoClaimHealth } from 'cdk8s-volumes';

export interface ApplicationsProps {
  /**
   * The apps of the clusters, by the names under which Argo CD knows them; each has a folder of
   * that name.
   */
  readonly clusters: { readonly [name: string]: App };
}

export class Applications extends Chart {
  constructor(scope: Construct, id: string, { clusters }: ApplicationsProps) {
    super(scope, id, { namespace: 'argocd' });
    const project = new AppProject(this, 'storage', {
      description: 'the storage platform, and the teams on it',
    });
    for (const [cluster, app] of Object.entries(clusters)) {
      // Volumes and claims are never pruned unseen: a person removes what left the folder.
      new ArgoApplication(this, cluster, {
        name: `storage-${cluster}`,
        project,
        repoUrl: 'https://git.example.com/platform/storage.git',
        targetRevision: 'main',
        path: `dist/manifests/${cluster}`,
        cluster,
        destinationNamespace: 'default',
        charts: [app],
      });
    }
    // Teams may make a claim before the pod that uses it.
    new ArgoClaimHealth(this, 'claim-health');
  }
}
