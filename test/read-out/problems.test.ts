import { asJson, live, liveIn, bare, readText } from '../support/read-outs';

const POD = liveIn('shop', 'v1', 'Pod', 'web');

function problems(...texts: string[]): string[] {
  return readText(texts).problems.map(
    ({ severity, path, message, remedy }) =>
      `${severity}: ${path === '' ? '' : `${path}: `}${message}; ${remedy}`,
  );
}

test.each([
  [
    'nothing',
    '',
    'error: the read-out is empty; check the context and the namespace, and run the command that cdk8s-volumes read-out prints',
  ],
  [
    'a List of nothing',
    asJson([]),
    'error: the read-out has no objects; check the context and the namespace, and run the command that cdk8s-volumes read-out prints',
  ],
  [
    'nothing found',
    'No resources found in shop namespace.\n',
    'error: live.json: kubectl found no resources; check the context and the namespace, and run the command that cdk8s-volumes read-out prints',
  ],
  [
    'a table',
    'NAME   STATUS   VOLUME   CAPACITY   ACCESS MODES   STORAGECLASS   AGE\ndata   Bound    pvc-1    1Gi        RWO            fast           3d\n',
    'error: live.json: is a table, which leaves out most fields; add -o json to kubectl get',
  ],
  [
    'a wide table of all namespaces',
    'NAMESPACE   NAME   READY   STATUS    RESTARTS   AGE   IP         NODE\nshop        web    1/1     Running   0          3d    10.0.0.1   node-1\n',
    'error: live.json: is a table, which leaves out most fields; add -o json to kubectl get',
  ],
  [
    'a table as JSON',
    JSON.stringify({ kind: 'Table', apiVersion: 'meta.k8s.io/v1', rows: [] }),
    'error: live.json:1: is a table, which leaves out most fields; add -o json to kubectl get',
  ],
  [
    'names',
    'pod/web\npersistentvolumeclaim/data\n',
    'error: live.json: has only the names of objects; add -o json to kubectl get',
  ],
  [
    'a description',
    'Name:          data\nNamespace:     shop\n',
    'error: live.json: is what kubectl describe prints, for people to read; use kubectl get -o json',
  ],
  [
    'an error of the server',
    'Error from server (Forbidden): nodes is forbidden: User "ci" cannot list resource "nodes"\n',
    'error: live.json: is an error message and not a read-out: "Error from server (Forbidden): nodes is forbidden: User \\"ci\\" cannot list resource \\"nodes\\""; fix that first, and write standard output alone to the file',
  ],
  [
    'an error of the network',
    'The connection to the server 127.0.0.1:6443 was refused - did you specify the right host or port?\n',
    'error: live.json: is an error message and not a read-out: "The connection to the server 127.0.0.1:6443 was refused - did you specify the right host or port?"; fix that first, and write standard output alone to the file',
  ],
  [
    'an error as JSON',
    JSON.stringify({
      kind: 'Status',
      apiVersion: 'v1',
      status: 'Failure',
      message: 'Unauthorized',
    }),
    'error: live.json:1: is an error message and not a read-out: "Unauthorized"; fix that first, and get it again',
  ],
  [
    'an older server',
    'error: the server doesn\'t have a resource type "volumeattributesclasses"\n',
    'error: live.json: is an error message of kubectl: "error: the server doesn\'t have a resource type \\"volumeattributesclasses\\""; leave volumeattributesclasses out, or pass --kubernetes to cdk8s-volumes read-out, which then leaves out what that version does not have',
  ],
  [
    'metadata alone',
    JSON.stringify({ kind: 'PartialObjectMetadataList', apiVersion: 'meta.k8s.io/v1', items: [] }),
    'error: live.json:1: has only the metadata of objects; run the command that cdk8s-volumes read-out prints',
  ],
  [
    'half a List',
    asJson([POD, POD]).slice(0, -200),
    'error: live.json:15: the read-out ends in the middle of a List; run the command that cdk8s-volumes read-out prints again, and check whether it ends with an error',
  ],
  [
    'manifests',
    'apiVersion: v1\nkind: Pod\nmetadata:\n  name: web\n  namespace: shop\n',
    'error: live.json:1: Pod/shop/web has no uid, so it was not read from a cluster; run the command that cdk8s-volumes read-out prints; manifests are other arguments',
  ],
  [
    'other data',
    'replicaCount: 1\n',
    'error: live.json:1: is not a Kubernetes object; pass what kubectl get prints with -o yaml or -o json',
  ],
  [
    'no YAML',
    'a: [\n',
    'error: live.json:2: is not YAML or JSON: there is nothing where a value must be; run the command that cdk8s-volumes read-out prints',
  ],
  [
    'what kubectl get all prints',
    asJson([
      POD,
      liveIn('shop', 'v1', 'Service', 'web'),
      liveIn('shop', 'apps/v1', 'Deployment', 'web'),
    ]),
    'warning: live.json: looks like the output of kubectl get all, which has no claims, volumes and classes; run the command that cdk8s-volumes read-out prints',
  ],
  [
    'some kinds',
    asJson([POD, liveIn('shop', 'v1', 'PersistentVolumeClaim', 'data')]),
    'warning: live.json: has only PersistentVolumeClaim and Pod; whatever depends on other kinds stays unknown; run the command that cdk8s-volumes read-out prints',
  ],
])('%s', (_name, text, problem) => {
  expect(problems(text)).toEqual([problem]);
});

test('objects on a line each are read, and what they leave unknown is told', () => {
  const lines = [POD, ...bare('shop')].map((one) => `${JSON.stringify(one)}\n`).join('');
  expect(readText(lines).objects).toHaveLength(4);
  expect(problems(lines)).toEqual([
    'warning: live.json: the objects stand one by one, so kinds that none of them has count as unknown; run the command that cdk8s-volumes read-out prints',
  ]);
});

test('a List in a List is read, and told once', () => {
  const list = (items: unknown[]) => ({ apiVersion: 'v1', kind: 'List', items });
  const text = asJson([list([POD]), list(bare('shop'))]);
  expect(readText(text).objects).toHaveLength(4);
  expect(problems(text)).toEqual([
    'warning: live.json:4: a List is an item of another List; print one List with one kubectl get',
  ]);
});

test('manifests among live objects are left out, and told', () => {
  const written = (name: string) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } });
  const text = asJson([...bare('shop'), written('a')]);
  expect(problems(text)).toEqual([
    'warning: live.json:39: ConfigMap/a has no uid, so it was not read from a cluster, and is left out; pass only what kubectl get prints',
  ]);
  expect(problems(asJson([...bare('shop'), written('a'), written('b')]))).toEqual([
    'warning: live.json:39: ConfigMap/a and 1 more have no uid, so they were not read from a cluster, and are left out; pass only what kubectl get prints',
  ]);
});

test('a read-out of the whole command has no problem', () => {
  expect(problems(asJson([...bare('shop'), POD, live('v1', 'Node', 'a')]))).toEqual([]);
});
