/** Admission policies of both kinds: what the API server asks of them. */
import { actionProblems, bindingProblems } from './admission-bindings';
import {
  conditionProblems,
  expressionProblems,
  isBlank,
  patchScope,
  scopeOf,
  variableProblems,
  variablesOf,
} from './admission-expressions';
import { deletionProblems, matchProblems } from './admission-matching';
import { repeats } from './field-names';
import { KindRules } from './kind';
import { Finding } from '../../findings';
import {
  append,
  Fields,
  fieldsOf,
  label1035Problems,
  qualifiedKeyProblems,
  subdomainProblems,
} from '../../kube';
import { listAt } from '../../model';
import { duplicate, invalid, missing, unsupported } from '../../resource';

export const ADMISSION_RULES: { readonly [kindKey: string]: KindRules } = {
  'admissionregistration.k8s.io/ValidatingAdmissionPolicy': {
    invalid: (after, { sent: { name } }) => [
      ...commonProblems(after),
      ...validationProblems(after, name),
    ],
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

/** What both kinds of policies have. */
function commonProblems(after: Fields): Finding[] {
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

function paramKindProblems({ apiVersion, kind }: Fields): Finding[] {
  const found: Finding[] = [];
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
          'use group/version',
        ),
      );
    } else if (parts.length === 2 && parts[0] !== '') {
      for (const why of subdomainProblems(parts[0])) {
        found.push(invalid(at('apiVersion'), parts[0], why, 'use a valid group'));
      }
    }
    if (parts.length <= 2 && version === '') {
      found.push(
        invalid(at('apiVersion'), apiVersion, 'version must be specified', 'use group/version'),
      );
    } else if (parts.length <= 2) {
      for (const why of label1035Problems(version)) {
        found.push(invalid(at('apiVersion'), version, why, 'use a valid version'));
      }
    }
  }
  for (const why of typeof kind === 'string' ? label1035Problems(kind.toLowerCase()) : []) {
    found.push(
      invalid(
        at('kind'),
        kind,
        `may have mixed case, but should otherwise match: ${why}`,
        'use a valid kind',
      ),
    );
  }
  return found;
}

const MOST_ANNOTATIONS = 20;

function validationProblems(after: Fields, name: string): Finding[] {
  const validations = listAt(after, 'spec.validations');
  const annotations = listAt(after, 'spec.auditAnnotations');
  const why = 'validations or auditAnnotations must contain at least one item';
  if (validations.length + annotations.length === 0) {
    return [missing('spec.validations', why), missing('spec.auditAnnotations', why)];
  }
  const variables = variablesOf(after);
  const declared = variables.size > 0 ? variables : undefined;
  const isTwice = repeats(annotations.map(({ key }) => key));
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
            'use fewer',
          ),
        ]
      : []),
    ...annotations.flatMap(({ key, valueExpression }, index): Finding[] => {
      const at = `spec.auditAnnotations[${index}]`;
      return [
        ...(typeof key === 'string'
          ? qualifiedKeyProblems(`${name}/${key}`).map((one) =>
              invalid(`${at}.key`, `${name}/${key}`, one, 'use a valid key'),
            )
          : []),
        ...(isBlank(valueExpression) && valueExpression !== undefined
          ? [missing(`${at}.valueExpression`, 'valueExpression is not specified')]
          : expressionProblems(
              valueExpression,
              `${at}.valueExpression`,
              scopeOf(after, declared, ['string', 'null_type']),
            )),
        ...(typeof key === 'string' && isTwice[index]
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
  variables: Parameters<typeof scopeOf>[1],
): Finding[] {
  const { expression, message, messageExpression, reason } = validation;
  const found: Finding[] = [];
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
        invalid(field, messageExpression, 'must be non-empty if specified', 'set it, or remove it'),
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
          'set it, or remove it',
        ),
      );
    } else if (/[\n\r]/.test(message.trim())) {
      found.push(
        invalid(`${path}.message`, message, 'must not contain line breaks', 'use one line'),
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

function mutationProblems(after: Fields): Finding[] {
  const found = deletionProblems(after, 'matchConstraints');
  const { reinvocationPolicy } = fieldsOf(after.spec);
  const mutations = listAt(after, 'spec.mutations');
  if (mutations.length === 0) {
    found.push(missing('spec.mutations', 'mutations must contain at least one item'));
  }
  if (reinvocationPolicy === undefined || reinvocationPolicy === '') {
    found.push(missing('spec.reinvocationPolicy'));
  }
  const variables = variablesOf(after);
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
