/** Answers of the API server to one manifest. */
import { dedupe, Finding } from '../../findings';
import { Fields } from '../../kube';
import { fieldAndWords } from '../../validation';
import { PolicyAnswer } from '../admission/policies';
import { ChangedField } from '../changes';
import { Judgement } from './judgement';

export interface Answer {
  readonly verdict: 'created' | 'changed' | 'unchanged' | 'refused' | 'depends';
  readonly code?: number;
  readonly errors: readonly Finding[];
  /** What differs between what was stored and what is `wanted`. */
  readonly changes: readonly ChangedField[];
  /** The object with the change, be it stored or not. */
  readonly wanted?: Fields;
  /** What is not in the files and decides. */
  readonly dependsOn?: readonly string[];
  /** Whether the other way of applying may have another answer, or another effect. */
  readonly isOfWay?: boolean;
}

/** Nothing is to be done. */
export const UNCHANGED: Answer = { verdict: 'unchanged', errors: [], changes: [] };

export function refused(code: number, errors: readonly Finding[]): Answer {
  return { verdict: 'refused', code, errors: dedupe(errors, fieldAndWords), changes: [] };
}

/** Something that guards the cluster forbids it, with its own code. */
export function forbid(forbidden: readonly Finding[]): Answer {
  return refused(forbidden[0].server?.code ?? 403, forbidden);
}

/**
 * The answer with what it depends on: facts that are `unknown`, since not all expressions of
 * policies are understood, and policies of NEW that are `coming`, which may be in force or not.
 */
export function withUnknown(
  answer: Answer,
  { unknown, coming = [] }: Pick<Judgement, 'unknown'> & { coming?: PolicyAnswer['coming'] },
): Answer {
  if (unknown.length + coming.length === 0) return answer;
  return {
    ...answer,
    ...(unknown.length > 0 ? { verdict: 'depends' } : {}),
    dependsOn: [...unknown, ...coming],
  };
}

/** More may change than what is known to. */
export function withDoubt(answer: Answer, doubt: string): Answer {
  return {
    ...answer,
    verdict: answer.verdict === 'unchanged' ? 'depends' : answer.verdict,
    dependsOn: [...(answer.dependsOn ?? []), doubt],
  };
}
