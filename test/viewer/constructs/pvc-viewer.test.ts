/** PVCViewer in a tree: its objects, where it is placed, what it refuses. */
import { ApiObject, App, Chart, Duration, JsonPatch, Lazy, Testing } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import {
  Claim,
  CoLocation,
  CoLocationMode,
  Findings,
  Platform,
  PVCViewer,
  PVCViewerProps,
  Target,
  ViewerImage,
  ViewerPrefix,
  ViewerRouting,
} from '../../../src';
import { claimNamed } from '../../support/claims';
import { expectValid } from '../../support/validate';

const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';
const PREFERRED = 'preferredDuringSchedulingIgnoredDuringExecution';

const chartIn = (app = Testing.app()) => new Chart(app, 'team', { namespace: 'ada' });
const object = (chart: Chart, kind: string, name: string, fields: object = {}) =>
  new ApiObject(chart, `${kind}-${name}`, {
    apiVersion: kind === 'Deployment' ? 'apps/v1' : 'v1',
    kind,
    metadata: { name },
    ...fields,
  });
const SIZE = { resources: { requests: { storage: '1Gi' } } };
const claim = (chart: Chart, name: string, spec: object) =>
  object(chart, 'PersistentVolumeClaim', name, { spec: { ...SIZE, ...spec } });
const shop = (chart: Chart, claimName = 'data', spec: object = {}) =>
  object(chart, 'Deployment', 'shop', {
    spec: {
      selector: { matchLabels: { app: 'shop' } },
      template: {
        metadata: { labels: { app: 'shop' } },
        spec: { containers: [], volumes: [{ name: 'v', persistentVolumeClaim: { claimName } }] },
      },
      ...spec,
    },
  });

/** The objects of the viewer by kind, each of them valid. */
function objectsOf(chart: Chart): { [kind: string]: any } {
  const own = Testing.synth(chart).filter(({ metadata }) => metadata.name.startsWith('pvcviewer-'));
  expectValid(own);
  return Object.fromEntries(own.map((one) => [one.kind, one]));
}
/** A claim that no app has, and what is said of it. */
const DATA = claimNamed(Testing.chart(), 'data');
const claimed = (mode: kplus.PersistentVolumeAccessMode) =>
  claimNamed(Testing.chart(), 'data', { accessModes: [mode] });
/** A viewer that offers most: unless the props say otherwise, it writes, and Istio routes to it. */
const viewer = ({ operatorMode, ...props }: Partial<PVCViewerProps> = {}, chart = chartIn()) =>
  new PVCViewer(chart, 'browse', {
    claim: claimNamed(chart, 'data'),
    ...(operatorMode
      ? { operatorMode }
      : { readOnly: false, routing: ViewerRouting.virtualService() }),
    ...props,
  });
const objects = (props: Partial<PVCViewerProps> = {}, chart = chartIn()) => {
  viewer(props, chart);
  return objectsOf(chart);
};
const affinityOf = (props: Partial<PVCViewerProps>, around: (chart: Chart) => void): any => {
  const chart = chartIn();
  const made = viewer(props, chart);
  around(chart);
  expect(made.deployment.kind).toBe('Deployment');
  return objectsOf(chart).Deployment.spec.template.spec.affinity;
};
const beside = (labels: object) => ({
  labelSelector: { matchLabels: labels },
  topologyKey: 'kubernetes.io/hostname',
});

describe('the least viewer', () => {
  const PLATFORMS = [undefined, ...Object.values(Platform)];
  const least = (platform: Platform | undefined, access?: kplus.PersistentVolumeAccessMode[]) => {
    const app = Testing.app();
    Target.enable(app, { platform });
    const chart = chartIn(app);
    return {
      chart,
      made: new PVCViewer(chart, 'browse', {
        claim: claimNamed(chart, 'data', { accessModes: access }),
      }),
    };
  };

  test.each(PLATFORMS)(
    'is read-only, has no route, and nothing is reported of it, on the platform %s',
    (platform) => {
      const { chart, made } = least(platform);
      expect(Object.keys(objectsOf(chart))).toEqual(['Deployment', 'Service']);
      expect([made.route, made.url]).toEqual([undefined, undefined]);
      const { volumes, containers } = made.deployment.toJson().spec.template.spec;
      expect([volumes[0].persistentVolumeClaim, containers[0].volumeMounts[0].readOnly]).toEqual([
        { claimName: 'data', readOnly: true },
        true,
      ]);
      expect(Findings.of(chart).all).toEqual([]);
    },
  );

  test('follows a claim for one node, and says what to do if there is nobody to follow', () => {
    const { READ_WRITE_ONCE, READ_WRITE_MANY } = kplus.PersistentVolumeAccessMode;
    expect(Findings.of(least(undefined, [READ_WRITE_MANY]).chart).all).toEqual([]);
    expect(
      Findings.of(least(undefined, [READ_WRITE_ONCE]).chart).all.map(({ rule, remedy }) => [
        rule,
        remedy,
      ]),
    ).toEqual([
      [
        'viewer/nobody-to-follow',
        'add the workloads that use the claim, set nodeName, set coLocation to NONE if any node is suitable, or acknowledge viewer/nobody-to-follow',
      ],
    ]);
  });

  test('that may write has two warnings, and none once it is said whose the files are and who comes in', () => {
    const chart = chartIn();
    new PVCViewer(chart, 'browse', { claim: claimNamed(chart, 'data'), readOnly: false });
    expect(Findings.of(chart).all.map(({ rule }) => rule)).toEqual([
      'viewer/owner-unknown',
      'viewer/open-access',
    ]);
    const other = chartIn();
    const allowFrom = [kplus.Namespaces.select(other, 'gateways', { names: ['gateways'] })];
    new PVCViewer(other, 'browse', {
      claim: claimNamed(other, 'data'),
      readOnly: false,
      fsGroup: 1000,
      networkPolicy: { allowFrom },
    });
    expect(Findings.of(other).all).toEqual([]);
  });
});

describe('its objects', () => {
  test('are a Deployment, a Service and a VirtualService, and it is found at a path', () => {
    const chart = chartIn();
    const made = viewer({}, chart);
    expect([made.viewerName, made.url]).toEqual(['data', '/pvcviewer/ada/data/']);
    expect(Object.keys(objectsOf(chart))).toEqual(['Deployment', 'Service', 'VirtualService']);
    expect([made.deployment.kind, made.service?.kind, made.route?.kind]).toEqual([
      'Deployment',
      'Service',
      'VirtualService',
    ]);
    expect([
      made.networkPolicy,
      made.authorizationPolicy,
      made.configMap,
      made.cullCronJob,
    ]).toEqual([undefined, undefined, undefined, undefined]);
    expect(ApiObject.of(made)).toBe(made.deployment);
  });

  test('are as many as are asked for', () => {
    const chart = chartIn();
    const made = viewer(
      {
        networkPolicy: {
          allowFrom: [kplus.Namespaces.select(chart, 'gateways', { names: ['gateways'] })],
          additionalPorts: [15008],
        },
        authorizationPolicy: { users: ['ada@example.com'] },
        cull: { afterIdle: Duration.minutes(30) },
        routing: ViewerRouting.httpRoute({ gatewayName: 'main', gatewayNamespace: 'gateways' }),
      },
      chart,
    );
    expect(Object.keys(objectsOf(chart))).toEqual([
      'NetworkPolicy',
      'AuthorizationPolicy',
      'Deployment',
      'Service',
      'HTTPRoute',
      'ServiceAccount',
      'Role',
      'RoleBinding',
      'CronJob',
    ]);
    expect([
      made.networkPolicy?.kind,
      made.authorizationPolicy?.kind,
      made.cullCronJob?.kind,
    ]).toEqual(['NetworkPolicy', 'AuthorizationPolicy', 'CronJob']);
  });

  test("have the principal of Istio's own gateway where none is named", () => {
    expect(objects({ authorizationPolicy: {} }).AuthorizationPolicy.spec.rules).toEqual([
      {
        from: [
          {
            source: {
              principals: ['cluster.local/ns/istio-system/sa/istio-ingressgateway-service-account'],
            },
          },
        ],
      },
    ]);
  });

  test('have the principals that Istio gives to Gateways, behind an HTTPRoute', () => {
    const principals = (gatewayNamespace?: string) =>
      objects({
        authorizationPolicy: {},
        routing: ViewerRouting.httpRoute({ gatewayName: 'main', gatewayNamespace }),
      }).AuthorizationPolicy.spec.rules[0].from[0].source.principals;
    expect(principals('gateways')).toEqual(['cluster.local/ns/gateways/sa/main-istio']);
    expect(principals()).toEqual(['cluster.local/ns/ada/sa/main-istio']);
    expect(
      objects({
        authorizationPolicy: { principals: ['a'] },
        routing: ViewerRouting.httpRoute({ gatewayName: 'main' }),
      }).AuthorizationPolicy.spec.rules[0].from,
    ).toEqual([{ source: { principals: ['a'] } }]);
  });

  test('take the wrapped values of cdk8s-plus and the spelling of its structs', () => {
    const { Deployment, Service } = objects({
      networking: { targetPort: kplus.k8s.IntOrString.fromString('web') },
      podSpec: {
        hostPid: true,
        containers: [
          {
            name: 'main',
            image: 'a:1',
            ports: [{ name: 'web', containerPort: 80 }],
            volumeMounts: [{ name: 'v', mountPath: '/v' }],
            resources: { limits: { memory: kplus.k8s.Quantity.fromString('1Gi') } },
          },
        ],
        volumes: [{ name: 'v', persistentVolumeClaim: { claimName: 'data' } }],
      },
    });
    expect(Deployment.spec.template.spec.hostPID).toBe(true);
    expect(Deployment.spec.template.spec.containers[0].resources).toEqual({
      limits: { memory: '1Gi' },
    });
    expect(Service.spec.ports).toEqual([{ name: 'http', port: 80, targetPort: 'web' }]);
  });

  test('can be patched, the affinity that is found late as well', () => {
    const chart = chartIn();
    shop(chart);
    const made = viewer({}, chart);
    made.deployment.addJsonPatch(
      JsonPatch.replace('/spec/template/spec/affinity', { podAntiAffinity: {} }),
    );
    expect(objectsOf(chart).Deployment.spec.template.spec.affinity).toEqual({
      podAntiAffinity: {},
    });
  });

  test('leave a podSpec that is given as it was', () => {
    const podSpec = Object.freeze({
      affinity: Object.freeze({ podAffinity: Object.freeze({ [PREFERRED]: Object.freeze([]) }) }),
      containers: [
        Object.freeze({
          name: 'a',
          image: 'a:1',
          ports: [{ containerPort: 80 }],
          volumeMounts: [{ name: 'v', mountPath: '/v' }],
        }),
      ],
      volumes: [Object.freeze({ name: 'v', persistentVolumeClaim: { claimName: 'data' } })],
    });
    const chart = chartIn();
    shop(chart);
    viewer({ podSpec: podSpec as any }, chart);
    expect(objectsOf(chart).Deployment.spec.template.spec.affinity.podAffinity).toEqual({
      [PREFERRED]: [],
      [REQUIRED]: [beside({ app: 'shop' })],
    });
    expect(podSpec.affinity.podAffinity).toEqual({ [PREFERRED]: [] });
  });

  test('mount the claim in a podSpec that does not have it, if that is asked for', () => {
    const podSpec = { containers: [{ name: 'a', image: 'a:1', ports: [{ containerPort: 80 }] }] };
    const { containers, volumes } = objects({ podSpec, injectVolumeAt: '/srv' }).Deployment.spec
      .template.spec;
    expect([containers[0].volumeMounts, volumes]).toEqual([
      [{ name: 'viewer-volume', mountPath: '/srv' }],
      [{ name: 'viewer-volume', persistentVolumeClaim: { claimName: 'data' } }],
    ]);
  });

  test('are the same bytes however often the app is synthesized', () => {
    const app = new App();
    const chart = chartIn(app);
    viewer({}, chart);
    shop(chart);
    expect(app.synthYaml()).toBe(app.synthYaml());
  });
});

describe('its application', () => {
  test("can be of another registry, with variables of one's own", () => {
    const [container] = objects({
      image: ViewerImage.dufs({
        image: 'registry.example.com/dufs:1',
        env: { DUFS_ALLOW_DELETE: 'false' },
      }),
    }).Deployment.spec.template.spec.containers;
    expect(container.image).toBe('registry.example.com/dufs:1');
    expect(container.env.filter(({ name }: any) => name === 'DUFS_ALLOW_DELETE')).toEqual([
      { name: 'DUFS_ALLOW_DELETE', value: 'false' },
    ]);
  });

  test('can be any, which says of itself what the viewer has to know', () => {
    const image = new ViewerImage({
      image: 'app:1',
      port: 3000,
      mountPath: '/files',
      prefix: ViewerPrefix.STRIPPED,
      env: { BASE: '{prefix}/' },
      healthPath: '/ok',
      user: 7,
    });
    const { Deployment, VirtualService } = objects({ image });
    const {
      containers: [container],
      securityContext,
    } = Deployment.spec.template.spec;
    expect([container.env, container.readinessProbe, securityContext.runAsUser]).toEqual([
      [{ name: 'BASE', value: '/pvcviewer/ada/data/' }],
      { httpGet: { path: '/ok', port: 'http' } },
      7,
    ]);
    expect(VirtualService.spec.http[0].rewrite).toEqual({ uri: '/' });
  });

  test('can read its settings from a file, which is a ConfigMap', () => {
    const configFile = { path: '/etc/app/config.yaml', content: 'baseURL: {prefix}/\n' };
    const chart = chartIn();
    const made = viewer(
      { image: new ViewerImage({ image: 'app:1', port: 3000, mountPath: '/files', configFile }) },
      chart,
    );
    const { ConfigMap, Deployment } = objectsOf(chart);
    expect(made.configMap?.kind).toBe('ConfigMap');
    expect(ConfigMap.data).toEqual({ 'config.yaml': 'baseURL: /pvcviewer/ada/data/\n' });
    expect(Deployment.spec.template.spec.volumes[1]).toEqual({
      name: 'config-file',
      configMap: { name: ConfigMap.metadata.name },
    });
    expect(Deployment.spec.template.spec.containers[0].volumeMounts[1]).toEqual({
      name: 'config-file',
      mountPath: '/etc/app/config.yaml',
      subPath: 'config.yaml',
      readOnly: true,
    });
  });

  test('at its end of life is a warning', () => {
    const chart = chartIn();
    viewer({ image: ViewerImage.filebrowser(), readOnly: true }, chart);
    expect(
      Findings.of(chart).all.map(({ rule, path, severity }) => [rule, path, severity]),
    ).toEqual([['viewer/app-end-of-life', 'image', 'warning']]);
  });
});

describe('its place', () => {
  test('is the node of the one workload that has the ReadWriteOnce claim', () => {
    expect(
      affinityOf({}, (chart) => {
        claim(chart, 'data', { accessModes: ['ReadWriteOnce'] });
        shop(chart);
      }),
    ).toEqual({ podAffinity: { [REQUIRED]: [beside({ app: 'shop' })] } });
  });

  test.each<[string, Partial<PVCViewerProps>, unknown]>([
    [
      'is preferred if that is asked for',
      { coLocation: CoLocationMode.PREFERRED },
      { podAffinity: { [PREFERRED]: [{ weight: 100, podAffinityTerm: beside({ app: 'shop' }) }] } },
    ],
    ['is any without co-location', { coLocation: CoLocationMode.NONE }, undefined],
    [
      'is any for a claim of many nodes',
      { claim: claimed(kplus.PersistentVolumeAccessMode.READ_WRITE_MANY) },
      undefined,
    ],
    [
      'is the node that is named, preferred',
      { nodeName: 'node-a' },
      {
        nodeAffinity: {
          [PREFERRED]: [
            {
              weight: 100,
              preference: {
                matchExpressions: [
                  { key: 'kubernetes.io/hostname', operator: 'In', values: ['node-a'] },
                ],
              },
            },
          ],
        },
      },
    ],
    [
      'is the node that is named, required',
      { nodeName: 'node-a', coLocation: CoLocationMode.REQUIRED },
      {
        nodeAffinity: {
          [REQUIRED]: {
            nodeSelectorTerms: [
              {
                matchExpressions: [
                  { key: 'kubernetes.io/hostname', operator: 'In', values: ['node-a'] },
                ],
              },
            ],
          },
        },
      },
    ],
  ])('%s', (_what, props, expected) => {
    expect(affinityOf(props, (chart) => shop(chart))).toEqual(expected);
  });

  test("comes on top of an affinity of one's own", () => {
    const own = {
      podAntiAffinity: { [PREFERRED]: [{ weight: 1, podAffinityTerm: beside({ app: 'noisy' }) }] },
    };
    expect(affinityOf({ affinity: own as any }, (chart) => shop(chart))).toEqual({
      ...own,
      podAffinity: { [REQUIRED]: [beside({ app: 'shop' })] },
    });
  });

  test('is preferred of another viewer of the claim, and nobody requires a viewer', () => {
    const chart = chartIn();
    viewer({}, chart);
    new PVCViewer(chart, 'second', { claim: claimNamed(chart, 'data'), name: 'second' });
    CoLocation.of(shop(chart)).withClaim(claimNamed(chart, 'data'));
    const affinities = Object.fromEntries(
      Testing.synth(chart)
        .filter(({ kind }) => kind === 'Deployment')
        .map(({ metadata, spec }) => [
          metadata.name,
          Object.keys(spec.template.spec.affinity.podAffinity),
        ]),
    );
    expect(affinities).toEqual({
      'pvcviewer-data': [REQUIRED],
      'pvcviewer-second': [REQUIRED],
      shop: [PREFERRED],
    });
  });
});

describe('the files', () => {
  const contextOf = (props: Partial<PVCViewerProps>, around: (chart: Chart) => void) => {
    const chart = chartIn();
    viewer(props, chart);
    around(chart);
    const { fsGroup, fsGroupChangePolicy } =
      objectsOf(chart).Deployment.spec.template.spec.securityContext;
    const warnings = Findings.of(chart)
      .all.filter(({ rule }) => rule === 'viewer/owner-unknown')
      .map(({ construct, path, message, remedy }) => `${construct} ${path}: ${message}; ${remedy}`);
    return [fsGroup, fsGroupChangePolicy, warnings];
  };
  const sharedBy =
    (securityContext?: object, labels: object = { app: 'shop' }) =>
    (chart: Chart) => {
      const pod = {
        containers: [],
        volumes: [{ name: 'v', persistentVolumeClaim: { claimName: 'data' } }],
        ...(securityContext ? { securityContext } : {}),
      };
      shop(chart, 'data', { template: { metadata: { labels }, spec: pod } });
    };
  const declared =
    (spec: object = {}) =>
    (chart: Chart) =>
      void claim(chart, 'data', { accessModes: ['ReadWriteOnce'], ...spec });
  const alone = () => undefined;
  const ON_MISMATCH = 'OnRootMismatch';
  const WARNING =
    'team/browse fsGroup: nothing in the app shows who owns the files of the claim "data", so the viewer gets no fsGroup and may not be able to write; ' +
    'add the workloads that use the claim, set user and group to the owner of the files or fsGroup to their group, make the viewer read-only, or acknowledge viewer/owner-unknown';

  test.each<[string, Partial<PVCViewerProps>, (chart: Chart) => void, unknown[]]>([
    [
      'stay with the group of those who have the claim',
      {},
      sharedBy({ fsGroup: 999 }),
      [999, ON_MISMATCH, []],
    ],
    [
      'stay with whom they are where nobody gives them to a group',
      {},
      sharedBy(),
      [undefined, undefined, []],
    ],
    [
      'are given to a group that is asked for',
      { fsGroup: 5 },
      sharedBy({ fsGroup: 999 }),
      [5, ON_MISMATCH, []],
    ],
    [
      'are given to nobody by a viewer that reads',
      { readOnly: true },
      sharedBy({ fsGroup: 999 }),
      [undefined, undefined, []],
    ],
    [
      "are given to the viewer's group where the volume is made for a claim of the app, and nobody else has it",
      {},
      declared(),
      [1000, ON_MISMATCH, []],
    ],
    ["are given to a group of one's own there", { user: 5 }, declared(), [5, ON_MISMATCH, []]],
    [
      'are given to no group there by a viewer that reads',
      { readOnly: true },
      declared(),
      [undefined, undefined, []],
    ],
    [
      "are nobody's that is known, where the app has neither the claim nor somebody who uses it",
      {},
      alone,
      [undefined, undefined, [WARNING]],
    ],
    [
      "are nobody's that is known, where only viewers have them",
      {},
      sharedBy({ fsGroup: 1000 }, { 'app.kubernetes.io/part-of': 'pvc-viewer' }),
      [undefined, undefined, [WARNING]],
    ],
    [
      "are nobody's that is known, on a node that somebody named",
      { nodeName: 'node-a' },
      declared(),
      [undefined, undefined, [WARNING]],
    ],
    [
      "are nobody's that is known, on a volume that was there before",
      {},
      declared({ volumeName: 'old' }),
      [undefined, undefined, [WARNING]],
    ],
    [
      "are nobody's that is known, on a volume that is selected",
      {},
      declared({ selector: { matchLabels: { a: 'b' } } }),
      [undefined, undefined, [WARNING]],
    ],
    [
      "are nobody's that is known, in a copy",
      {},
      declared({ dataSource: { kind: 'PersistentVolumeClaim', name: 'db' } }),
      [undefined, undefined, [WARNING]],
    ],
    [
      "are nobody's that is known, from a snapshot",
      {},
      declared({
        dataSourceRef: { apiGroup: 'snapshot.storage.k8s.io', kind: 'VolumeSnapshot', name: 'db' },
      }),
      [undefined, undefined, [WARNING]],
    ],
    [
      "are nobody's that is known, on a volume of no class",
      {},
      declared({ storageClassName: '' }),
      [undefined, undefined, [WARNING]],
    ],
    [
      "are nobody's that is known, on a volume that is kept for the claim",
      {},
      (chart) => {
        declared()(chart);
        new ApiObject(chart, 'pv', {
          apiVersion: 'v1',
          kind: 'PersistentVolume',
          metadata: { name: 'old' },
          spec: {
            capacity: { storage: '1Gi' },
            accessModes: ['ReadWriteOnce'],
            nfs: { server: 'files', path: '/' },
            claimRef: { name: 'data', namespace: 'ada' },
          },
        });
      },
      [undefined, undefined, [WARNING]],
    ],
    ['are those of a user who is named', { user: 999 }, alone, [undefined, undefined, []]],
    ['are those of a group that is named', { group: 999 }, alone, [undefined, undefined, []]],
    [
      'are given to a group that is named, whoever else there is',
      { fsGroup: 999 },
      alone,
      [999, ON_MISMATCH, []],
    ],
    ['are only read', { readOnly: true }, alone, [undefined, undefined, []]],
    [
      'are those of the group that the platform gives to the namespace',
      { userFromPlatform: true },
      alone,
      [undefined, undefined, []],
    ],
  ])('%s', (_what, props, around, expected) => {
    expect(contextOf(props, around)).toEqual(expected);
  });

  test('stay with the first group that those who have the claim name', () => {
    const chart = chartIn();
    viewer({}, chart);
    shop(chart);
    for (const [name, fsGroup] of [
      ['second', 70],
      ['third', 80],
    ] as const) {
      const pod = {
        containers: [],
        securityContext: { fsGroup },
        volumes: [{ name: 'v', persistentVolumeClaim: { claimName: 'data' } }],
      };
      object(chart, 'Deployment', name, {
        spec: {
          selector: { matchLabels: { app: name } },
          template: { metadata: { labels: { app: name } }, spec: pod },
        },
      });
    }
    expect(objectsOf(chart).Deployment.spec.template.spec.securityContext.fsGroup).toBe(70);
  });

  test('are told of once, and no more once somebody has said that it is fine', () => {
    const chart = chartIn();
    const made = viewer({}, chart);
    expect(
      Findings.of(chart).all.filter(({ rule }) => rule === 'viewer/owner-unknown'),
    ).toHaveLength(1);
    Findings.of(made).acknowledge('viewer/owner-unknown', 'the volume is world-writable');
    expect(Findings.of(chart).all.filter(({ rule }) => rule === 'viewer/owner-unknown')).toEqual(
      [],
    );
  });

  test("are nothing that a podSpec of one's own is asked about", () => {
    const podSpec = {
      securityContext: { fsGroup: 7 },
      containers: [
        {
          name: 'a',
          image: 'a:1',
          ports: [{ containerPort: 80 }],
          volumeMounts: [{ name: 'v', mountPath: '/v' }],
        },
      ],
      volumes: [{ name: 'v', persistentVolumeClaim: { claimName: 'data' } }],
    };
    expect(contextOf({ podSpec }, sharedBy({ fsGroup: 999 }))).toEqual([7, undefined, []]);
    expect(contextOf({ podSpec }, alone)).toEqual([7, undefined, []]);
  });
});

describe('whom it follows', () => {
  const told = (
    props: Partial<PVCViewerProps>,
    around: (chart: Chart) => void = () => undefined,
  ) => {
    const chart = chartIn();
    viewer(props, chart);
    around(chart);
    return Findings.of(chart)
      .all.filter(({ rule }) => rule === 'viewer/nobody-to-follow')
      .map(
        ({ severity, construct, path, message, remedy }) =>
          `${severity} ${construct} ${path}: ${message}; ${remedy}`,
      );
  };
  const declared =
    (...accessModes: string[]) =>
    (chart: Chart) =>
      void claim(chart, 'data', { accessModes });
  const WARNING =
    'warning team/browse coLocation: no workload in the app uses the claim "data", so the viewer has nothing to follow, and may be scheduled on a node where the volume ' +
    'cannot be attached; add the workloads that use the claim, set nodeName, set coLocation to NONE if any node is suitable, or acknowledge viewer/nobody-to-follow';

  test.each<[string, Partial<PVCViewerProps>, (chart: Chart) => void]>([
    ['where it is asked for', { coLocation: CoLocationMode.AUTO }, () => undefined],
    [
      'of a claim of the app, where it is asked for',
      { coLocation: CoLocationMode.AUTO },
      declared('ReadWriteOnce'),
    ],
    [
      'where it is asked for by a mode',
      { coLocation: CoLocationMode.REQUIRED },
      declared('ReadWriteOnce'),
    ],
    [
      'where it is said that the claim is for one node',
      { claim: claimed(kplus.PersistentVolumeAccessMode.READ_WRITE_ONCE) },
      () => undefined,
    ],
  ])('is nobody, which is told: %s', (_what, props, around) => {
    expect(told(props, around)).toEqual([WARNING]);
  });

  test.each<[string, Partial<PVCViewerProps>, (chart: Chart) => void]>([
    ['the claim is new, and nobody else has it', {}, declared('ReadWriteOnce')],
    ['somebody has the claim', { coLocation: CoLocationMode.AUTO }, (chart) => void shop(chart)],
    [
      'another viewer has the claim',
      { coLocation: CoLocationMode.AUTO },
      (chart) =>
        void new PVCViewer(chart, 'second', {
          claim: claimNamed(chart, 'data'),
          name: 'second',
          coLocation: CoLocationMode.NONE,
        }),
    ],
    ['the node is named', { nodeName: 'node-a' }, () => undefined],
    ['any node will do', { coLocation: CoLocationMode.NONE }, () => undefined],
    ['nothing is known of the claim', {}, () => undefined],
    [
      'the claim of the app does not say what it is for',
      {},
      (chart) => void claim(chart, 'data', {}),
    ],
    ['the claim is for many nodes', { coLocation: CoLocationMode.AUTO }, declared('ReadWriteMany')],
    [
      'it is said that the claim is for many nodes',
      { claim: claimed(kplus.PersistentVolumeAccessMode.READ_WRITE_MANY) },
      () => undefined,
    ],
    ['the claim is for one pod', { coLocation: CoLocationMode.AUTO }, declared('ReadWriteOncePod')],
    [
      'the claim is in another namespace, which is told instead',
      {},
      (chart) =>
        void claim(new Chart(chart, 'elsewhere', { namespace: 'elsewhere' }), 'data', {
          accessModes: ['ReadWriteOnce'],
        }),
    ],
  ])('is no matter where %s', (_what, props, around) => {
    expect(told(props, around)).toEqual([]);
  });
});

describe('who comes in', () => {
  const told = (
    props: Partial<PVCViewerProps>,
    around: (chart: Chart) => void = () => undefined,
  ) => {
    const chart = chartIn();
    viewer(props, chart);
    around(chart);
    return Findings.of(chart)
      .all.filter(({ rule }) => rule === 'viewer/open-access')
      .map(
        ({ severity, construct, path, message, remedy }) =>
          `${severity} ${construct} ${path}: ${message}; ${remedy}`,
      );
  };
  const WARNING =
    'warning team/browse networkPolicy: no policy restricts who can reach the viewer, so anyone may read and write the files of "data"; ' +
    'set networkPolicy or authorizationPolicy, make the viewer read-only, or acknowledge viewer/open-access';
  const policy = (kind: string, spec: object, namespace?: string) => (chart: Chart) =>
    void new ApiObject(chart, 'policy', {
      apiVersion: kind === 'NetworkPolicy' ? 'networking.k8s.io/v1' : 'security.istio.io/v1',
      kind,
      metadata: { name: 'policy', ...(namespace ? { namespace } : {}) },
      spec,
    });
  const gateway = {
    namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'gateways' } },
  };
  const source = (principal: string) => ({ from: [{ source: { principals: [principal] } }] });

  test('is everybody, unless it is said otherwise, and that is told', () => {
    expect(told({})).toEqual([WARNING]);
    expect(
      told({
        podSpec: {
          containers: [
            {
              name: 'a',
              image: 'a:1',
              ports: [{ containerPort: 80 }],
              volumeMounts: [{ name: 'v', mountPath: '/v' }],
            },
          ],
          volumes: [{ name: 'v', persistentVolumeClaim: { claimName: 'data' } }],
        },
      }),
    ).toEqual([WARNING]);
  });

  test('is whom a policy names, or those who only read', () => {
    expect(
      told({
        networkPolicy: {
          allowFrom: [kplus.Namespaces.select(chartIn(), 'gateways', { names: ['gateways'] })],
        },
      }),
    ).toEqual([]);
    expect(told({ authorizationPolicy: {} })).toEqual([]);
    expect(told({ readOnly: true })).toEqual([]);
  });

  test('is everybody with a policy for everybody, which is told where it stands', () => {
    expect(
      told({ networkPolicy: { allowFrom: [kplus.Namespaces.all(chartIn(), 'all')] } }),
    ).toEqual([
      'warning team/browse networkPolicy.allowFrom[0]: {"namespaceSelector":{}} matches every pod of the cluster, so anyone may read and write the files of "data"; ' +
        'name the namespace of the gateway, make the viewer read-only, or acknowledge viewer/open-access',
    ]);
  });

  test('is fine once somebody has said so', () => {
    const chart = chartIn();
    const made = viewer({}, chart);
    const other = new PVCViewer(chart, 'open', {
      claim: claimNamed(chart, 'data'),
      name: 'open',
      networkPolicy: { allowFrom: [kplus.Namespaces.all(chart, 'all')] },
    });
    for (const one of [made, other]) {
      Findings.of(one).acknowledge('viewer/open-access', 'the namespace has a policy of its own');
    }
    expect(Findings.of(chart).all.filter(({ rule }) => rule === 'viewer/open-access')).toEqual([]);
  });

  test.each<[string, (chart: Chart) => void]>([
    [
      'a network policy of the namespace that lets nobody in',
      policy('NetworkPolicy', { podSelector: {}, policyTypes: ['Ingress'] }),
    ],
    [
      'a network policy for all viewers',
      policy('NetworkPolicy', {
        podSelector: { matchLabels: { 'app.kubernetes.io/part-of': 'pvc-viewer' } },
        ingress: [{ from: [gateway] }],
      }),
    ],
    [
      'a network policy by expressions',
      policy('NetworkPolicy', {
        podSelector: {
          matchExpressions: [
            { key: 'app.kubernetes.io/name', operator: 'In', values: ['data'] },
            { key: 'app.kubernetes.io/name', operator: 'NotIn', values: ['x'] },
            { key: 'app.kubernetes.io/part-of', operator: 'Exists' },
            { key: 'constructor', operator: 'DoesNotExist' },
          ],
        },
        ingress: [{ from: [gateway] }],
      }),
    ],
    [
      'a policy of Istio for some',
      policy('AuthorizationPolicy', { rules: [source('cluster.local/ns/gateways/sa/main-istio')] }),
    ],
    ['a policy of Istio for nobody', policy('AuthorizationPolicy', {})],
    [
      'a network policy without types',
      policy('NetworkPolicy', { podSelector: {}, policyTypes: [], ingress: [{ from: [gateway] }] }),
    ],
    [
      'a policy of Istio for everybody in the mesh who is in a namespace',
      policy('AuthorizationPolicy', {
        rules: [{ from: [{ source: { principals: ['*'], namespaces: ['gateways'] } }] }],
      }),
    ],
    [
      'a policy of Istio with a condition',
      policy('AuthorizationPolicy', {
        rules: [{ when: [{ key: 'request.headers[kubeflow-userid]', values: ['ada'] }] }],
      }),
    ],
    [
      'a policy of Istio for a namespace',
      policy('AuthorizationPolicy', {
        rules: [{ from: [{ source: { namespaces: ['gateways'] } }] }],
      }),
    ],
    [
      'a single sign-on',
      policy('AuthorizationPolicy', {
        action: 'CUSTOM',
        provider: { name: 'oauth2' },
        rules: [{}],
      }),
    ],
  ])('is decided by policies of others: %s', (_what, around) => {
    expect(told({}, around)).toEqual([]);
  });

  test.each<[string, (chart: Chart) => void]>([
    [
      'a network policy for other pods',
      policy('NetworkPolicy', {
        podSelector: { matchLabels: { app: 'shop' } },
        policyTypes: ['Ingress'],
      }),
    ],
    [
      'a network policy for other pods, by an expression',
      policy('NetworkPolicy', {
        podSelector: {
          matchExpressions: [
            { key: 'app.kubernetes.io/name', operator: 'NotIn', values: ['data'] },
          ],
        },
      }),
    ],
    [
      'a network policy of another namespace',
      policy('NetworkPolicy', { podSelector: {}, policyTypes: ['Ingress'] }, 'bob'),
    ],
    [
      'a network policy about what goes out',
      policy('NetworkPolicy', { podSelector: {}, policyTypes: ['Egress'] }),
    ],
    ['a network policy for everybody', policy('NetworkPolicy', { podSelector: {}, ingress: [{}] })],
    [
      'a network policy for every pod',
      policy('NetworkPolicy', {
        podSelector: {},
        ingress: [{ from: [gateway] }, { from: [{ namespaceSelector: {} }] }],
      }),
    ],
    [
      'a policy of Istio for other pods',
      policy('AuthorizationPolicy', { selector: { matchLabels: { app: 'shop' } } }),
    ],
    ['a policy of Istio for everybody', policy('AuthorizationPolicy', { rules: [{}] })],
    [
      'a policy of Istio from anywhere',
      policy('AuthorizationPolicy', { rules: [{ from: [{ source: {} }] }] }),
    ],
    [
      'a policy of Istio for some, and for everybody',
      policy('AuthorizationPolicy', {
        rules: [source('cluster.local/ns/gateways/sa/main-istio'), {}],
      }),
    ],
    [
      'a policy of Istio for everybody in the mesh',
      policy('AuthorizationPolicy', { rules: [source('*')] }),
    ],
    [
      'a policy of Istio that only refuses',
      policy('AuthorizationPolicy', {
        action: 'DENY',
        rules: [source('cluster.local/ns/bob/sa/default')],
      }),
    ],
  ])('is not decided by %s', (_what, around) => {
    expect(told({}, around)).toEqual([WARNING]);
  });
});

describe('what stands around it', () => {
  const UNKNOWN = ['viewer/owner-unknown', 'viewer/nobody-to-follow', 'viewer/open-access'];
  const told = (chart: Chart) =>
    Findings.of(chart)
      .all.filter(({ rule }) => !UNKNOWN.includes(rule))
      .map(
        ({ severity, construct, path, message, remedy }) =>
          `${severity} ${construct} ${path}: ${message}; ${remedy}`,
      );

  test('cannot be another consumer of a claim for one pod', () => {
    const chart = chartIn();
    claim(chart, 'data', { accessModes: ['ReadWriteOncePod'] });
    shop(chart);
    viewer({}, chart);
    expect(() => Testing.synth(chart)).toThrow(
      'team/browse: claim: the claim "data" is for one pod (ReadWriteOncePod), but Deployment/ada/shop uses it; mount it in one pod, or claim ReadWriteOnce (placement/claim-for-one-pod)',
    );
  });

  test('cannot be a claim that is a device', () => {
    const chart = chartIn();
    claim(chart, 'data', { accessModes: ['ReadWriteOnce'], volumeMode: 'Block' });
    viewer({}, chart);
    expect(() => Testing.synth(chart)).toThrow(
      'team/browse: claim: the claim "data" is a block device, which has no files to show; view a claim with volumeMode Filesystem (viewer/block-volume)',
    );
  });

  test('may be a claim that can only be read, if the viewer is told so', () => {
    const chart = chartIn();
    claim(chart, 'data', { accessModes: ['ReadOnlyMany'] });
    viewer({}, chart);
    new PVCViewer(chart, 'fine', {
      claim: claimNamed(chart, 'data'),
      name: 'fine',
      readOnly: true,
    });
    expect(told(chart)).toEqual([
      'warning team/browse claim: the claim "data" is read-only (ReadOnlyMany), but the viewer offers to write; make the viewer read-only',
    ]);
  });

  test("is not another viewer's Service, where the two have one name", () => {
    const chart = chartIn();
    viewer({}, chart);
    new PVCViewer(chart, 'again', { claim: claimNamed(chart, 'data') });
    expect(told(chart).filter((line) => line.includes('selects the pods'))).toEqual([]);
  });

  test('should have the claim in its own namespace', () => {
    const chart = chartIn();
    claim(new Chart(chart, 'elsewhere', { namespace: 'elsewhere' }), 'data', {
      accessModes: ['ReadWriteOnce'],
    });
    viewer({}, chart);
    new PVCViewer(chart, 'fine', {
      claim: claimed(kplus.PersistentVolumeAccessMode.READ_WRITE_ONCE),
      name: 'fine',
    });
    expect(told(chart)).toEqual([
      'warning team/browse claim: the claim "data" is in the namespace elsewhere, but a pod can use only claims of its own namespace; ' +
        'put both into the same namespace; if there is a claim of that name here too, import it with its accessModes',
    ]);
  });

  test('should not be a service of others that takes its pod for theirs', () => {
    const chart = chartIn();
    object(chart, 'Service', 'front', { spec: { selector: { 'app.kubernetes.io/name': 'data' } } });
    object(chart, 'Service', 'back', { spec: { selector: { 'app.kubernetes.io/name': 'shop' } } });
    viewer({}, chart);
    expect(told(chart)).toEqual([
      'warning team/browse : the Service "front" (team/Service-front) selects the pods of the viewer with {"app.kubernetes.io/name":"data"}; ' +
        'make its selector more specific, or rename the viewer',
    ]);
  });

  test('cannot be a second viewer of the same name', () => {
    const chart = chartIn();
    viewer({}, chart);
    new PVCViewer(chart, 'again', { claim: claimNamed(chart, 'data') });
    expect(() => Testing.synth(chart)).toThrow(
      'is also the Deployment "pvcviewer-data" in namespace "ada"; rename one of them (input/object-twice)',
    );
  });
});

describe('in operator mode', () => {
  const podSpec = {
    containers: [{ name: 'a', image: 'a:1' }],
    volumes: [{ name: 'v', persistentVolumeClaim: { claimName: 'data' } }],
  };

  test('its objects are those of the controller', () => {
    const { Deployment, Service, VirtualService } = objects({
      operatorMode: true,
      networking: { basePrefix: '/p', targetPort: kplus.k8s.IntOrString.fromNumber(8080) },
    });
    const { containers } = Deployment.spec.template.spec;
    expect([containers[0].image, containers[0].env.at(-1)]).toEqual([
      'filebrowser/filebrowser:latest',
      { name: 'FB_BASEURL', value: '/p/ada/data/' },
    ]);
    expect(Service.spec).toMatchObject({
      type: 'ClusterIP',
      ports: [{ name: 'http', port: 80, targetPort: 8080 }],
    });
    expect([VirtualService.apiVersion, VirtualService.spec.gateways]).toEqual([
      'networking.istio.io/v1alpha3',
      ['kubeflow/kubeflow-gateway'],
    ]);
  });

  test('there is no Service and no path without networking', () => {
    const chart = chartIn();
    const made = viewer({ operatorMode: true, podSpec }, chart);
    expect([made.url, made.service, made.route]).toEqual([undefined, undefined, undefined]);
    expect(Object.keys(objectsOf(chart))).toEqual(['Deployment']);
  });

  test("the controller's settings count", () => {
    const { Deployment, VirtualService } = objects({
      operatorMode: true,
      networking: { targetPort: kplus.k8s.IntOrString.fromNumber(80) },
      settings: {
        gateway: 'istio-system/public',
        defaultPodSpec: 'containers: [{ name: mine, image: "mine:1" }]',
      },
    });
    expect([
      Deployment.spec.template.spec.containers[0].name,
      VirtualService.spec.gateways,
    ]).toEqual(['mine', ['istio-system/public']]);
  });

  test('it is refused without a namespace, which is part of its path', () => {
    expect(
      () => new PVCViewer(Testing.chart(), 'browse', { claim: DATA, operatorMode: true }),
    ).toThrow(
      'test/browse: namespace: the namespace is unknown; set namespace, or that of the chart (viewer/operator-verdict)',
    );
  });

  test('what stands around it is a warning at most', () => {
    const chart = chartIn();
    claim(chart, 'data', { accessModes: ['ReadWriteOnce'], volumeMode: 'Block' });
    viewer({ operatorMode: true, podSpec }, chart);
    expect(Findings.of(chart).all.map(({ rule, severity }) => [rule, severity])).toEqual([
      ['viewer/block-volume', 'warning'],
    ]);
    expect(Object.keys(objectsOf(chart))).toEqual(['Deployment']);
  });

  test('it prefers the node of the one pod of the app that has the claim', () => {
    const onNode = affinityOf({ operatorMode: true, podSpec, rwoScheduling: true }, (chart) => {
      claim(chart, 'data', { accessModes: ['ReadWriteOnce'] });
      object(chart, 'Pod', 'one', {
        spec: {
          nodeName: 'node-b',
          containers: [],
          volumes: [{ name: 'v', persistentVolumeClaim: { claimName: 'data' } }],
        },
      });
    });
    expect(onNode.nodeAffinity[PREFERRED][0].preference.matchExpressions[0].values).toEqual([
      'node-b',
    ]);
  });

  test.each<[string, Partial<PVCViewerProps>, string | RegExp]>([
    [
      'there is no claim',
      { claim: kplus.PersistentVolumeClaim.fromClaimName(Testing.chart(), 'claim', '') },
      'team/browse: claim: PVC name must be specified; set the name of the claim (viewer/operator-verdict)',
    ],
    [
      'the podSpec does not have the claim',
      { podSpec: { containers: [{ name: 'a' }] } },
      'team/browse: podSpec.volumes: PVC data must be used in the podSpec; add an item with',
    ],
    [
      'the podSpec is of a wrong type',
      { podSpec: 'pod' as any },
      'json: cannot unmarshal string into Go struct field PVCViewerSpec.spec.podSpec of type v1.PodSpec',
    ],
    [
      'the namespace is none',
      { namespace: 'a.b' },
      /^team\/browse: namespace: metadata\.namespace: Invalid value: "a\.b": must not contain dots/,
    ],
    [
      'an option is unknown to the controller',
      { readOnly: true },
      'team/browse: readOnly: the PVCViewer controller has no readOnly; remove it, or set operatorMode: false (viewer/unknown-to-operator)',
    ],
  ])('it is refused that %s', (_what, props, message) => {
    expect(() => viewer({ operatorMode: true, ...props })).toThrow(message);
  });
});

test.each([
  [Duration.seconds(0), '0s'],
  [Duration.millis(1), '1ms'],
  [Duration.millis(1500), '1s500ms'],
  [Duration.minutes(90), '1h30m'],
  [Duration.days(2), '48h'],
])('a request may take %s', (timeout, text) => {
  const routing = ViewerRouting.httpRoute({ gatewayName: 'web' });
  expect(objects({ routing, networking: { timeout } }).HTTPRoute.spec.rules[0].timeouts).toEqual({
    request: text,
  });
});

describe('what is refused', () => {
  test('is told all at once, with the construct, the field, the value and the remedy', () => {
    expect(() =>
      viewer({
        name: 'Data',
        networking: { basePrefix: 'p/', timeout: Duration.seconds(0) },
        replicas: 3,
        coLocation: 'near' as any,
      }),
    ).toThrow(
      /^5 errors.*\n.*team\/browse: name: "Data".*\n.*replicas.*\n.*networking\.basePrefix.*\n.*networking\.timeout: "0s".*\n.*coLocation: "near" is not a valid value/s,
    );
  });

  test.each<[string, Partial<PVCViewerProps>, string | RegExp]>([
    [
      'no claim',
      { claim: kplus.PersistentVolumeClaim.fromClaimName(Testing.chart(), 'claim', '') },
      /^team\/browse: claim: PVC name must be specified; set the name of the claim \(viewer\/pvc-missing\)$/,
    ],
    [
      'a podSpec without the claim',
      { podSpec: { containers: [{ name: 'a', image: 'a:1', ports: [{ containerPort: 1 }] }] } },
      'podSpec.volumes: PVC data must be used in the podSpec',
    ],
    [
      'an HTTPRoute of no Gateway',
      { routing: ViewerRouting.httpRoute(undefined as any) },
      'team/browse: routing: undefined is not an object; use an object with gatewayName, gatewayNamespace, sectionName, port, hostnames (input/type)',
    ],
    [
      'a number where a duration is meant',
      { networking: { timeout: 30 as any } },
      'team/browse: networking.timeout: 30 is not a string',
    ],
    [
      'an image that is none',
      { image: 'dufs' as any },
      'team/browse: image: "dufs" is not a ViewerImage; call one of its functions, such as ViewerImage.dufs() (input/type)',
    ],
    [
      'a routing that is none',
      { routing: {} as any },
      'team/browse: routing: {} is not a ViewerRouting; call one of its functions, such as ViewerRouting.none() (input/type)',
    ],
    [
      'an option that there is not',
      { readonly: true } as any,
      'readonly: there is no option "readonly", so true would have no effect; perhaps you meant "readOnly"',
    ],
    [
      'a name that is known late',
      { name: Lazy.any({ produce: () => 'x' }) },
      'name is known only at synthesis',
    ],
    [
      'idleness that is too short',
      { cull: { afterIdle: Duration.minutes(1) } },
      'team/browse: cull.afterIdle: ',
    ],
    [
      'a duration that is none',
      { cull: { afterIdle: '30m' as any } },
      'team/browse: cull.afterIdle: "30m" is not a Duration; call one of its functions, such as Duration.minutes(30) (input/type)',
    ],
    [
      'a read-only that is neither',
      { readOnly: 'yes' as any },
      'team/browse: readOnly: "yes" is neither true nor false; use true or false (input/type)',
    ],
    [
      'rwoScheduling that is neither',
      { rwoScheduling: 'yes' as any },
      'rwoScheduling: "yes" is neither true nor false',
    ],
    [
      'scheduling of the controller',
      { rwoScheduling: false },
      'team/browse: rwoScheduling: rwoScheduling has no effect outside of operator mode; use coLocation: CoLocationMode.NONE (viewer/operator-only)',
    ],
    [
      'a policy of Istio without a route',
      { authorizationPolicy: {}, routing: undefined },
      'team/browse: authorizationPolicy.principals: with the routing "none", the principals that call the viewer are unknown',
    ],
    [
      'a node that is none',
      { nodeName: 'a b' },
      'nodeName: "a b": a lowercase RFC 1123 label must consist of',
    ],
    [
      'a node without co-location',
      { nodeName: 'a', coLocation: CoLocationMode.NONE },
      'nodeName: "a" contradicts coLocation: "none"; remove one of the two',
    ],
    [
      'an operator mode that is a text',
      { operatorMode: 'false' as any },
      'team/browse: operatorMode: "false" is neither true nor false; write it without quotes: false (input/type)',
    ],
    [
      'an operator mode that is a number',
      { operatorMode: 1 as any },
      'team/browse: operatorMode: 1 is neither true nor false; use true or false (input/type)',
    ],
    [
      'a number of seconds for a duration',
      { cull: { afterIdle: 1800 as any } },
      'team/browse: cull.afterIdle: 1800 is not a Duration',
    ],
    [
      'a port of an image that is a text',
      { image: new ViewerImage({ image: 'app:1', port: '80' as any, mountPath: '/d' }) },
      'team/browse: image.port: "80" is not a whole number; write it without quotes: 80 (input/type)',
    ],
    [
      'an option that an image does not have',
      { image: ViewerImage.dufs({ tag: '1' } as any) },
      'team/browse: image.tag: there is no option "tag", so "1" would have no effect',
    ],
    [
      'an option that a routing does not have',
      { routing: ViewerRouting.ingress({ class: 'nginx' } as any) },
      'team/browse: routing.class: there is no option "class", so "nginx" would have no effect',
    ],
    [
      'culling at no time',
      { cull: {} },
      'team/browse: cull: neither afterIdle nor dailyAt is set; set one of them (viewer/cull)',
    ],
    [
      'a Gateway that is none',
      { routing: ViewerRouting.httpRoute({ gatewayName: 'A', gatewayNamespace: 'B' }) },
      /routing\.gatewayName: "A": .*\n.*routing\.gatewayNamespace: "B": /,
    ],
    [
      'the name of a claim where the claim is meant',
      { claim: 'data' as any },
      'team/browse: claim: "data" is not a claim; pass a claim of this library or of cdk8s-plus, such as Claim.fromClaimName(…) (input/type)',
    ],
    [
      'a claim of another namespace',
      {
        claim: Claim.fromClaimName(Testing.chart(), 'claim', 'data', { namespace: 'bob' }),
        namespace: 'ada',
      },
      'team/browse: claim: the claim "data" is in the namespace bob, but a pod can use only claims of its own namespace; put both into the same namespace (placement/claim-elsewhere)',
    ],
    [
      'a policy of Istio where nobody knows who the gateway is',
      { routing: ViewerRouting.ingress(), authorizationPolicy: {} },
      'team/browse: authorizationPolicy.principals: with the routing "ingress", the principals that call the viewer are unknown; set the principals that are allowed',
    ],
    [
      'settings of the controller',
      { settings: { gateway: 'a/b' } },
      'settings: the settings of the controller have no effect outside of operator mode',
    ],
    [
      'a user where the platform gives one',
      { user: 1000, userFromPlatform: true },
      'user: user has no effect if the platform assigns users to pods',
    ],
  ])('%s', (_what, props, message) => {
    expect(() => viewer(props)).toThrow(message);
  });

  test('a viewer without a namespace', () => {
    expect(() => new PVCViewer(Testing.chart(), 'browse', { claim: DATA })).toThrow(
      'test/browse: namespace: ',
    );
  });

  test('a viewer without any props', () => {
    expect(() => new PVCViewer(chartIn(), 'browse', undefined as any)).toThrow(
      'team/browse: claim: ',
    );
  });
});
