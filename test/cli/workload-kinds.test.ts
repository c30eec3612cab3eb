/** Kinds of workloads of others, which the configuration file names. */
import { folderWith, removeFolders, runWith } from './session';

const home = process.cwd();
afterEach(() => {
  process.chdir(home);
  removeFolders();
});

const CONFIG = `workloadKinds:
- { group: apps.kruise.io, kind: CloneSet, templatePath: [spec, template], selectorPath: [spec, selector] }
- { group: argoproj.io, kind: Rollout, templatePath: [spec, template], selectorPath: [spec, selector] }
`;

const CLAIM = `apiVersion: v1
kind: PersistentVolumeClaim
metadata: { name: data, namespace: shop }
spec: { accessModes: [ReadWriteOncePod], resources: { requests: { storage: 1Gi } } }
---
`;

const workload = (apiVersion: string, kind: string, more = '', replicas = 1) => `${CLAIM}
apiVersion: ${apiVersion}
kind: ${kind}
metadata: { name: web, namespace: shop }
spec:
  replicas: ${replicas}
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec:
      ${more}
      containers: [{ name: web, image: "web:1", volumeMounts: [{ name: data, mountPath: /data }] }]
      volumes: [{ name: data, persistentVolumeClaim: { claimName: data } }]
`;

const KINDS = [
  ['apps.kruise.io/v1alpha1', 'CloneSet'],
  ['argoproj.io/v1alpha1', 'Rollout'],
] as const;

function inFolder(files: { readonly [name: string]: string }): void {
  process.chdir(folderWith(files));
}

async function findingsOf(manifest: string, config: string): Promise<string[]> {
  inFolder({ 'app.yaml': manifest, 'cdk8s-volumes.yaml': config });
  const { stdout } = await runWith(['check', 'app.yaml', '-o', 'json']);
  return (JSON.parse(stdout) as { rule: string; path: string }[]).map(
    ({ rule, path }) => `${rule} ${path}`,
  );
}

describe.each(KINDS)('%s %s', (apiVersion, kind) => {
  test('its pods are judged as those of a Deployment', async () => {
    const manifest = (of: string, name: string) => workload(of, name, 'restartPolicy: Never', 2);
    const own = await findingsOf(manifest(apiVersion, kind), CONFIG);
    expect(own).toContain('pod/restart-policy spec.template.spec.restartPolicy');
    const ofDeployment = await findingsOf(manifest('apps/v1', 'Deployment'), '');
    // How a rollout replaces pods is a matter of other fields.
    const others = ofDeployment.filter((finding) => !finding.includes('spec.strategy'));
    expect(own).toEqual(others);
  });

  test('nobody judges its pods unless it is named', async () => {
    const manifest = workload(apiVersion, kind, 'restartPolicy: Never');
    expect(await findingsOf(manifest, '')).not.toContain(
      'pod/restart-policy spec.template.spec.restartPolicy',
    );
  });

  test('a template that is elsewhere, or that its controller completes, is not judged', async () => {
    const manifest = workload(apiVersion, kind, 'restartPolicy: Never');
    for (const one of [
      manifest.replace(/ {2}template:[^]*/, '  workloadRef: { kind: Deployment, name: web }\n'),
      manifest.replace(', image: "web:1"', ''),
    ]) {
      const found = await findingsOf(one, CONFIG);
      expect(found.filter((finding) => finding.startsWith('pod/'))).toEqual([]);
    }
  });

  test('the map shows that it mounts the claim', async () => {
    inFolder({ 'app.yaml': workload(apiVersion, kind), 'cdk8s-volumes.yaml': CONFIG });
    const { status, stdout } = await runWith(['map', 'app.yaml', '-o', 'json']);
    expect([status, stdout.includes(`"${kind}"`)]).toEqual([0, true]);
  });

  test('a change of its template restarts its pods', async () => {
    const old = workload(apiVersion, kind).replace('ReadWriteOncePod', 'ReadWriteMany');
    const next = old.replace('web:1', 'web:2');
    const restarts = async (config: string) => {
      inFolder({ 'old.yaml': old, 'new.yaml': next, 'cdk8s-volumes.yaml': config });
      const { status, stdout } = await runWith(['diff', 'old.yaml', 'new.yaml', '-o', 'json']);
      expect(status).toBe(0);
      const { objects } = JSON.parse(stdout) as {
        objects: { object: string; restarts?: string }[];
      };
      return objects.find(({ object }) => object === `${kind}/shop/web`)?.restarts;
    };
    expect(await restarts('')).toBeUndefined();
    expect(await restarts(CONFIG)).toBe('all');
  });
});

test.each([
  ['- { kind: CloneSet }', 'workloadKinds[0].templatePath'],
  ['- { templatePath: [spec, template] }', 'workloadKinds[0].kind'],
  ['- { kind: CloneSet, templatePath: spec.template }', 'workloadKinds[0].templatePath'],
])('what is wrong with %s is told at its field', async (kind, path) => {
  inFolder({ 'app.yaml': CLAIM, 'cdk8s-volumes.yaml': `workloadKinds:\n${kind}\n` });
  const { status, stderr } = await runWith(['check', 'app.yaml']);
  expect([status, stderr.includes(path)]).toEqual([2, true]);
});
