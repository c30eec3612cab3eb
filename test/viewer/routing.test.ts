/** The routes of viewers, whole. */
import { DUFS } from '../../src/viewer/apps';
import { buildViewer } from '../../src/viewer/build';
import {
  gatewaySpelling,
  isGatewayDuration,
  isIstioTimeout,
} from '../../src/viewer/routing/durations';
import { RoutingSpec, ViewerSpec } from '../../src/viewer/spec';
import { expectValid } from '../support/validate';

const LABELS = {
  'app.kubernetes.io/name': 'data',
  'app.kubernetes.io/instance': 'pvcviewer-data',
  'app.kubernetes.io/part-of': 'pvc-viewer',
};
const METADATA = { name: 'pvcviewer-data', namespace: 'ada', labels: LABELS };
const stripped = { ...DUFS, prefix: 'stripped' as const };

function routeOf(routing: RoutingSpec, change: Partial<ViewerSpec> = {}): any {
  const { route } = buildViewer({
    name: 'data',
    namespace: 'ada',
    pvc: 'data',
    routing,
    ...change,
  });
  if (route) expectValid([route]);
  return route;
}

describe('a VirtualService', () => {
  const ISTIO = { kind: 'virtualService', gateway: 'kubeflow/kubeflow-gateway' } as const;

  test('is that of the controller, with the present version', () => {
    expect(routeOf(ISTIO)).toEqual({
      apiVersion: 'networking.istio.io/v1',
      kind: 'VirtualService',
      metadata: METADATA,
      spec: {
        hosts: ['*'],
        gateways: ['kubeflow/kubeflow-gateway'],
        http: [
          {
            match: [{ uri: { prefix: '/pvcviewer/ada/data/' } }],
            rewrite: { uri: '/pvcviewer/ada/data/' },
            route: [
              {
                destination: { host: 'pvcviewer-data.ada.svc.cluster.local', port: { number: 80 } },
              },
            ],
          },
        ],
      },
    });
  });

  test('has what is asked for', () => {
    const { apiVersion, spec } = routeOf(
      { ...ISTIO, apiVersion: 'networking.istio.io/v1alpha3', hosts: ['files.example.com'] },
      {
        networking: { timeout: '30s', rewrite: '/x/' },
        clusterDomain: 'k8s.local',
      },
    );
    expect({ apiVersion, hosts: spec.hosts }).toEqual({
      apiVersion: 'networking.istio.io/v1alpha3',
      hosts: ['files.example.com'],
    });
    expect(spec.http[0]).toMatchObject({
      timeout: '30s',
      rewrite: { uri: '/x/' },
      route: [{ destination: { host: 'pvcviewer-data.ada.svc.k8s.local' } }],
    });
  });

  test('takes the prefix off for an app that does not want it', () => {
    expect(routeOf(ISTIO, { app: stripped }).spec.http[0].rewrite).toEqual({ uri: '/' });
  });
});

describe('an HTTPRoute', () => {
  const GATEWAY = {
    kind: 'httpRoute',
    parentRefs: [{ name: 'public', namespace: 'infra' }],
  } as const;

  test('matches the path without its last slash, and rewrites nothing', () => {
    expect(routeOf(GATEWAY)).toEqual({
      apiVersion: 'gateway.networking.k8s.io/v1',
      kind: 'HTTPRoute',
      metadata: METADATA,
      spec: {
        parentRefs: [{ name: 'public', namespace: 'infra' }],
        rules: [
          {
            matches: [{ path: { type: 'PathPrefix', value: '/pvcviewer/ada/data' } }],
            backendRefs: [{ name: 'pvcviewer-data', port: 80 }],
          },
        ],
      },
    });
  });

  test.each(['/pvcviewer/ada/data', '/pvcviewer/ada/data/'])(
    'has no filter for the rewrite %s, which is none',
    (rewrite) => {
      expect(routeOf(GATEWAY, { networking: { rewrite } }).spec.rules[0].filters).toBeUndefined();
    },
  );

  test('has what is asked for', () => {
    const {
      hostnames,
      rules: [rule],
    } = routeOf(
      { ...GATEWAY, hostnames: ['files.example.com'] },
      { networking: { timeout: '1h', rewrite: '/' } },
    ).spec;
    expect(hostnames).toEqual(['files.example.com']);
    expect(rule.timeouts).toEqual({ request: '1h' });
    expect(rule.filters).toEqual([
      {
        type: 'URLRewrite',
        urlRewrite: { path: { type: 'ReplacePrefixMatch', replacePrefixMatch: '/' } },
      },
    ]);
  });

  test('has no list of hosts that is empty', () => {
    expect(Object.keys(routeOf({ ...GATEWAY, hostnames: [] }).spec)).toEqual([
      'parentRefs',
      'rules',
    ]);
  });

  test('takes the prefix off for an app that does not want it', () => {
    expect(
      routeOf(GATEWAY, { app: stripped }).spec.rules[0].filters[0].urlRewrite.path
        .replacePrefixMatch,
    ).toBe('/');
  });
});

describe('an Ingress', () => {
  test('leads the path to the Service', () => {
    expect(routeOf({ kind: 'ingress' })).toEqual({
      apiVersion: 'networking.k8s.io/v1',
      kind: 'Ingress',
      metadata: METADATA,
      spec: {
        rules: [
          {
            http: {
              paths: [
                {
                  path: '/pvcviewer/ada/data',
                  pathType: 'Prefix',
                  backend: { service: { name: 'pvcviewer-data', port: { name: 'http' } } },
                },
              ],
            },
          },
        ],
      },
    });
  });

  test('has what is asked for', () => {
    const { metadata, spec } = routeOf(
      {
        kind: 'ingress',
        ingressClassName: 'nginx',
        host: 'f.example.com',
        tlsSecretName: 'cert',
        annotations: { a: 'b' },
      },
      { annotations: { c: 'd' } },
    );
    expect(metadata.annotations).toEqual({ c: 'd', a: 'b' });
    expect(spec).toMatchObject({
      ingressClassName: 'nginx',
      tls: [{ hosts: ['f.example.com'], secretName: 'cert' }],
      rules: [{ host: 'f.example.com' }],
    });
  });
});

test('there is no route where none is wanted', () => {
  expect(routeOf({ kind: 'none' })).toBeUndefined();
});

describe('durations', () => {
  test.each([
    ['1ms', true, true],
    ['0s', false, true],
    ['1.5s', true, false],
    ['999us', false, false],
    ['1h1m1s1ms', true, true],
    ['1s1s1s1s1s', true, false],
    ['100000s', true, false],
  ])('%s: Istio %s, Gateway API %s', (text, istio, gateway) => {
    expect([isIstioTimeout(text), isGatewayDuration(text)]).toEqual([istio, gateway]);
  });

  test.each([
    ['1.5s', '1s500ms'],
    ['0.25h', '15m'],
    ['0.0s', '0s'],
    ['1us', undefined],
    ['-1s', undefined],
    ['x', undefined],
  ])('%s is spelled %s for the Gateway API', (text, spelled) => {
    expect(gatewaySpelling(text)).toBe(spelled);
  });
});
