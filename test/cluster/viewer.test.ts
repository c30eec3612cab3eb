/** Viewers on a real scheduler: where they land, and who may scale them. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiObject, App, Chart, Duration } from 'cdk8s';
import { connected, testUnless, unserved } from './support/cluster';
import { createNamespaces, removeNamespaces } from './support/folder';
import { asList, eventually, kubectl, mustKubectl, mustKubectlSync } from './support/kubectl';
import { PVCViewer, PVCViewerProps, ViewerImage, ViewerRouting } from '../../src';
import { Manifest } from '../../src/kube';
import { claimNamed } from '../support/claims';

const NAMESPACE = 'viewer-test';
const ROUNDS = 20;
/** Its volumes are attached to one node at a time, and to any. */
const DRIVER = 'fake.csi.test';
const VIEWERS = 'app.kubernetes.io/part-of=pvc-viewer';
const RESTRICTED_POD = {
  runAsNonRoot: true,
  runAsUser: 1000,
  seccompProfile: { type: 'RuntimeDefault' },
};
const RESTRICTED = { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } };
const HOSTNAME = 'kubernetes.io/hostname';

const nodes = connected
  ? mustKubectlSync(['get', 'nodes', '-o', 'jsonpath={.items[*].metadata.name}']).split(' ')
  : [];
const drivers = connected
  ? mustKubectlSync(['get', 'csinodes', '-o', 'jsonpath={.items[*].spec.drivers[*].name}']).split(
      ' ',
    )
  : [];
const obstacle = !connected
  ? undefined
  : nodes.length < 3
    ? `the cluster has ${nodes.length} nodes, and three are needed`
    : drivers.includes(DRIVER)
      ? undefined
      : `the cluster has no driver ${DRIVER}, whose volumes are attached to one node at a time`;
const [, nodeB, nodeC] = nodes;

const CLASS = {
  apiVersion: 'storage.k8s.io/v1',
  kind: 'StorageClass',
  metadata: { name: NAMESPACE },
  provisioner: DRIVER,
};
const claim = (name: string) => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { name, namespace: NAMESPACE },
  spec: {
    accessModes: ['ReadWriteOnce'],
    storageClassName: NAMESPACE,
    resources: { requests: { storage: '1Gi' } },
  },
});

/**
 * A workload that has the claim, on a node of its own choice. It asks for enough to make the other
 * nodes the emptier ones.
 */
const workload = (name: string, claimName: string, node: string) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name, namespace: NAMESPACE },
  spec: {
    selector: { matchLabels: { app: name } },
    strategy: { type: 'Recreate' },
    template: {
      metadata: { labels: { app: name } },
      spec: {
        nodeSelector: { [HOSTNAME]: node },
        securityContext: RESTRICTED_POD,
        containers: [
          {
            name: 'main',
            image: 'registry.example.com/app:1',
            resources: { requests: { cpu: '2' } },
            securityContext: RESTRICTED,
            volumeMounts: [{ name: 'data', mountPath: '/data' }],
          },
        ],
        volumes: [{ name: 'data', persistentVolumeClaim: { claimName } }],
      },
    },
  },
});

/**
 * What an app makes of these objects and a viewer of each claim; the objects are part of it, so
 * that the viewers know them.
 */
function synthesized(objects: readonly Manifest[], viewers: (chart: Chart) => void): Manifest[] {
  const chart = new Chart(new App(), 'viewers', { namespace: NAMESPACE });
  objects.forEach((object, index) => new ApiObject(chart, `object-${index}`, object));
  viewers(chart);
  return chart.toJson();
}

const apply = async (objects: readonly unknown[]) =>
  mustKubectl(['apply', '--validate=strict', '-f', '-'], asList(objects));

interface PodStatus {
  readonly name: string;
  readonly node?: string;
  readonly ready: boolean;
}

/** The pods with a label, one line each. */
async function podsOf(selector: string): Promise<PodStatus[]> {
  const { items } = JSON.parse(
    await mustKubectl([
      'get',
      'pods',
      '--namespace',
      NAMESPACE,
      '--selector',
      selector,
      '-o',
      'json',
    ]),
  );
  return items
    .filter(({ metadata }: any) => metadata.deletionTimestamp === undefined)
    .map(({ metadata, spec, status }: any) => ({
      name: metadata.name,
      node: spec.nodeName,
      ready: (status.conditions ?? []).some(
        ({ type, status: holds }: any) => type === 'Ready' && holds === 'True',
      ),
    }));
}

const becomeReady = async (selector: string, count: number) =>
  eventually(Date.now() + 240_000, async () => {
    const ready = (await podsOf(selector)).filter((pod) => pod.ready).length;
    return ready === count ? undefined : `${ready} of ${count} pods with ${selector} are ready`;
  });

const eventsOf = async (pod: string) =>
  mustKubectl([
    'get',
    'events',
    '--namespace',
    NAMESPACE,
    '--field-selector',
    `involvedObject.name=${pod}`,
    '-o',
    'jsonpath={.items[*].reason}',
  ]);

async function freeMillicores(node: string): Promise<number> {
  const { items } = JSON.parse(
    await mustKubectl([
      'get',
      'pods',
      '--all-namespaces',
      '--field-selector',
      `spec.nodeName=${node}`,
      '-o',
      'json',
    ]),
  );
  const requests = items
    .flatMap(({ spec }: any) => spec.containers)
    .map(({ resources }: any) => millicores(resources?.requests?.cpu ?? '0'));
  const allocatable = await mustKubectl([
    'get',
    'node',
    node,
    '-o',
    'jsonpath={.status.allocatable.cpu}',
  ]);
  return millicores(allocatable) - requests.reduce((sum: number, one: number) => sum + one, 0);
}

function millicores(quantity: string): number {
  return quantity.endsWith('m') ? Number(quantity.slice(0, -1)) : Number(quantity) * 1_000;
}

const ROUTINGS = {
  VirtualService: ViewerRouting.virtualService(),
  HTTPRoute: ViewerRouting.httpRoute({
    gatewayName: 'main',
    gatewayNamespace: 'gateways',
    sectionName: 'https',
    hostnames: ['files.example.com'],
  }),
  Ingress: ViewerRouting.ingress({
    ingressClassName: 'nginx',
    host: 'files.example.com',
    tlsSecretName: 'tls',
  }),
};
const IMAGES = {
  dufs: ViewerImage.dufs(),
  filebrowser: ViewerImage.filebrowser(),
  cloudcmd: ViewerImage.cloudcmd(),
};

/** The objects of one viewer. */
const viewer = (props: Partial<PVCViewerProps>) =>
  synthesized(
    [],
    (chart) =>
      new PVCViewer(chart, 'viewer', {
        claim: claimNamed(chart, 'data'),
        readOnly: false,
        ...props,
      }),
  );

function missingKind(manifests: readonly Manifest[]): string | undefined {
  return manifests.map(unserved).find((reason) => reason !== undefined);
}

describe('viewers', () => {
  beforeAll(async () => {
    if (!connected || obstacle) return;
    await createNamespaces([NAMESPACE]);
    await mustKubectl([
      'label',
      'namespace',
      NAMESPACE,
      'pod-security.kubernetes.io/enforce=restricted',
      '--overwrite',
    ]);
    await apply([CLASS]);
  });
  afterAll(async () => {
    if (!connected || obstacle) return;
    await removeNamespaces([NAMESPACE]);
    await mustKubectl(['delete', '--ignore-not-found', 'storageclass', NAMESPACE]);
  });

  testUnless(
    obstacle,
    `follow a ReadWriteOnce claim to its node, ${ROUNDS} of ${ROUNDS}, though the other nodes are emptier`,
    async () => {
      const rounds = Array.from({ length: ROUNDS }, (_, index) => `data-${index}`);
      const objects = rounds.flatMap((name) => [claim(name), workload(`app-${name}`, name, nodeB)]);
      const routing = ViewerRouting.none();
      await apply(
        synthesized(objects, (chart) =>
          rounds.forEach(
            (name) => new PVCViewer(chart, name, { claim: claimNamed(chart, name), routing }),
          ),
        ),
      );
      await becomeReady(VIEWERS, ROUNDS);
      expect((await podsOf(VIEWERS)).map(({ node }) => node)).toEqual(rounds.map(() => nodeB));
      const others = await mustKubectl([
        'get',
        'pods',
        '--all-namespaces',
        '-o',
        `jsonpath={.items[?(@.spec.nodeName!="${nodeB}")].metadata.name}`,
      ]);
      expect(others.split(' ').filter((name) => /^(app|pvcviewer)-data/.test(name))).toEqual([]);
    },
  );

  testUnless(
    obstacle,
    "of the controller prefer the node that the claim was on once, and hang there; this library's follow the claim",
    async () => {
      const moved = [claim('moving'), workload('wiki', 'moving', nodeC)];
      // As the controller saw it when it made the viewer: the one consumer of the claim was on node
      // B.
      const then = {
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: { name: 'wiki-0', namespace: NAMESPACE },
        spec: {
          nodeName: nodeB,
          containers: [],
          volumes: [{ name: 'data', persistentVolumeClaim: { claimName: 'moving' } }],
        },
      };
      const podSpec = {
        securityContext: RESTRICTED_POD,
        containers: [
          {
            name: 'main',
            image: 'registry.example.com/viewer:1',
            securityContext: RESTRICTED,
            volumeMounts: [{ name: 'viewer-volume', mountPath: '/data' }],
          },
        ],
        volumes: [{ name: 'viewer-volume', persistentVolumeClaim: { claimName: 'moving' } }],
      };
      const byController = synthesized(
        [moved[0], then],
        (chart) =>
          new PVCViewer(chart, 'old', {
            claim: claimNamed(chart, 'moving'),
            name: 'old',
            podSpec,
            rwoScheduling: true,
            operatorMode: true,
          }),
      ).filter(({ kind }) => kind === 'Deployment');
      await apply(moved);
      await becomeReady('app=wiki', 1);
      await apply(byController);
      await eventually(Date.now() + 240_000, async () => {
        const [pod] = await podsOf('app.kubernetes.io/name=old');
        return pod && (await eventsOf(pod.name)).includes('FailedAttachVolume')
          ? undefined
          : 'the viewer of the controller is not refused its volume yet';
      });
      expect(await podsOf('app.kubernetes.io/name=old')).toMatchObject([
        { node: nodeB, ready: false },
      ]);

      await apply(
        synthesized(
          moved,
          (chart) =>
            new PVCViewer(chart, 'new', {
              claim: claimNamed(chart, 'moving'),
              name: 'new',
              routing: ViewerRouting.none(),
            }),
        ),
      );
      await becomeReady('app.kubernetes.io/name=new', 1);
      expect(await podsOf('app.kubernetes.io/name=new')).toMatchObject([
        { node: nodeC, ready: true },
      ]);
      expect(await podsOf('app.kubernetes.io/name=old')).toMatchObject([
        { node: nodeB, ready: false },
      ]);
    },
  );

  testUnless(
    obstacle,
    'wait while the node of their claim has no room, and start when there is some',
    async () => {
      const objects = [claim('full'), workload('hog', 'full', nodeC)];
      const free = await freeMillicores(nodeC);
      const filler = workload('filler', 'filler', nodeC);
      filler.spec.template.spec.volumes = [];
      filler.spec.template.spec.containers[0].volumeMounts = [];
      // Of what is left after both, a viewer wants more.
      filler.spec.template.spec.containers[0].resources.requests.cpu = `${free - 2_000 - 5}m`;
      await apply([...objects, filler]);
      await becomeReady('app in (hog,filler)', 2);
      await apply(
        synthesized(
          objects,
          (chart) =>
            new PVCViewer(chart, 'full', {
              claim: claimNamed(chart, 'full'),
              routing: ViewerRouting.none(),
            }),
        ),
      );
      await eventually(Date.now() + 240_000, async () => {
        const [pod] = await podsOf('app.kubernetes.io/name=full');
        return pod && (await eventsOf(pod.name)).includes('FailedScheduling')
          ? undefined
          : 'the scheduler has not said no yet';
      });
      expect(await podsOf('app.kubernetes.io/name=full')).toMatchObject([
        { node: undefined, ready: false },
      ]);
      await mustKubectl([
        'delete',
        'deployment',
        'filler',
        '--namespace',
        NAMESPACE,
        '--cascade=foreground',
        '--wait',
      ]);
      await becomeReady('app.kubernetes.io/name=full', 1);
      expect(await podsOf('app.kubernetes.io/name=full')).toMatchObject([
        { node: nodeC, ready: true },
      ]);
    },
  );

  for (const [name, routing] of Object.entries(ROUTINGS)) {
    const manifests = viewer({
      routing,
      networking: { timeout: name === 'Ingress' ? undefined : Duration.seconds(30) },
    });
    testUnless(
      obstacle ?? missingKind(manifests),
      `are accepted with the route ${name}, strictly`,
      async () => {
        expect(
          await kubectl(
            ['apply', '--dry-run=server', '--validate=strict', '-f', '-'],
            asList(manifests),
          ),
        ).toMatchObject({ code: 0, stderr: '' });
      },
    );
  }

  for (const [name, image] of Object.entries(IMAGES)) {
    testUnless(
      obstacle,
      `of ${name} are pods that a namespace with Pod Security restricted takes, and so are the Jobs that cull them`,
      async () => {
        const manifests = viewer({
          image,
          routing: ViewerRouting.none(),
          cull: { afterIdle: Duration.minutes(30) },
        });
        const templates = manifests.flatMap(({ kind, spec }: any) =>
          kind === 'Deployment'
            ? [spec.template]
            : kind === 'CronJob'
              ? [spec.jobTemplate.spec.template]
              : [],
        );
        const pods = templates.map(({ metadata, spec }, index) => ({
          apiVersion: 'v1',
          kind: 'Pod',
          metadata: { ...metadata, name: `try-${index}`, namespace: NAMESPACE },
          spec: { ...spec, serviceAccountName: undefined },
        }));
        expect(pods).toHaveLength(2);
        expect(
          await kubectl(
            ['create', '--dry-run=server', '--validate=strict', '-f', '-'],
            asList(pods),
          ),
        ).toMatchObject({ code: 0, stderr: '' });
      },
    );
  }

  testUnless(obstacle, 'are switched off by a Job that may do nothing else', async () => {
    const manifests = viewer({
      routing: ViewerRouting.none(),
      cull: { dailyAt: '19:30', timeZone: 'Europe/Berlin' },
    });
    await apply([claim('data'), ...manifests]);
    const cronJob: any = manifests.find(({ kind }) => kind === 'CronJob');
    const {
      serviceAccountName,
      containers: [{ command, env }],
    } = cronJob.spec.jobTemplate.spec.template.spec;
    const user = `system:serviceaccount:${NAMESPACE}:${serviceAccountName}`;
    const can = async (...what: string[]) =>
      (
        await kubectl(['auth', 'can-i', ...what, '--namespace', NAMESPACE, '--as', user])
      ).stdout.trim();
    expect([
      await can('patch', 'deployments/pvcviewer-data', '--subresource=scale'),
      await can('patch', 'deployments/app-data-0', '--subresource=scale'),
      await can('patch', 'deployments/pvcviewer-data'),
      await can('list', 'pods'),
      await can('get', 'secrets'),
    ]).toEqual(['yes', 'no', 'no', 'no', 'no']);

    // The Job's own script, with its own token, as nothing runs containers here.
    const credentials = mkdtempSync(join(tmpdir(), 'credentials-'));
    try {
      writeFileSync(
        join(credentials, 'token'),
        (
          await mustKubectl(['create', 'token', serviceAccountName, '--namespace', NAMESPACE])
        ).trim(),
      );
      const {
        clusters: [{ cluster }],
      } = JSON.parse(
        await mustKubectl(['config', 'view', '--raw', '--minify', '--flatten', '-o', 'json']),
      );
      writeFileSync(
        join(credentials, 'ca.crt'),
        Buffer.from(cluster['certificate-authority-data'] ?? '', 'base64'),
      );
      const variables = Object.fromEntries(env.map(({ name, value }: any) => [name, value]));
      const run = () =>
        spawnSync(command[0], command.slice(1), {
          env: {
            PATH: process.env.PATH,
            ...variables,
            API: cluster.server,
            CREDENTIALS: credentials,
          },
          encoding: 'utf8',
        });
      const replicas = async () =>
        mustKubectl([
          'get',
          'deployment',
          'pvcviewer-data',
          '--namespace',
          NAMESPACE,
          '-o',
          'jsonpath={.spec.replicas}',
        ]);
      expect(await replicas()).toBe('1');
      expect(run()).toMatchObject({
        status: 0,
        stdout: 'pvcviewer-data is switched off\n',
        stderr: '',
      });
      expect(await replicas()).toBe('0');
      expect(run()).toMatchObject({
        status: 0,
        stdout: 'pvcviewer-data is off already\n',
        stderr: '',
      });
      // What is applied again leaves it off.
      await apply(manifests);
      expect(await replicas()).toBe('0');
    } finally {
      rmSync(credentials, { recursive: true });
    }
  });
});
