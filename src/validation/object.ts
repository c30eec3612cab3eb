/**
 * An object of one of Kubernetes' kinds by itself: how the API server would store it, and what it
 * refuses of it, whatever else there is.
 */
import { AppliedManifest } from './applied';
import { typeProblems } from './by-type';
import { rulesOf } from './kinds';
import { Past } from './kinds/kind';
import { annotationProblems, metadataProblems } from './metadata';
import { isIn, wholesOf } from './of-finding';
import { podProblems, templateProblems } from './pods';
import { storageProblems } from './storage';
import { dedupe, Finding, answerOf } from '../findings';
import { Fields, fieldsOf } from '../kube';
import { Draft, withoutNulls, writeDefaults } from '../model';

/** A new object, as the server would store it. */
export function newObject(sent: AppliedManifest): Draft {
  const live = withoutNulls(sent.type, sent.manifest, 'zero') as Draft;
  writeDefaults(sent.type!, live);
  writeCreated(sent, live);
  return live;
}

/** Writes what the server writes into a new object, beside defaults. */
export function writeCreated(sent: AppliedManifest, live: Draft): void {
  rulesOf(sent.kindKey).created?.(live, sent);
  protect(sent, live);
}

/** Whether the server writes over something that the manifest of a new object says. */
export function isWrittenOver({ kindKey, given }: AppliedManifest): boolean {
  return rulesOf(kindKey).overwrites?.(given) === true;
}

const PROTECTED: { readonly [kindKey: string]: string } = {
  '/PersistentVolumeClaim': 'kubernetes.io/pvc-protection',
  '/PersistentVolume': 'kubernetes.io/pv-protection',
  'storage.k8s.io/VolumeAttributesClass': 'kubernetes.io/vac-protection',
};

/** What may be in use gets a finalizer, by which it stays while it is. */
function protect({ kindKey }: AppliedManifest, live: Draft): void {
  if (!Object.hasOwn(PROTECTED, kindKey)) return;
  const metadata = fieldsOf(live.metadata);
  const finalizers: readonly unknown[] = Array.isArray(metadata.finalizers)
    ? metadata.finalizers
    : [];
  if (!finalizers.includes(PROTECTED[kindKey])) {
    live.metadata = { ...metadata, finalizers: [...finalizers, PROTECTED[kindKey]] };
  }
}

/**
 * All that the server refuses of an object as it would store it, some of it twice; `isKept` if the
 * applier keeps the manifest in an annotation.
 */
export function objectProblems(
  live: Fields,
  sent: AppliedManifest,
  past: Omit<Past, 'sent'>,
  isKept: boolean = false,
): Finding[] {
  const { type } = sent;
  const { isTaken } = past;
  const found = [
    ...metadataProblems(sent, live),
    ...(type === undefined ? [] : typeProblems(type, live)),
    ...(isTaken ? [] : [...templateProblems(sent, live), ...podProblems(sent, live, past.before)]),
    ...(rulesOf(sent.kindKey).invalid?.(live, { ...past, sent }) ?? []),
    ...annotationProblems(live, sent, isKept),
  ];
  if (isTaken) return found;
  const ofStorage = storageProblems(sent, live, found);
  return ofStorage.length === 0 ? found : [...unlessSurplus(found, ofStorage), ...ofStorage];
}

/** Without what is wrong in what is too much beside another field: it is not looked at. */
function unlessSurplus(found: readonly Finding[], others: readonly Finding[]): Finding[] {
  const wholes = others.flatMap(wholesOf);
  return found.filter(({ path }) => !wholes.some((whole) => isIn(path, whole)));
}

/** What the server refuses beyond what it says of pods and of storage, in their own rooms. */
export function otherProblems(live: Fields, sent: AppliedManifest): Finding[] {
  const found = [
    ...metadataProblems(sent, live),
    ...typeProblems(sent.type!, live, 'PodSpec'),
    ...templateProblems(sent, live),
    ...(rulesOf(sent.kindKey).invalid?.(live, { sent, isTaken: false }) ?? []),
    ...annotationProblems(live, sent),
  ];
  return dedupe(found, fieldAndWords);
}

/** What tells refusals of one object apart. */
export function fieldAndWords(finding: Finding): string {
  const { field, message } = answerOf(finding);
  return `${field}\n${message}`;
}
