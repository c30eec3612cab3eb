/** From props to checked plain input: at once where everything is known, at synthesis where cdk8s computes something late. */
import { Construct } from 'constructs';
import { Finding, throwIfErrors } from '../findings';
import { hasLazy, unwrap } from '../kube';
import { keepFindings, registerForSynth, SynthCheck } from './synth-checks';

/** Plain input, or where to get it from once it is known. */
export interface Input<T> {
  /** Whether part of the input is known only at synthesis. */
  readonly late: boolean;
  /** The plain input. Call it at synthesis when it is late. */
  read(): T;
}

interface LateInput { read(): unknown; check(input: unknown): Finding[] }

const LATE: SynthCheck<LateInput> = {
  id: 'tree/late-input',
  check: (registered) => registered.flatMap(({ construct, value }) =>
    value.check(value.read()).map((finding) => ({ ...finding, construct }))),
};

/**
 * Takes the wrappers off the props and checks what is inside. Throws a `FindingsError` with all findings when there
 * is an error among them; when values are late, the errors come from the synthesis.
 */
export function readInput<T>(scope: Construct, props: T, check: (input: T) => Finding[]): Input<T> {
  if (hasLazy(props)) {
    const read = () => unwrap(props);
    registerForSynth(scope, LATE, { read, check: check as LateInput['check'] });
    return { late: true, read };
  }
  const input = unwrap(props);
  reportFindings(scope, check(input));
  return { late: false, read: () => input };
}

/** Throws when there is an error among the findings of a construct; keeps warnings for the synthesis. */
export function reportFindings(scope: Construct, findings: readonly Finding[]): void {
  if (findings.length === 0) return;
  const construct = scope.node.path;
  const placed = findings.map((finding) => ({ ...finding, construct }));
  throwIfErrors(placed);
  keepFindings(scope, placed);
}
