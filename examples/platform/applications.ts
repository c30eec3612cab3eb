/** The Argo CD applications that consume the rendered manifests, one for each cluster. */
import { ApiObject, Chart } from 'cdk8s';
import { Construct } from 'constructs';

export interface ApplicationsProps {
  /** The clusters by the names under which Argo CD knows them; each has a folder of that name. */
  readonly clusters: string[];
}

export class Applications extends Chart {
  constructor(scope: Construct, id: string, { clusters }: ApplicationsProps) {
    super(scope, id, { namespace: 'argocd' });
    for (const cluster of clusters) {
      new ApiObject(this, cluster, {
        apiVersion: 'argoproj.io/v1alpha1',
        kind: 'Application',
        metadata: { name: `storage-${cluster}` },
        spec: {
          project: 'default',
          source: {
            repoURL: 'https://git.example.com/platform/storage.git',
            targetRevision: 'main',
            path: `dist/manifests/${cluster}`,
          },
          destination: { name: cluster, namespace: 'default' },
          // Volumes and claims are never pruned unseen: a person removes what left the folder.
          syncPolicy: { automated: { prune: false, selfHeal: true } },
        },
      });
    }
  }
}
