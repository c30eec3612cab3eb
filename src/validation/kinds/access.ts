/** Roles and their bindings: what a rule allows, and to whom. */
import { pathSegmentProblems, wrongNameOf } from './field-names';
import { KindRules } from './kind';
import { selectorFaults } from './selectors';
import { Finding } from '../../findings';
import { Fields, subdomainProblems } from '../../kube';
import { at, Draft, fieldsAt, listAt } from '../../model';
import { invalid, required, unsupported } from '../../resource';

const GROUP = 'rbac.authorization.k8s.io';

export const ACCESS_RULES: { readonly [kindKey: string]: KindRules } = {
  '/ServiceAccount': { created: keepNamesOfSecrets },
  [`${GROUP}/Role`]: { invalid: (after) => roleProblems(after, true) },
  [`${GROUP}/ClusterRole`]: {
    invalid: (after) => [...roleProblems(after, false), ...aggregationProblems(after)],
  },
  [`${GROUP}/RoleBinding`]: {
    invalid: (after) => bindingProblems(after, ['Role', 'ClusterRole'], true),
  },
  [`${GROUP}/ClusterRoleBinding`]: {
    invalid: (after) => bindingProblems(after, ['ClusterRole'], false),
  },
};

/** Of the Secrets of an account the server stores their names alone, new or changed. */
export function keepNamesOfSecrets(live: Draft): void {
  const secrets = listAt(live, 'secrets');
  if (secrets.length > 0) live.secrets = secrets.map(({ name }) => (name ? { name } : {}));
}

/** What a rule is about: resources, or addresses that are none. */
function roleProblems(after: Fields, isNamespaced: boolean): Finding[] {
  return listAt(after, 'rules').flatMap((rule, index): Finding[] => {
    const path = `rules[${index}]`;
    const isFilled = (field: string) => Array.isArray(rule[field]) && rule[field].length > 0;
    if (isFilled('nonResourceURLs')) {
      const field = `${path}.nonResourceURLs`;
      const isMixed = ['apiGroups', 'resources', 'resourceNames'].some(isFilled);
      const wrong = (why: string, remedy: string) =>
        invalid(field, rule.nonResourceURLs, why, remedy);
      return [
        ...(isNamespaced
          ? [
              wrong(
                'namespaced rules cannot apply to non-resource URLs',
                'move them to a ClusterRole',
              ),
            ]
          : []),
        ...(isMixed
          ? [
              wrong(
                'rules cannot apply to both regular resources and non-resource URLs',
                'use a separate rule for each',
              ),
            ]
          : []),
      ];
    }
    return [
      ['apiGroups', 'api group'],
      ['resources', 'resource'],
    ]
      .filter(([field]) => !isFilled(field))
      .map(([field, what]) =>
        required(
          `${path}.${field}`,
          'add at least one',
          `resource rules must supply at least one ${what}`,
        ),
      );
  });
}

function aggregationProblems(after: Fields): Finding[] {
  const field = 'aggregationRule.clusterRoleSelectors';
  const selectors = listAt(after, field);
  if (selectors.length > 0) {
    return selectors.flatMap((selector, index) =>
      selectorFaults(selector, '').length === 0
        ? []
        : [invalid(`${field}[${index}]`, undefined, 'invalid label selector.', 'correct it')],
    );
  }
  if (after.aggregationRule === undefined) return [];
  const why = 'at least one clusterRoleSelector required if aggregationRule is non-nil';
  return [required(field, 'add a selector, or remove aggregationRule', why)];
}

/** Groups of subjects; in a cluster, each kind has one. */
const GROUP_OF_SUBJECT: { readonly [kind: string]: string } = {
  ServiceAccount: '',
  User: GROUP,
  Group: GROUP,
};

function bindingProblems(
  after: Fields,
  roles: readonly string[],
  isNamespaced: boolean,
): Finding[] {
  return [
    ...oneOf('roleRef.apiGroup', at(after, 'roleRef.apiGroup'), [GROUP]),
    ...oneOf('roleRef.kind', at(after, 'roleRef.kind'), roles),
    ...wrongNameOf(
      fieldsAt(after, 'roleRef'),
      'roleRef',
      'name',
      pathSegmentProblems,
      'use the name of a role',
    ),
    ...listAt(after, 'subjects').flatMap((subject, index) =>
      subjectProblems(subject, `subjects[${index}]`, isNamespaced),
    ),
  ];
}

function subjectProblems(subject: Fields, path: string, isNamespaced: boolean): Finding[] {
  const { kind, apiGroup, namespace } = subject;
  const found = oneOf(`${path}.kind`, kind, Object.keys(GROUP_OF_SUBJECT));
  if (found.length > 0) return found;
  const isAccount = kind === 'ServiceAccount';
  return [
    ...oneOf(`${path}.apiGroup`, apiGroup, [GROUP_OF_SUBJECT[String(kind)]]),
    ...(isAccount
      ? wrongNameOf(subject, path, 'name', subdomainProblems, 'use the name of an account')
      : []),
    ...(isAccount && !isNamespaced && namespace === undefined
      ? [required(`${path}.namespace`, 'set the namespace of the account')]
      : []),
  ];
}

function oneOf(field: string, value: unknown, values: readonly string[]): Finding[] {
  const given = value ?? '';
  return values.includes(given as string) ? [] : [unsupported(field, given, values)];
}
