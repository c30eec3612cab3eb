/**
 * The files that a locust process runs: what its arguments and its environment name, as locust
 * reads them.
 */
import { fields } from '../kube';
import { LocustTestSpec, Role } from './spec';

/** A file, a folder, a module or an address that a process is told to run. */
interface NamedLocustfile {
  readonly value: string;
  readonly field: string;
}

const VARIABLE = 'LOCUST_LOCUSTFILE';

/**
 * What a role is told to run. Of several arguments the last one counts, and a variable only without
 * any; each may name several, with commas between.
 */
export function locustfilesOf(spec: LocustTestSpec, role: Role): NamedLocustfile[] {
  const command = fields(spec[role]?.command ?? '').map((arg) => ({
    arg,
    field: `spec.${role}.command`,
  }));
  const extra = (spec[role]?.extraArgs ?? []).map((arg, index) => ({
    arg,
    field: `spec.${role}.extraArgs[${index}]`,
  }));
  const given = [...command, ...extra];
  const named = given.flatMap(({ arg, field }, index): NamedLocustfile[] => {
    if (arg === '-f' || arg === '--locustfile') {
      const next = given[index + 1];
      return next === undefined ? [] : [{ value: next.arg, field: next.field }];
    }
    const [, value] = /^(?:--locustfile=|-f=?)(.+)$/.exec(arg) ?? [];
    return value === undefined ? [] : [{ value, field }];
  });
  const variables = (spec.env?.variables ?? []).flatMap(({ name, value }, index) =>
    name === VARIABLE && value ? [{ value, field: `spec.env.variables[${index}].value` }] : [],
  );
  const last = named.pop() ?? variables.pop();
  return last === undefined
    ? []
    : last.value
        .split(',')
        .map((value) => ({ value: value.trim(), field: last.field }))
        .filter(({ value }) => value !== '');
}
