/**
 * Admission policies and their bindings: what the API server asks of them, and which of their
 * expressions it does not compile.
 */
import { KindRules } from './kind';
import { compileProblem, RESERVED, Scope } from '../../cel';
import {
  append,
  Fields,
  fieldsOf,
  isFields,
  label1035Problems,
  qualifiedKeyProblems,
  subdomainProblems,
} from '../../kube';
import { fieldsAt, listAt } from '../../model';
import { required, invalid, unsupported, forbidden, duplicate, tooMany, Refusal } from '../refusal';

export const ADMISSION_RULES: { readonly [kindKey: string]: KindRules } = {
  'admissionregistration.k8s.io/ValidatingAdmissionPolicy': {
    invalid: (after, { name }) => [...commonProblems(after), ...validationProblems(after, name)],
  },
  'admissionregistration.k8s.io/MutatingAdmissionPolicy': {
    invalid: (after) => [...commonProblems(after), ...mutationProblems(after)],
  },
  'admissionregistration.k8s.io/ValidatingAdmissionPolicyBinding': {
    invalid: (after) => [...bindingProblems(after), ...actionProblems(after)],
  },
  'admissionregistration.k8s.io/MutatingAdmissionPolicyBinding': {
    invalid: (after) => [...bindingProblems(after), ...deletionProblems(after, 'matchResources')],
  },
};

const missing = (field: string, why?: string): Refusal => required(field, 'write it', why);
const isBlank = (text: unknown) => typeof text !== 'string' || text.trim() === '';

/** What both kinds of policies have. */
function commonProblems(after: Fields): Refusal[] {
  const { matchConstraints, paramKind } = fieldsOf(after.spec);
  const path = 'spec.matchConstraints';
  return [
    ...(paramKind === undefined ? [] : paramKindProblems(fieldsOf(paramKind))),
    ...(matchConstraints === undefined
      ? [missing(path)]
      : [
          ...matchProblems(fieldsOf(matchConstraints), path),
          ...(listAt(after, `${path}.resourceRules`).length === 0
            ? [missing(`${path}.resourceRules`)]
            : []),
        ]),
    ...conditionProblems(after),
    ...variableProblems(after),
  ];
}

function paramKindProblems({ apiVersion, kind }: Fields): Refusal[] {
  const found: Refusal[] = [];
  const at = (field: string) => `spec.paramKind.${field}`;
  for (const [field, value] of Object.entries({ apiVersion, kind })) {
    if (value === undefined) found.push(missing(at(field)));
  }
  if (typeof apiVersion === 'string') {
    const parts = apiVersion.split('/');
    const version = parts[parts.length - 1];
    if (parts.length > 2) {
      found.push(
        invalid(
          at('apiVersion'),
          apiVersion,
          `unexpected GroupVersion string: ${apiVersion}`,
          'write group/version',
        ),
      );
    } else if (parts.length === 2 && parts[0] !== '') {
      for (const why of subdomainProblems(parts[0])) {
        found.push(invalid(at('apiVersion'), parts[0], why, 'write a valid group'));
      }
    }
    if (parts.length <= 2 && version === '') {
      found.push(
        invalid(at('apiVersion'), apiVersion, 'version must be specified', 'write group/version'),
      );
    } else if (parts.length <= 2) {
      for (const why of label1035Problems(version)) {
        found.push(invalid(at('apiVersion'), version, why, 'write a valid version'));
      }
    }
  }
  for (const why of typeof kind === 'string' ? label1035Problems(kind.toLowerCase()) : []) {
    found.push(
      invalid(
        at('kind'),
        kind,
        `may have mixed case, but should otherwise match: ${why}`,
        'write a valid kind',
      ),
    );
  }
  return found;
}

/** Rules about resources: a star stands alone. */
function matchProblems(constraints: Fields, path: string): Refusal[] {
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

function ruleProblems(rule: Fields, path: string): Refusal[] {
  const found: Refusal[] = [];
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
  names.forEach((name, index) => {
    if (names.indexOf(name) < index) {
      found.push(duplicate(`${path}.resourceNames[${index}]`, name, 'remove it'));
    }
    for (const why of typeof name === 'string' ? segmentProblems(name) : []) {
      found.push(invalid(`${path}.resourceNames[${index}]`, name, why, 'give a valid name'));
    }
  });
  return [...found, ...resourceProblems(listOf('resources'), `${path}.resources`)];
}

function segmentProblems(name: string): string[] {
  if (name === '.' || name === '..') return [`may not be '${name}'`];
  return ['/', '%']
    .filter((sign) => name.includes(sign))
    .map((sign) => `may not contain '${sign}'`);
}

function resourceProblems(resources: readonly unknown[], path: string): Refusal[] {
  const found: Refusal[] = [];
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

const REQUEST = [
  'kind',
  'resource',
  'subResource',
  'requestKind',
  'requestResource',
  'requestSubResource',
  'name',
  'namespace',
  'operation',
  'userInfo',
  'dryRun',
  'options',
];
const KIND = ['group', 'version', 'kind'];
const RESOURCE = ['group', 'version', 'resource'];
const REQUEST_FIELDS = {
  request: REQUEST,
  'request.kind': KIND,
  'request.requestKind': KIND,
  'request.resource': RESOURCE,
  'request.requestResource': RESOURCE,
  'request.userInfo': ['username', 'uid', 'groups', 'extra'],
  namespaceObject: ['metadata', 'spec', 'status'],
};

/**
 * What expressions of a policy can name. `variables` are those that are declared by then; undefined
 * where there are none.
 */
function scopeOf(
  after: Fields,
  variables: readonly string[] | undefined,
  result?: readonly string[],
  isAuthorized = true,
): Scope {
  const hasParams = fieldsOf(after.spec).paramKind !== undefined;
  const names = [
    'object',
    'oldObject',
    'request',
    'namespaceObject',
    ...(isAuthorized ? ['authorizer'] : []),
    ...(hasParams ? ['params'] : []),
    ...(variables ? ['variables'] : []),
  ];
  return {
    names,
    untyped: ['object', 'oldObject', 'params'],
    fields: { ...REQUEST_FIELDS, ...(variables ? { variables } : {}) },
    ...(result ? { result } : {}),
  };
}

/** Patches know the types that they are made of. */
function patchScope(after: Fields, variables: readonly string[], result: readonly string[]): Scope {
  const scope = scopeOf(after, variables, result);
  return { ...scope, names: [...scope.names, 'Object', 'JSONPatch', 'jsonpatch'] };
}

function expressionProblems(expression: unknown, field: string, scope: Scope): Refusal[] {
  const problem =
    typeof expression === 'string' && expression.trim() !== ''
      ? compileProblem(expression, scope)
      : undefined;
  return problem === undefined
    ? []
    : [invalid(field, expression, problem, 'correct the expression')];
}

const MOST_CONDITIONS = 64;

function conditionProblems(after: Fields): Refusal[] {
  const path = 'spec.matchConditions';
  const conditions = listAt(after, path);
  const names = conditions.map(({ name }) => name);
  const scope = scopeOf(after, undefined, ['bool']);
  return [
    ...(conditions.length > MOST_CONDITIONS
      ? [tooMany(path, conditions.length, MOST_CONDITIONS, 'write fewer')]
      : []),
    ...conditions.flatMap(({ name, expression }, index): Refusal[] => {
      const at = `${path}[${index}]`;
      return [
        ...(isBlank(expression) && expression !== undefined
          ? [missing(`${at}.expression`)]
          : expressionProblems(expression, `${at}.expression`, scope)),
        ...(typeof name === 'string' && name !== ''
          ? qualifiedKeyProblems(name).map((why) =>
              invalid(`${at}.name`, name, why, 'give a valid name'),
            )
          : []),
        ...(typeof name === 'string' && names.indexOf(name) < index
          ? [duplicate(`${at}.name`, name, 'use a unique name')]
          : []),
      ];
    }),
  ];
}

function variableNames(after: Fields): string[] {
  return listAt(after, 'spec.variables').map(({ name }) => String(name));
}

function variableProblems(after: Fields): Refusal[] {
  const names = variableNames(after);
  return listAt(after, 'spec.variables').flatMap(({ name, expression }, index): Refusal[] => {
    const at = `spec.variables[${index}]`;
    const isName =
      typeof name === 'string' && /^[_a-zA-Z][_a-zA-Z0-9]*$/.test(name) && !RESERVED.has(name);
    return [
      ...(isBlank(name) && name !== undefined
        ? [missing(`${at}.name`, 'name is not specified')]
        : name === undefined || isName
          ? []
          : [
              invalid(
                `${at}.name`,
                name,
                'must be a valid CEL identifier',
                'use letters, digits and underscores',
              ),
            ]),
      ...(isBlank(expression) && expression !== undefined
        ? [missing(`${at}.expression`, 'expression is not specified')]
        : expressionProblems(
            expression,
            `${at}.expression`,
            scopeOf(after, names.slice(0, index)),
          )),
    ];
  });
}

const MOST_ANNOTATIONS = 20;

function validationProblems(after: Fields, name: string): Refusal[] {
  const validations = listAt(after, 'spec.validations');
  const annotations = listAt(after, 'spec.auditAnnotations');
  const why = 'validations or auditAnnotations must contain at least one item';
  if (validations.length + annotations.length === 0) {
    return [missing('spec.validations', why), missing('spec.auditAnnotations', why)];
  }
  const variables = variableNames(after);
  const declared = variables.length > 0 ? variables : undefined;
  const keys = annotations.map(({ key }) => key);
  return [
    ...validations.flatMap((validation, index) =>
      oneValidation(after, validation, `spec.validations[${index}]`, declared),
    ),
    ...(annotations.length > MOST_ANNOTATIONS
      ? [
          invalid(
            'spec.auditAnnotations',
            annotations.length,
            `must not have more than ${MOST_ANNOTATIONS} auditAnnotations`,
            'write fewer',
          ),
        ]
      : []),
    ...annotations.flatMap(({ key, valueExpression }, index): Refusal[] => {
      const at = `spec.auditAnnotations[${index}]`;
      return [
        ...(typeof key === 'string'
          ? qualifiedKeyProblems(`${name}/${key}`).map((one) =>
              invalid(`${at}.key`, `${name}/${key}`, one, 'give a valid key'),
            )
          : []),
        ...(isBlank(valueExpression) && valueExpression !== undefined
          ? [missing(`${at}.valueExpression`, 'valueExpression is not specified')]
          : expressionProblems(
              valueExpression,
              `${at}.valueExpression`,
              scopeOf(after, declared, ['string', 'null_type']),
            )),
        ...(typeof key === 'string' && keys.indexOf(key) < index
          ? [duplicate(`${at}.key`, key, 'use a unique key')]
          : []),
      ];
    }),
  ];
}

const REASONS = ['Forbidden', 'Invalid', 'RequestEntityTooLarge', 'Unauthorized'];

function oneValidation(
  after: Fields,
  validation: Fields,
  path: string,
  variables: readonly string[] | undefined,
): Refusal[] {
  const { expression, message, messageExpression, reason } = validation;
  const found: Refusal[] = [];
  if (isBlank(expression)) {
    if (expression !== undefined) {
      found.push(missing(`${path}.expression`, 'expression is not specified'));
    }
  } else {
    append(
      found,
      expressionProblems(expression, `${path}.expression`, scopeOf(after, variables, ['bool'])),
    );
  }
  if (messageExpression !== undefined && messageExpression !== '') {
    const field = `${path}.messageExpression`;
    if (isBlank(messageExpression)) {
      found.push(
        invalid(
          field,
          messageExpression,
          'must be non-empty if specified',
          'write it, or remove it',
        ),
      );
    } else {
      append(
        found,
        expressionProblems(messageExpression, field, scopeOf(after, variables, ['string'], false)),
      );
    }
  }
  if (typeof message === 'string' && message !== '') {
    if (message.trim() === '') {
      found.push(
        invalid(
          `${path}.message`,
          message,
          'must be non-empty if specified',
          'write it, or remove it',
        ),
      );
    } else if (/[\n\r]/.test(message.trim())) {
      found.push(
        invalid(`${path}.message`, message, 'must not contain line breaks', 'write one line'),
      );
    }
  }
  if (typeof reason === 'string' && !REASONS.includes(reason)) {
    found.push(unsupported(`${path}.reason`, reason, REASONS));
  }
  return found;
}

/** By the type of a patch: its field, and the type of its expression. */
const PATCHES: {
  readonly [type: string]: { readonly field: string; readonly result: readonly string[] };
} = {
  ApplyConfiguration: { field: 'applyConfiguration', result: ['Object'] },
  JSONPatch: { field: 'jsonPatch', result: ['list'] },
};

function mutationProblems(after: Fields): Refusal[] {
  const found = deletionProblems(after, 'matchConstraints');
  const { reinvocationPolicy } = fieldsOf(after.spec);
  const mutations = listAt(after, 'spec.mutations');
  if (mutations.length === 0) {
    found.push(missing('spec.mutations', 'mutations must contain at least one item'));
  }
  if (reinvocationPolicy === undefined || reinvocationPolicy === '') {
    found.push(missing('spec.reinvocationPolicy'));
  }
  const variables = variableNames(after);
  mutations.forEach((mutation, index) => {
    const path = `spec.mutations[${index}]`;
    const { patchType } = mutation;
    if (typeof patchType !== 'string' || patchType === '') {
      found.push(missing(`${path}.patchType`));
      return;
    }
    if (!Object.hasOwn(PATCHES, patchType)) {
      found.push(unsupported(`${path}.patchType`, patchType, Object.keys(PATCHES).sort()));
      return;
    }
    for (const [type, { field, result }] of Object.entries(PATCHES)) {
      const patch = mutation[field];
      const at = `${path}.${field}`;
      if (type !== patchType) {
        if (patch !== undefined) {
          const why = `must not be specified when patchType is ${patchType}`;
          found.push(invalid(at, `{${field}}`, why, 'remove it'));
        }
        continue;
      }
      const { expression } = fieldsOf(patch);
      if (patch === undefined) {
        found.push(missing(at, `must be specified when patchType is ${type}`));
      } else if (isBlank(expression)) {
        found.push(missing(`${at}.expression`));
      } else {
        append(
          found,
          expressionProblems(expression, `${at}.expression`, patchScope(after, variables, result)),
        );
      }
    }
  });
  return found;
}

const PERSISTENT_OPERATIONS = ['*', 'CONNECT', 'CREATE', 'UPDATE'];

/** What is deleted cannot be mutated. */
function deletionProblems(after: Fields, field: string): Refusal[] {
  return listAt(after, `spec.${field}.resourceRules`).flatMap(({ operations }) =>
    (Array.isArray(operations) ? (operations as unknown[]) : [])
      .filter((one) => one === 'DELETE')
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

function bindingProblems(after: Fields): Refusal[] {
  const { policyName, paramRef, matchResources } = fieldsOf(after.spec);
  return [
    ...(typeof policyName !== 'string' || policyName === ''
      ? [missing('spec.policyName')]
      : subdomainProblems(policyName).map((why) =>
          invalid('spec.policyName', policyName, why, 'give a valid name'),
        )),
    ...(isFields(paramRef) ? paramRefProblems(paramRef) : []),
    ...(isFields(matchResources) ? matchProblems(matchResources, 'spec.matchResources') : []),
  ];
}

function paramRefProblems({ name, selector, parameterNotFoundAction }: Fields): Refusal[] {
  const path = 'spec.paramRef';
  const found: Refusal[] = [];
  const isNamed = typeof name === 'string' && name !== '';
  const both = (field: string) =>
    forbidden(`${path}.${field}`, 'name and selector are mutually exclusive', 'remove one of them');
  for (const why of isNamed ? segmentProblems(name) : []) {
    found.push(invalid(`${path}.name`, name, why, 'give a valid name'));
  }
  if (isNamed && selector !== undefined) {
    found.push(both('name'), both('selector'));
  }
  if (!isNamed && selector === undefined) {
    found.push(missing(path, 'one of name or selector must be specified'));
  }
  if (parameterNotFoundAction === undefined || parameterNotFoundAction === '') {
    found.push(missing(`${path}.parameterNotFoundAction`));
  }
  return found;
}

/** What a binding does with a violation: it is told once. */
function actionProblems(after: Fields): Refusal[] {
  const path = 'spec.validationActions';
  const { validationActions: actions } = fieldsAt(after, 'spec');
  if (!Array.isArray(actions) || actions.length === 0) {
    return [missing(path, 'at least one validation action is required')];
  }
  const found: Refusal[] = [];
  actions.forEach((action, index) => {
    if (actions.indexOf(action) < index) {
      found.push(duplicate(`${path}[${index}]`, action, 'remove it'));
    }
  });
  if (actions.includes('Deny') && actions.includes('Warn')) {
    const why =
      'must not contain both Deny and Warn (repeating the same validation failure information in the API response and headers serves no purpose)';
    found.push(invalid(path, actions, why, 'keep one of them'));
  }
  return found;
}
