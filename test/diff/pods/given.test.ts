/** What a pod finds without that anybody writes it: what the server makes in every namespace. */
import { diffObjects } from '../../../src/diff';

const workload = (spec: object) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web', namespace: 'shop' },
  spec: {
    selector: { matchLabels: { app: 'web' } },
    template: {
      metadata: { labels: { app: 'web' } },
      spec: { containers: [{ name: 'web', image: 'web:1' }], ...spec },
    },
  },
});
const config = (name: string) => ({ volumes: [{ name: 'a', configMap: { name } }] });

test.each<[string, object, readonly string[]]>([
  ['the certificates of the cluster', config('kube-root-ca.crt'), []],
  ['the account of the namespace', { serviceAccountName: 'default' }, []],
  ['another ConfigMap', config('settings'), ['whether the ConfigMap "settings" is in the cluster']],
  [
    'a Secret of the name of the certificates',
    { volumes: [{ name: 'a', secret: { secretName: 'kube-root-ca.crt' } }] },
    ['whether the Secret "kube-root-ca.crt" is in the cluster'],
  ],
  [
    'another account',
    { serviceAccountName: 'web' },
    ['whether the service account "web" is in the cluster'],
  ],
])('a new workload that names %s', (_what, spec, dependsOn) => {
  const old = workload({});
  const [told] = diffObjects([old], [workload(spec)]).objects;
  expect(told.dependsOn ?? []).toEqual(dependsOn);
});
