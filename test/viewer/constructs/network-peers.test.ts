/** The peers that may connect to a viewer, given as cdk8s-plus has them. */
import { App, Chart, Testing } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Findings, LocustTest, PVCViewer, PVCViewerProps } from '../../../src';
import { claimNamed } from '../../support/claims';
import { expectValid } from '../../support/validate';

const chartIn = (namespace = 'ada') =>
  new Chart(new App(), 'app', { namespace, disableResourceNameHashes: true });
const viewerIn = (chart: Chart, networkPolicy: unknown) =>
  new PVCViewer(chart, 'browse', {
    claim: claimNamed(chart, 'data'),
    readOnly: false,
    networkPolicy: networkPolicy as PVCViewerProps['networkPolicy'],
  });

/** The peers of the policy of a viewer, which the API server takes. */
function written(chart: Chart, ...allowFrom: kplus.INetworkPolicyPeer[]): unknown {
  viewerIn(chart, { allowFrom });
  const manifests = Testing.synth(chart);
  const policy = manifests.find(
    ({ kind, metadata }) => kind === 'NetworkPolicy' && metadata.name === 'pvcviewer-data',
  );
  expectValid([policy]);
  return policy.spec.ingress[0].from;
}

const inNamespace = (name: string) => ({ matchLabels: { 'kubernetes.io/metadata.name': name } });

describe('a viewer lets in', () => {
  test('namespaces by their names, labels and expressions', () => {
    const chart = chartIn();
    const named = kplus.Namespaces.select(chart, 'named', { names: ['gateways', 'jobs'] });
    const expressions = [kplus.LabelExpression.in('tier', ['edge', 'inner'])];
    expect(
      written(
        chart,
        named,
        kplus.Namespaces.select(chart, 'labelled', { labels: { team: 'a' }, expressions }),
      ),
    ).toEqual([
      { namespaceSelector: inNamespace('gateways') },
      { namespaceSelector: inNamespace('jobs') },
      {
        namespaceSelector: {
          matchLabels: { team: 'a' },
          matchExpressions: [{ key: 'tier', operator: 'In', values: ['edge', 'inner'] }],
        },
      },
    ]);
  });

  test('a namespace of the app', () => {
    const chart = chartIn();
    expect(
      written(chart, new kplus.Namespace(chart, 'team', { metadata: { name: 'team-b' } })),
    ).toEqual([{ namespaceSelector: inNamespace('team-b') }]);
  });

  test('pods of its own namespace, and of others', () => {
    const chart = chartIn();
    const namespaces = kplus.Namespaces.select(chart, 'namespaces', { names: ['web'] });
    const own = kplus.Pods.select(chart, 'own', { labels: { app: 'portal' } });
    const others = kplus.Pods.select(chart, 'others', { labels: { app: 'proxy' }, namespaces });
    expect(written(chart, own, others, kplus.Pods.all(chart, 'all'))).toEqual([
      { podSelector: { matchLabels: { app: 'portal' } } },
      { podSelector: { matchLabels: { app: 'proxy' } }, namespaceSelector: inNamespace('web') },
      { podSelector: {} },
    ]);
  });

  test('addresses', () => {
    const chart = chartIn();
    expect(
      written(
        chart,
        kplus.NetworkPolicyIpBlock.ipv4(chart, 'office', '10.0.0.0/8', ['10.1.0.0/16']),
      ),
    ).toEqual([{ ipBlock: { cidr: '10.0.0.0/8', except: ['10.1.0.0/16'] } }]);
  });

  test('workloads of cdk8s-plus and of this library, by the labels of their pods', () => {
    const chart = chartIn();
    const portal = new kplus.Deployment(chart, 'portal', {
      containers: [{ image: 'registry.example.com/portal:1' }],
    });
    const { workerJob } = new LocustTest(chart, 'load', {
      image: 'docker.io/locustio/locust:2.43.1',
      master: { command: '' },
      worker: { command: '', replicas: 1 },
    });
    const peers = written(chart, portal, workerJob!) as {
      podSelector: { matchLabels: object };
      namespaceSelector: object;
    }[];
    const names = [portal.name, workerJob!.name];
    const templates = Testing.synth(chart)
      .filter(({ metadata }) => names.includes(metadata.name))
      .map(({ spec }) => spec.template.metadata.labels);
    expect(peers).toHaveLength(2);
    peers.forEach(({ podSelector, namespaceSelector }, index) => {
      expect(Object.keys(podSelector.matchLabels)).not.toEqual([]);
      expect(templates[index]).toMatchObject(podSelector.matchLabels);
      expect(namespaceSelector).toEqual(inNamespace('ada'));
    });
  });
});

test('a peer is told of where it is given, also when one before it is several in the policy', () => {
  const chart = chartIn();
  const named = kplus.Namespaces.select(chart, 'named', { names: ['gateways', 'jobs'] });
  viewerIn(chart, { allowFrom: [named, kplus.Namespaces.all(chart, 'everywhere')] });
  expect(
    Findings.of(chart)
      .all.filter(({ rule }) => rule === 'viewer/open-access')
      .map(({ path }) => path),
  ).toEqual(['networkPolicy.allowFrom[1]']);
});

describe('what is not a peer is refused', () => {
  const REMEDY =
    'pass pods, namespaces or addresses of cdk8s-plus, such as Namespaces.select(…), or a workload of this library (input/type)';

  test.each<[unknown, string]>([
    [
      [{ namespaceSelector: {} }],
      `networkPolicy.allowFrom[0]: {"namespaceSelector":{}} is not a network policy peer; ${REMEDY}`,
    ],
    [
      ['gateways'],
      `networkPolicy.allowFrom[0]: "gateways" is not a network policy peer; ${REMEDY}`,
    ],
    [[null], `networkPolicy.allowFrom[0]: null is not a network policy peer; ${REMEDY}`],
    ['gateways', 'networkPolicy.allowFrom: "gateways" is not a list; use a list (input/type)'],
    [undefined, 'networkPolicy.allowFrom: allowFrom is required; set allowFrom (input/type)'],
  ])('%j', (allowFrom, line) => {
    expect(() => viewerIn(chartIn(), { allowFrom })).toThrow(new Error(`app/browse: ${line}`));
  });

  test('nor is a policy that is a text', () => {
    expect(() => viewerIn(chartIn(), 'open')).toThrow(
      'app/browse: networkPolicy: "open" is not an object; use an object with allowFrom, additionalPorts (input/type)',
    );
  });
});
