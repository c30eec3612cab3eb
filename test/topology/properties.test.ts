/** Properties of any objects, and of worlds of objects that a slow model is asked about too. */
import { anySources } from './any-sources';
import { readTopology, Topology, TopologySource } from '../../src/topology';
import * as fc from '../support/fast-check';

function askEverything(
  topology: Topology,
  names: readonly string[],
  namespaces: readonly (string | undefined)[],
): unknown {
  const perClaim = namespaces.flatMap((namespace) =>
    names.map((name) => [
      topology.claim(namespace, name),
      topology.consumersOf(namespace, name).map(({ workload, podName }) => [workload.key, podName]),
      topology.accessModesOf(namespace, name),
      topology.volumeOf(namespace, name),
      topology.classOf(namespace, name),
      topology.driverOf(namespace, name),
      topology.workload('v1', 'Pod', namespace, name),
      topology.workloadAt(name),
    ]),
  );
  const perWorkload = topology.workloads.map(({ namespace, podLabels }) =>
    topology.servicesSelecting(namespace, podLabels),
  );
  return [
    topology.workloads,
    topology.claims,
    topology.persistentVolumes,
    topology.storageClasses,
    topology.csiDrivers,
    topology.services,
    topology.unmountedClaims(),
    topology.undeclaredClaims(),
    perClaim,
    perWorkload,
  ];
}

const NAMES = ['a', 'a-0', 'a-a-0', '__proto__', ''];

test('any objects are read, and any question about them has an answer', () => {
  fc.assert(
    fc.property(anySources, (sources) => {
      askEverything(readTopology(sources), NAMES, [undefined, 'a', '__proto__']);
    }),
    { numRuns: 1000 },
  );
});

test('the same objects give the same answers, and stay as they were', () => {
  fc.assert(
    fc.property(anySources, (sources) => {
      const copy = structuredClone(sources);
      const answers = askEverything(readTopology(sources), NAMES, [undefined, 'a']);
      expect(sources).toEqual(copy);
      expect(askEverything(readTopology(copy), NAMES, [undefined, 'a'])).toEqual(answers);
    }),
  );
});

/** A world of few names, which often meet, in the words of this test. */
interface Volume {
  readonly name: string;
  readonly claim?: string;
}
interface Maker {
  readonly kind: 'Pod' | 'StatefulSet' | 'Deployment';
  readonly space: string;
  readonly name: string;
  readonly volumes: readonly Volume[];
  readonly templates: readonly string[];
  readonly replicas: number;
  readonly start: number;
  readonly labels: { readonly [key: string]: string };
}
interface Name {
  readonly space: string;
  readonly name: string;
}
interface World {
  readonly makers: readonly Maker[];
  readonly claims: readonly (Name & {
    readonly modes: readonly string[];
    readonly volume?: string;
    readonly className?: string;
  })[];
  readonly volumes: readonly {
    readonly name: string;
    readonly driver?: string;
    readonly claim?: Name;
  }[];
  readonly classes: readonly { readonly name: string; readonly isDefault: boolean }[];
  readonly services: readonly {
    readonly space: string;
    readonly selector: { readonly [key: string]: string };
  }[];
}

const space = fc.constantFrom('x', 'y');
const shortName = fc.constantFrom('a', 'b', 'a-b', 'a-0', '0', 'b-1-a', '1');
const claimName = fc.oneof(
  shortName,
  fc
    .tuple(shortName, shortName, fc.nat(3))
    .map(([one, two, ordinal]) => `${one}-${two}-${ordinal}`),
  fc
    .tuple(shortName, fc.nat(3), shortName)
    .map(([one, ordinal, two]) => `${one}-${ordinal}-${two}`),
);
const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const labels = fc.dictionary(fc.constantFrom('p', 'q', 'r'), fc.constantFrom('1', '2'), {
  maxKeys: 3,
});
const world: fc.Arbitrary<World> = fc.record({
  makers: fc.array(
    fc.record({
      kind: fc.constantFrom('Pod', 'StatefulSet', 'Deployment'),
      space,
      name: shortName,
      labels,
      volumes: fc.uniqueArray(fc.record({ name: shortName, claim: optional(claimName) }), {
        selector: ({ name }) => name,
        maxLength: 3,
      }),
      templates: fc.uniqueArray(shortName, { maxLength: 2 }),
      replicas: fc.nat(3),
      start: fc.nat(2),
    }),
    { maxLength: 6 },
  ),
  claims: fc.array(
    fc.record({
      space,
      name: claimName,
      modes: fc.constantFrom([], ['ReadWriteOnce']),
      volume: optional(fc.constantFrom('v', 'w')),
      className: optional(fc.constantFrom('', 's', 't')),
    }),
    { maxLength: 5 },
  ),
  volumes: fc.array(
    fc.record({
      name: fc.constantFrom('v', 'w'),
      driver: optional(fc.constant('d')),
      claim: optional(fc.record({ space, name: claimName })),
    }),
    { maxLength: 3 },
  ),
  classes: fc.array(fc.record({ name: fc.constantFrom('s', 't'), isDefault: fc.boolean() }), {
    maxLength: 3,
  }),
  services: fc.array(fc.record({ space, selector: labels }), { maxLength: 8 }),
});

function manifestsOf({ makers, claims, volumes, classes, services }: World): TopologySource[] {
  const podSpec = (maker: Maker) => ({
    volumes: maker.volumes.map(({ name, claim }) =>
      claim === undefined
        ? { name, ephemeral: { volumeClaimTemplate: { spec: {} } } }
        : { name, persistentVolumeClaim: { claimName: claim } },
    ),
  });
  const manifests = [
    ...makers.map((maker) => ({
      apiVersion: maker.kind === 'Pod' ? 'v1' : 'apps/v1',
      kind: maker.kind,
      metadata: {
        name: maker.name,
        namespace: maker.space,
        labels: maker.kind === 'Pod' ? maker.labels : {},
      },
      spec:
        maker.kind === 'Pod'
          ? podSpec(maker)
          : {
              replicas: maker.replicas,
              ordinals: { start: maker.start },
              template: { metadata: { labels: maker.labels }, spec: podSpec(maker) },
              volumeClaimTemplates: maker.templates.map((name) => ({
                metadata: { name },
                spec: {},
              })),
            },
    })),
    ...claims.map(({ space: namespace, name, modes, volume, className }) => ({
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: { name, namespace },
      spec: { accessModes: modes, volumeName: volume, storageClassName: className },
    })),
    ...volumes.map(({ name, driver, claim }) => ({
      apiVersion: 'v1',
      kind: 'PersistentVolume',
      metadata: { name },
      spec: {
        accessModes: ['ReadWriteMany'],
        ...(driver === undefined ? {} : { csi: { driver } }),
        ...(claim ? { claimRef: { name: claim.name, namespace: claim.space } } : {}),
      },
    })),
    ...classes.map(({ name, isDefault }) => ({
      apiVersion: 'storage.k8s.io/v1',
      kind: 'StorageClass',
      metadata: {
        name,
        annotations: { 'storageclass.kubernetes.io/is-default-class': String(isDefault) },
      },
      provisioner: `of-${name}`,
    })),
    ...services.map(({ space: namespace, selector }, index) => ({
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: `s${index}`, namespace },
      spec: { selector },
    })),
  ];
  return manifests.map((manifest, index) => ({ key: `#${index}`, manifest }));
}

/**
 * All claims that a maker's pods have, one by one: the name, the pod if the claim is its own, and
 * whether a pod makes it.
 */
function claimsOf({
  kind,
  name,
  volumes,
  templates,
  replicas,
  start,
}: Maker): { name: string; pod?: string; isMade: boolean }[] {
  const ordinals =
    kind === 'StatefulSet' ? Array.from({ length: replicas }, (_, index) => start + index) : [];
  const pods = kind === 'Pod' ? [name] : ordinals.map((ordinal) => `${name}-${ordinal}`);
  const ownTemplates = kind === 'StatefulSet' ? templates : [];
  const visible = volumes.filter((volume) => !ownTemplates.includes(volume.name));
  return [
    ...pods.flatMap((pod) =>
      ownTemplates.map((template) => ({ name: `${template}-${pod}`, pod, isMade: true })),
    ),
    ...pods.flatMap((pod) =>
      visible
        .filter(({ claim }) => claim === undefined)
        .map((volume) => ({ name: `${pod}-${volume.name}`, pod, isMade: true })),
    ),
    ...visible.flatMap(({ claim }) =>
      claim === undefined ? [] : [{ name: claim, isMade: false }],
    ),
  ];
}

const POD_LABELS: { readonly [key: string]: string } = { p: '1', q: '2', r: '1' };

/** The same questions, answered by looking at everything. */
function modelAnswers(
  { makers, claims, volumes, classes, services }: World,
  where: string,
  name: string,
): unknown {
  const consumers = makers.flatMap((maker, index) => {
    const own = maker.space === where ? claimsOf(maker).filter((one) => one.name === name) : [];
    const pods = new Set(own.map(({ pod }) => pod));
    return own.length === 0 ? [] : [[`#${index}`, pods.size === 1 ? own[0].pod : undefined]];
  });
  const declared = claims.find((one) => one.space === where && one.name === name);
  const isMade = makers.some(
    (maker) =>
      maker.space === where && claimsOf(maker).some((one) => one.name === name && one.isMade),
  );
  const reserved = volumes.find(({ claim }) => claim?.space === where && claim.name === name);
  const named =
    declared?.volume === undefined
      ? undefined
      : volumes.find((one) => one.name === declared.volume);
  const isForAnother =
    named?.claim !== undefined && (named.claim.space !== where || named.claim.name !== name);
  const volume = declared?.volume === undefined ? reserved : isForAnother ? undefined : named;
  const defaults = classes
    .filter(({ isDefault }) => isDefault)
    .map((one) => one.name)
    .sort();
  const isKnown = declared !== undefined || isMade;
  const className = isKnown ? (declared?.className ?? defaults[0]) : undefined;
  const provisioner = classes.some((one) => one.name === className) ? `of-${className}` : undefined;
  return {
    consumers,
    isKnown,
    modes: declared && declared.modes.length > 0 ? declared.modes : volume && ['ReadWriteMany'],
    volume: volume && `#${makers.length + claims.length + volumes.indexOf(volume)}`,
    className,
    driver: volume ? volume.driver : provisioner,
    services: services
      .map((service, index) => ({ ...service, name: `s${index}` }))
      .filter((service) => service.space === where && Object.keys(service.selector).length > 0)
      .filter(({ selector }) =>
        Object.keys(selector).every((key) => POD_LABELS[key] === selector[key]),
      )
      .map((service) => service.name),
  };
}

function topologyAnswers(topology: Topology, where: string, name: string): unknown {
  return {
    consumers: topology
      .consumersOf(where, name)
      .map(({ workload, podName }) => [workload.key, podName]),
    isKnown: topology.claim(where, name) !== undefined,
    modes: topology.accessModesOf(where, name),
    volume: topology.volumeOf(where, name)?.key,
    className: topology.classOf(where, name)?.name,
    driver: topology.driverOf(where, name),
    services: topology.servicesSelecting(where, POD_LABELS).map((service) => service.name),
  };
}

test('every answer is that of a model which counts out all pods and looks at everything', () => {
  fc.assert(
    fc.property(world, fc.array(claimName, { maxLength: 4 }), (given, others) => {
      const topology = readTopology(manifestsOf(given));
      const used = given.makers.flatMap(claimsOf).map(({ name }) => name);
      const names = new Set([...others, ...used, ...given.claims.map(({ name }) => name)]);
      for (const where of ['x', 'y']) {
        for (const name of names) {
          expect(topologyAnswers(topology, where, name)).toEqual(modelAnswers(given, where, name));
        }
      }
    }),
    { numRuns: 1000 },
  );
});

test('unmounted and undeclared claims are those of the model', () => {
  fc.assert(
    fc.property(world, (given) => {
      const topology = readTopology(manifestsOf(given));
      const all = given.makers.flatMap((maker, index) =>
        claimsOf(maker).map((one) => ({ ...one, space: maker.space, key: `#${index}` })),
      );
      const isIn = (list: readonly Name[], one: Name) =>
        list.some((other) => other.space === one.space && other.name === one.name);
      const known = [...given.claims, ...all.filter(({ isMade }) => isMade)];
      expect(topology.unmountedClaims().map(({ namespace, name }) => [namespace, name])).toEqual(
        given.claims.filter((one) => !isIn(all, one)).map((one) => [one.space, one.name]),
      );
      expect(
        topology.undeclaredClaims().map(({ workload, claimName: name }) => [workload.key, name]),
      ).toEqual(all.filter((one) => !isIn(known, one)).map(({ key, name }) => [key, name]));
    }),
    { numRuns: 500 },
  );
});
