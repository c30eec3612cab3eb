/** What is wrong with what callers give to the volumes of a load test: it can be anything in other languages. */
import * as kplus from 'cdk8s-plus-28';
import { LocustTestVolumesProps } from './locust-volume-options';
import { didYouMean, Finding, show, violation } from '../../findings';
import { foreignObject } from '../../kube';
import { POD_RULES } from '../../pod';
import { SHAPE_RULES } from '../../shape';
import { INPUT_RULES } from '../../tree';
import { LOCUST_RULES as RULES } from '../rules';

/** Findings on lists that are none. */
export function checkLists(props: LocustTestVolumesProps): Finding[] {
  return (['volumes', 'volumeMounts'] as const).filter((field) => props[field] !== undefined && !Array.isArray(props[field])).map((field) =>
    violation(RULES.schema, field, `${show(props[field])} is no list`, 'give a list'));
}

/** Findings on what is to be mounted. */
export function storageFindings(storage: kplus.IStorage): Finding[] {
  return typeof storage?.asVolume === 'function' ? []
    : [violation(POD_RULES.volumeSource, 'mount', `${nameOf(storage)} is nothing that can be mounted`, 'give a volume, or a claim of this library')];
}

/** Findings on a struct that should be plain data. */
export function plainFindings(value: object, field: string): Finding[] {
  if (typeof value !== 'object' || value === null) return [violation(RULES.schema, field, `${show(value)} is no struct`, 'give its fields')];
  const foreign = foreignObject(value);
  return foreign === undefined ? []
    : [violation(INPUT_RULES.plainData, field, `${nameOf(foreign)} is no plain data`, 'mount what cdk8s-plus makes with mount')];
}

/** Findings on options that there are not. */
export function optionFindings(options: object | undefined, known: readonly string[], field: string): Finding[] {
  return Object.keys(options ?? {}).filter((option) => !known.includes(option)).map((option) =>
    violation(SHAPE_RULES.unknownField, field, `there is no option ${show(option)}`, didYouMean(option, known)));
}

/** Something that may be anything, in a message: a construct would not fit into it. */
export function nameOf(value: unknown): string {
  return typeof value === 'object' && value !== null ? `an object of ${show(value.constructor?.name ?? 'no class')}` : show(value);
}
