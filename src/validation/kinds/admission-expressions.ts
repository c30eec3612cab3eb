/** Expressions of policies: what they can name, and those that the API server does not compile. */
import { repeats } from './field-names';
import { compileProblem, RESERVED, Scope, variableType } from '../../cel';
import { Finding } from '../../findings';
import { Fields, fieldsOf, qualifiedKeyProblems, textOf } from '../../kube';
import { listAt } from '../../model';
import { duplicate, invalid, missing, tooMany } from '../../resource';

/** Whether there is no text. */
export const isBlank = (text: unknown) => typeof text !== 'string' || text.trim() === '';

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
const REQUEST_TYPES = {
  'request.name': 'string',
  'request.namespace': 'string',
  'request.operation': 'string',
  'request.subResource': 'string',
  'request.requestSubResource': 'string',
  'request.dryRun': 'bool',
  'request.userInfo.username': 'string',
  'request.userInfo.uid': 'string',
  'request.userInfo.groups': 'list(string)',
};

/** Variables of a policy by their names, with the types of their expressions. */
type Variables = ReadonlyMap<string, string>;

/**
 * What expressions of a policy can name. `variables` are those that are declared by then; undefined
 * where there are none.
 */
export function scopeOf(
  after: Fields,
  variables: Variables | undefined,
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
    fields: REQUEST_FIELDS,
    types: REQUEST_TYPES,
    ...(variables ? { variables } : {}),
    ...(result ? { result } : {}),
  };
}

/** Patches know the types that they are made of. */
export function patchScope(after: Fields, variables: Variables, result: readonly string[]): Scope {
  const scope = scopeOf(after, variables, result);
  return { ...scope, names: [...scope.names, 'Object', 'JSONPatch', 'jsonpatch'] };
}

export function expressionProblems(expression: unknown, field: string, scope: Scope): Finding[] {
  const problem =
    typeof expression === 'string' && expression.trim() !== ''
      ? compileProblem(expression, scope)
      : undefined;
  return problem === undefined
    ? []
    : [invalid(field, expression, problem, 'correct the expression')];
}

const MOST_CONDITIONS = 64;

/** Conditions of a policy, or of a webhook, which stand at `path` in the whole. */
export function conditionProblems(
  after: Fields,
  field = 'spec.matchConditions',
  path = field,
): Finding[] {
  const conditions = listAt(after, field);
  const isTwice = repeats(conditions.map(({ name }) => name));
  const scope = scopeOf(after, undefined, ['bool']);
  return [
    ...(conditions.length > MOST_CONDITIONS
      ? [tooMany(path, conditions.length, MOST_CONDITIONS, 'use fewer')]
      : []),
    ...conditions.flatMap(({ name, expression }, index): Finding[] => {
      const at = `${path}[${index}]`;
      return [
        ...(isBlank(expression) && expression !== undefined
          ? [missing(`${at}.expression`)]
          : expressionProblems(expression, `${at}.expression`, scope)),
        ...(typeof name === 'string' && name !== ''
          ? qualifiedKeyProblems(name).map((why) =>
              invalid(`${at}.name`, name, why, 'use a valid name'),
            )
          : []),
        ...(typeof name === 'string' && isTwice[index]
          ? [duplicate(`${at}.name`, name, 'use a unique name')]
          : []),
      ];
    }),
  ];
}

export function variablesOf(after: Fields): Variables {
  const found = new Map<string, string>();
  for (const variable of listAt(after, 'spec.variables')) declare(variable, found, after);
  return found;
}

/** Adds a variable to those that are declared before it. */
function declare({ name, expression }: Fields, found: Map<string, string>, after: Fields): void {
  found.set(String(name), variableType(textOf(expression), scopeOf(after, found)));
}

export function variableProblems(after: Fields): Finding[] {
  const known = new Map<string, string>();
  return listAt(after, 'spec.variables').flatMap((variable, index): Finding[] => {
    const { name, expression } = variable;
    const at = `spec.variables[${index}]`;
    const isName =
      typeof name === 'string' && /^[_a-zA-Z][_a-zA-Z0-9]*$/.test(name) && !RESERVED.has(name);
    const found = [
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
        : expressionProblems(expression, `${at}.expression`, scopeOf(after, known))),
    ];
    declare(variable, known, after);
    return found;
  });
}
