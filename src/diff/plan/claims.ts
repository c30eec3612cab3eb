/**
 * Ways out for claims and volumes: the same data under a claim that is recreated, on the same
 * volume or on a copy.
 */
import { starting, stopping } from './pods';
import { applying, byHand, commands, manifestOf, Named, patch, reference, word } from './steps';
import { Fields, fieldsOf, shortHash } from '../../kube';
import { at } from '../../model';
import { identityOf, AppliedManifest } from '../../validation';
import type { Comparison } from '../comparison';
import { CLAIM, STORAGE_CLASS, VOLUME } from '../kind-keys';
import { PlanStep } from '../spec';
import { Stored } from '../stored';

/** What copies: any image with cp and dd. */
const IMAGE = 'docker.io/library/busybox:1.37.0';

/** A claim, as commands name it. */
export function claimNamed(namespace: string | undefined, name: string): Named {
  return { kindKey: CLAIM, namespace, name };
}

/** Everything that a way out for a claim needs. */
export interface ClaimMove {
  readonly namespace: string | undefined;
  readonly name: string;
  /** The claim as it should be. */
  readonly wanted: Fields;
  readonly users: readonly Stored[];
  readonly next: (id: string) => AppliedManifest | undefined;
}

const RETAIN = '{"spec":{"persistentVolumeReclaimPolicy":"Retain"}}';

const RESTORE_POLICY = `kubectl patch persistentvolume "$volume" --type=merge --patch '{"spec":{"persistentVolumeReclaimPolicy":"'"$volume_policy"'"}}'`;

/** Writes the name of a claim's volume into a variable, and has the volume outlive the claim. */
function keepVolume(variable: string, claim: Named): string[] {
  return [
    `${variable}=$(kubectl get ${reference(claim)} --output jsonpath='{.spec.volumeName}')`,
    `${variable}_policy=$(kubectl get persistentvolume "$${variable}" --output jsonpath='{.spec.persistentVolumeReclaimPolicy}')`,
    `kubectl patch persistentvolume "$${variable}" --type=merge --patch '${RETAIN}'`,
  ];
}

/**
 * Leads the volume whose claim is gone to another one: the reference has no uid, so that the next
 * claim of that name gets it, and no other.
 */
function handOver({ namespace, name }: Named, spec: Fields = {}): string {
  const claimRef = {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    namespace,
    name,
    uid: null,
    resourceVersion: null,
  };
  return `kubectl patch persistentvolume "$volume" --type=merge --patch ${word(JSON.stringify({ spec: { ...spec, claimRef } }))}`;
}

function untilBound(claim: Named): string {
  return `kubectl wait ${reference(claim)} --for=jsonpath='{.status.phase}'=Bound --timeout=5m`;
}

/** The claim is recreated on the volume that it has. */
export function rebinding(move: ClaimMove): PlanStep[] {
  const claim = claimNamed(move.namespace, move.name);
  const modes = at(move.wanted, 'spec.accessModes');
  return [
    ...stopping(move.users),
    commands(
      'Make sure that the volume and its data outlive the claim.',
      ...keepVolume('volume', claim),
    ),
    commands(
      'Delete the claim, and keep its volume for the next claim of that name.',
      `kubectl delete ${reference(claim)}`,
      handOver(claim, { accessModes: modes }),
    ),
    applying('Create the claim as it should be. It gets its volume back.', move.wanted),
    commands(
      'Wait for that, and restore the reclaim policy of the volume.',
      untilBound(claim),
      RESTORE_POLICY,
    ),
    ...starting(move.users, move.next),
  ];
}

/** The claim is recreated on another volume, to which its data are copied before. */
export function copying(move: ClaimMove): PlanStep[] {
  const { namespace, name, wanted } = move;
  const claim = claimNamed(namespace, name);
  const copy = claimNamed(namespace, copyName(name));
  const spec = fieldsOf(wanted.spec);
  const { volumeName: _volumeName, ...ownSpec } = spec;
  const { annotations: _annotations, ...metadata } = fieldsOf(wanted.metadata);
  return [
    ...stopping(move.users),
    applying('Create a second claim as it should be, under a temporary name.', {
      ...wanted,
      metadata: { ...metadata, name: copy.name },
      spec: ownSpec,
    }),
    ...copyingBetween(claim, copy, spec.volumeMode === 'Block'),
    commands(
      'Make sure that both volumes outlive their claims.',
      ...keepVolume('old', claim),
      ...keepVolume('volume', copy),
    ),
    commands(
      'Delete both claims, and keep the volume with the copy for the next claim of the first name.',
      `kubectl delete ${reference(claim)}`,
      `kubectl delete ${reference(copy)}`,
      handOver(claim),
    ),
    applying('Create the claim as it should be. It gets the volume with the copy.', {
      ...wanted,
      spec: ownSpec,
    }),
    commands(
      'Wait for that, and restore the reclaim policy of the volume.',
      untilBound(claim),
      RESTORE_POLICY,
    ),
    ...starting(move.users, move.next),
    byHand(
      'The first volume is kept, Released, with its data. When it is no longer needed, set its policy to Delete, or delete the volume and its storage.',
    ),
  ];
}

/** A Job copies from one claim to another. */
export function copyingBetween(from: Named, to: Named, isBlock: boolean): PlanStep[] {
  const job: Named = {
    kindKey: 'batch/Job',
    namespace: from.namespace,
    name: `copy-${shortHash([from.namespace ?? '', from.name, to.name])}`,
  };
  return [
    applying(
      'Copy the data. If the driver requires it, run the Job as the user who owns the files.',
      copyJob(job, from.name, to.name, isBlock),
    ),
    commands(
      'Wait until everything is copied.',
      `kubectl wait ${reference(job)} --for=condition=Complete --timeout=24h`,
      `kubectl delete ${reference(job)}`,
    ),
  ];
}

function copyJob({ namespace, name }: Named, from: string, to: string, isBlock: boolean): Fields {
  const command = isBlock
    ? 'dd if=/dev/from of=/dev/to bs=4M conv=fsync'
    : 'cp -a /from/. /to/ && sync';
  const devices = {
    volumeDevices: [
      { name: 'from', devicePath: '/dev/from' },
      { name: 'to', devicePath: '/dev/to' },
    ],
  };
  const mounts = {
    volumeMounts: [
      { name: 'from', mountPath: '/from' },
      { name: 'to', mountPath: '/to' },
    ],
  };
  const container = {
    name: 'copy',
    image: IMAGE,
    command: ['sh', '-c', command],
    ...(isBlock ? devices : mounts),
  };
  const volumes = [
    { name: 'from', persistentVolumeClaim: { claimName: from } },
    { name: 'to', persistentVolumeClaim: { claimName: to } },
  ];
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name, ...(namespace === undefined ? {} : { namespace }) },
    spec: {
      backoffLimit: 2,
      template: { spec: { restartPolicy: 'Never', containers: [container], volumes } },
    },
  };
}

/** A name that nobody has. */
function copyName(name: string): string {
  return `${name.slice(0, 240)}-${shortHash([name], 6)}`;
}

/** The claim is recreated, with whatever volume it then gets. What it had stays. */
export function exchanging(move: ClaimMove): PlanStep[] {
  const claim = claimNamed(move.namespace, move.name);
  return [
    ...stopping(move.users),
    commands(
      'Make sure that the volume and its data outlive the claim.',
      ...keepVolume('volume', claim),
    ),
    commands('Delete the claim.', `kubectl delete ${reference(claim)}`),
    applying('Create the claim as it should be.', move.wanted),
    ...starting(move.users, move.next),
    byHand('The first volume is kept, Released, with its data.'),
  ];
}

/** The step that ends a plan if the claim is bound after all: files do not show all volumes. */
export function onlyUnbound(claim: AppliedManifest): PlanStep {
  return commands(
    'Go on only if the claim is not bound: otherwise, its data would be lost.',
    `test "$(kubectl get ${reference(claim)} --output jsonpath='{.status.phase}')" = Pending`,
  );
}

/** A claim that holds no data yet. */
export function recreating(what: string, sent: AppliedManifest): PlanStep[] {
  return [
    commands(what, `kubectl delete ${reference(sent)}`),
    applying('Create it as it should be.', manifestOf(sent)),
  ];
}

/** The claim's data stay when it is pruned. */
export function keepingData(namespace: string | undefined, name: string): PlanStep[] {
  const claim = claimNamed(namespace, name);
  const volume: Named = { kindKey: VOLUME, namespace: undefined, name: 'VOLUME' };
  return [
    commands(
      'Before the change is merged, make sure that the volume and its data outlive the claim.',
      ...keepVolume('volume', claim),
      'echo "the data is on the volume $volume"',
    ),
    byHand(
      `To use the data again: ${patch(volume, { spec: { claimRef: { namespace: namespace ?? 'NAMESPACE', name: 'CLAIM', uid: null, resourceVersion: null } } })}, and create the claim.`,
    ),
  ];
}

/**
 * A class that is as NEW wants it, as far as claims need it now: NEW itself comes after the plan.
 */
export function havingClass(
  className: string | undefined,
  { before, next }: Pick<Comparison, 'before' | 'next'>,
): PlanStep[] {
  const id = identityOf(STORAGE_CLASS, undefined, className ?? '');
  const sent = next.find((one) => one.id === id);
  return sent && !before.get(id)
    ? [applying('Create the class, which is new.', manifestOf(sent))]
    : [];
}

/** A class lets its claims grow, if it does not as yet. */
export function lettingGrow(
  className: string | undefined,
  { before }: Pick<Comparison, 'before'>,
): PlanStep[] {
  if (
    className === undefined ||
    before.find(STORAGE_CLASS, undefined, className)?.live.allowVolumeExpansion === true
  ) {
    return [];
  }
  return [
    commands(
      `Allow expansion of claims of the class ${className}; also set allowVolumeExpansion: true in its manifest.`,
      patch(
        { kindKey: STORAGE_CLASS, namespace: undefined, name: className },
        { allowVolumeExpansion: true },
      ),
    ),
  ];
}

/** A claim asks for more. */
export function growing(
  namespace: string | undefined,
  names: readonly string[],
  storage: string,
): PlanStep {
  return commands(
    names.length === 1 ? 'Let the claim grow.' : 'Let the claims grow, one by one.',
    ...names.map((name) =>
      patch(claimNamed(namespace, name), { spec: { resources: { requests: { storage } } } }),
    ),
  );
}
