/** Rules about resources, by which policies and bindings match. */
import { pathSegmentProblems, repeats } from './field-names';
import { Finding } from '../../findings';
import { Fields, valuesOf } from '../../kube';
import { listAt } from '../../model';
import { duplicate, invalid, missing, unsupported } from '../../resource';

/** Rules about resources: a star stands alone. */
export function matchProblems(constraints: Fields, path: string): Finding[] {
  return ['resourceRules', 'excludeResourceRules'].flatMap((field) =>
    listAt(constraints, field).flatMap((rule, index) =>
      ruleProblems(rule, `${path}.${field}[${index}]`),
    ),
  );
}

const OTHERS: { readonly [field: string]: string } = {
  apiGroups: 'API groups',
  apiVersions: 'API versions',
  operations: 'operations',
};

export function ruleProblems(rule: Fields, path: string): Finding[] {
  const found: Finding[] = [];
  const listOf = (field: string): readonly unknown[] =>
    Array.isArray(rule[field]) ? rule[field] : [];
  for (const [field, words] of Object.entries(OTHERS)) {
    const list = listOf(field);
    if (list.length > 1 && list.includes('*')) {
      found.push(
        invalid(
          `${path}.${field}`,
          list,
          `if '*' is present, must not specify other ${words}`,
          'remove the others',
        ),
      );
    }
  }
  listOf('apiVersions').forEach((version, index) => {
    if (version === '') found.push(missing(`${path}.apiVersions[${index}]`));
  });
  const names = listOf('resourceNames');
  const isTwice = repeats(names);
  names.forEach((name, index) => {
    if (isTwice[index]) {
      found.push(duplicate(`${path}.resourceNames[${index}]`, name, 'remove it'));
    }
    for (const why of typeof name === 'string' ? pathSegmentProblems(name) : []) {
      found.push(invalid(`${path}.resourceNames[${index}]`, name, why, 'use a valid name'));
    }
  });
  return [...found, ...resourceProblems(listOf('resources'), `${path}.resources`)];
}

function resourceProblems(resources: readonly unknown[], path: string): Finding[] {
  const found: Finding[] = [];
  const all = new Set<string>();
  resources.forEach((one, index) => {
    if (one === '') found.push(missing(`${path}[${index}]`));
    if (typeof one !== 'string' || !one.includes('/')) return;
    const [resource, sub] = [one.slice(0, one.indexOf('/')), one.slice(one.indexOf('/') + 1)];
    for (const star of [`${resource}/*`, `*/${sub}`]) {
      if (all.has(star)) {
        found.push(
          invalid(
            `${path}[${index}]`,
            one,
            `if '${star}' is present, must not specify ${one}`,
            'remove it',
          ),
        );
      }
    }
    if (sub === '*' || resource === '*') all.add(one);
  });
  if (resources.length > 1 && resources.includes('*/*')) {
    found.push(
      invalid(
        path,
        resources,
        "if '*/*' is present, must not specify other resources",
        'remove the others',
      ),
    );
  }
  const isPlain = (one: unknown) => typeof one === 'string' && one !== '*' && !one.includes('/');
  if (resources.includes('*') && resources.some(isPlain)) {
    found.push(
      invalid(
        path,
        resources,
        "if '*' is present, must not specify other resources without subresources",
        'remove the others',
      ),
    );
  }
  return found;
}

const PERSISTENT_OPERATIONS = ['*', 'CONNECT', 'CREATE', 'UPDATE'];

/** What is deleted cannot be mutated. */
export function deletionProblems(after: Fields, field: string): Finding[] {
  return listAt(after, `spec.${field}.resourceRules`).flatMap(({ operations }) =>
    valuesOf(operations)
      .filter((one) => !PERSISTENT_OPERATIONS.includes(String(one)))
      .map((one) =>
        unsupported(
          `spec.${field}.resourceRules.operations`,
          one,
          PERSISTENT_OPERATIONS,
          'remove it',
        ),
      ),
  );
}
