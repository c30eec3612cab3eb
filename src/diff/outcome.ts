/** Outcomes: what becomes of one object in the end, and what holds it until then. */
import type { LeftFolder } from './data/storage';
import { ObjectDiff } from './spec';
import { OwnClaim } from './workloads';
import { Fields, fieldsOf } from '../kube';

/** What of an outcome is reported as it is. */
type Reported =
  | 'verdict'
  | 'data'
  | 'dataAfterwards'
  | 'because'
  | 'phase'
  | 'finalizers'
  | 'afterwards'
  | 'dependsOn';

/**
 * What becomes of one object in the end. The verdict is that of what is pruned, and of claims that
 * are not in the files.
 */
export interface Outcome extends Partial<Pick<ObjectDiff, Reported>> {
  readonly id: string;
  readonly label: string;
  readonly own?: OwnClaim;
  /** The object with whose storage its data are lost, where that is another one. */
  readonly lostWith?: Pick<Outcome, 'id' | 'label'>;
  readonly leftFolder?: LeftFolder;
}

/** On what either of two outcomes depends. */
export function dependenciesOf(...outcomes: readonly Pick<Outcome, 'dependsOn'>[]): string[] {
  return [...new Set(outcomes.flatMap(({ dependsOn = [] }) => dependsOn))];
}

/** Finalizers that Kubernetes itself serves. */
const SERVED = [
  'kubernetes',
  'foregroundDeletion',
  'orphan',
  'kubernetes.io/pvc-protection',
  'kubernetes.io/pv-protection',
  'kubernetes.io/vac-protection',
];

/** The finalizers of an object that somebody else has to serve. */
export function foreignFinalizers(live: Fields): string[] {
  const { finalizers } = fieldsOf(live.metadata);
  return Array.isArray(finalizers)
    ? finalizers.filter((one): one is string => typeof one === 'string' && !SERVED.includes(one))
    : [];
}
