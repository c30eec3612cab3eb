import { casesOf } from './cases';
import { decide } from '../../src/ownership/decide';
import { kubeletStep } from '../../src/ownership/kubelet';
import { readVolumes } from '../../src/ownership/read';
import { GroupsOfDriver } from '../../src/ownership/spec';
import { checkPodSpec } from '../../src/pod';
import { readTopology } from '../../src/topology';
import { sayReplayed } from '../support/conformance';

interface Case {
  id: string;
  kind: string;
  input: any;
  kubeletAppliesFsGroup: boolean;
  delegatedToDriver: boolean;
  passedToDriver?: string;
  mounted: boolean;
  apiErrors?: string[];
}

const CASES: Case[] = casesOf('decisions');
const isAboutApi = ({ kind }: Case) => kind === 'api';
const ABOUT_API = CASES.filter(isAboutApi);
const ABOUT_VOLUMES = CASES.filter((one) => !isAboutApi(one));

/** What kubelet knows of the drivers of a case: the objects, and the plugin on the node. */
function driversOf({ input }: Case): GroupsOfDriver {
  const drivers = (input.objects ?? []).filter(({ kind }: any) => kind === 'CSIDriver');
  return (name) => {
    const object = drivers.find(({ metadata }: any) => metadata.name === name);
    const appliesFsGroup =
      input.csiNodePlugin?.name === name &&
      input.csiNodePlugin.nodeCapabilities.includes('VOLUME_MOUNT_GROUP');
    // The API server writes out the default, which kubelet takes without an object too.
    return {
      appliesFsGroup,
      defaultFsType: '',
      fsGroupPolicy: object?.spec.fsGroupPolicy ?? 'ReadWriteOnceWithFSType',
    };
  };
}

function volumeOf(one: Case) {
  const { input } = one;
  const sources = [input.pod, ...(input.objects ?? [])].map((manifest: any, index: number) => ({
    key: String(index),
    manifest,
  }));
  const topology = readTopology(sources);
  const driver = driversOf(one);
  const found = readVolumes(topology.workloads[0], { topology, driver }).find(
    ({ name }) => name === input.volume,
  )!;
  return { found, driver };
}

const flexFsGroupOf = ({ input }: Case): boolean => input.flexDriverCapabilities?.fsGroup ?? true;

function stepOf(one: Case) {
  const { found, driver } = volumeOf(one);
  return kubeletStep(found, {
    driver: found.driver === undefined ? undefined : driver(found.driver),
    flexFsGroup: flexFsGroupOf(one),
  }).does;
}

function predicted(one: Case) {
  const { found } = volumeOf(one);
  const { pod, csiNodePlugin, flexDriverCapabilities } = one.input;
  const gid = pod.spec.securityContext?.fsGroup;
  const does = stepOf(one);
  // Whether a driver is on the node no manifest tells.
  const isMissing =
    (found.driver !== undefined && !found.isBlock && csiNodePlugin?.name !== found.driver) ||
    (found.source === 'flexVolume' && !flexDriverCapabilities);
  const isRefused =
    found.isInline &&
    found.source === 'csi' &&
    found.migratedFrom === undefined &&
    !one.input.objects?.some(
      (object: any) =>
        object.kind === 'CSIDriver' && object.spec.volumeLifecycleModes?.includes('Ephemeral'),
    );
  // A local volume is changed by the first pod on the node only; the table warns of it.
  const isMounted = found.source === 'local' && one.input.podAlreadyOnNode !== undefined;
  const fails = does === 'fails' || isMissing || isRefused;
  return {
    kubeletAppliesFsGroup: gid !== undefined && does === 'changes' && !fails && !isMounted,
    delegatedToDriver: gid !== undefined && does === 'passes' && !fails,
    mounted: !fails && !found.isUnmounted,
  };
}

test('every case is replayed', () => {
  sayReplayed('ownership/decisions', ABOUT_VOLUMES.length + ABOUT_API.length);
  expect(ABOUT_VOLUMES.length + ABOUT_API.length).toBe(CASES.length);
  expect(CASES.length).toBeGreaterThan(0);
});

test.each(ABOUT_API.map((one) => [one.id, one] as const))(
  'the API server: %s',
  (_id, { input, apiErrors = [] }) => {
    const places = apiErrors.map((error) => /^Pod: (spec[^:]*):/.exec(error)![1]);
    expect(
      checkPodSpec(input.pod.spec, { path: 'spec' })
        .filter(({ severity }) => severity === 'error')
        .map(({ path }) => path)
        .sort(),
    ).toEqual(places.sort());
  },
);

test.each(ABOUT_VOLUMES.map((one) => [one.id, one] as const))('kubelet: %s', (_id, one) => {
  const { kubeletAppliesFsGroup, delegatedToDriver, mounted } = one;
  expect(predicted(one)).toEqual({ kubeletAppliesFsGroup, delegatedToDriver, mounted });
});

const GIVEN = ABOUT_VOLUMES.filter(({ input }) => input.pod.spec.securityContext?.fsGroup > 0);

test.each(GIVEN.map((one) => [one.id, one] as const))(
  'the decision relies on kubelet or a driver exactly where these act: %s',
  (_id, one) => {
    const { found, driver } = volumeOf(one);
    const { way } = decide(found, {
      gid: one.input.pod.spec.securityContext.fsGroup,
      driver,
      wish: { access: 'read', flexFsGroup: flexFsGroupOf(one) },
    });
    const acts = {
      fsGroup: 'changes',
      driver: 'passes',
      init: 'ignores',
      nothing: 'ignores',
    } as const;
    // What is refused may be so for reasons of the user's own; nothing is claimed then.
    if (way !== 'refuse') expect(acts[way]).toBe(stepOf(one));
  },
);
