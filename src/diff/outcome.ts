/** Outcomes: what becomes of one object in the end, and what holds it until then. */
import { DataFate, Verdict } from './spec';
import { OwnClaim } from './workloads';
import { Fields, fieldsOf } from '../kube';

/** What becomes of one object in the end. */
export interface Outcome {
  readonly id: string;
  readonly label: string;
  /** Of what is pruned, and of claims that are not in the files. */
  readonly verdict?: Verdict;
  readonly data?: DataFate;
  /** Data that is lost for sure once the last pod that uses it ends. */
  readonly dataAfterwards?: 'lost';
  readonly because?: string;
  readonly phase?: string;
  readonly finalizers?: readonly string[];
  /** An object of NEW that goes. */
  readonly afterwards?: 'deleted' | 'stuck';
  readonly own?: OwnClaim;
  readonly dependsOn?: readonly string[];
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
