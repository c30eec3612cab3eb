/** Devices: what claims, their templates and classes may ask for. */
import { repeats, wrongDriver, wrongNameOf } from './field-names';
import { KindRules } from './kind';
import { isExtended } from './quota-names';
import { compileProblem, Scope } from '../../cel';
import { Finding } from '../../findings';
import {
  Fields,
  fieldsOf,
  isFields,
  labelProblems,
  labelValueProblems,
  qualifiedKeyProblems,
  subdomainProblems,
  valuesOf,
} from '../../kube';
import { fieldsAt, listAt } from '../../model';
import { numberOf, USE_A_LABEL } from '../../object';
import { duplicate, forbidden, invalid, required, tooLong } from '../../resource';
import { templateMetadataProblems } from '../template-metadata';

export const DEVICE_RULES: { readonly [kindKey: string]: KindRules } = {
  'resource.k8s.io/DeviceClass': {
    invalid: ({ spec }) => [
      ...selectorProblems(fieldsOf(spec), 'spec'),
      ...configProblems(listAt(fieldsOf(spec), 'config'), 'spec.config'),
      ...extendedProblems(fieldsOf(spec).extendedResourceName),
    ],
  },
  'resource.k8s.io/ResourceClaim': {
    invalid: ({ spec }) => claimProblems(fieldsOf(spec), 'spec'),
  },
  'resource.k8s.io/ResourceClaimTemplate': {
    invalid: (after, { sent }) => [
      ...metadataProblems(fieldsAt(after, 'spec.metadata'), fieldsAt(sent.given, 'spec.metadata')),
      ...claimProblems(fieldsAt(after, 'spec.spec'), 'spec.spec'),
    ],
  },
};

function claimProblems(spec: Fields, path: string): Finding[] {
  const requests = listAt(spec, 'devices.requests');
  const where = `${path}.devices`;
  return [
    ...requests.flatMap((request, index) =>
      requestProblems(request, `${where}.requests[${index}]`),
    ),
    ...twice(requests, `${where}.requests`),
    ...listAt(spec, 'devices.constraints').flatMap((constraint, index) => {
      const at = `${where}.constraints[${index}]`;
      return [
        ...referenceProblems(constraint, requests, at),
        ...constraintProblems(constraint, at),
      ];
    }),
    ...listAt(spec, 'devices.config').flatMap((config, index) =>
      referenceProblems(config, requests, `${where}.config[${index}]`),
    ),
    ...configProblems(listAt(spec, 'devices.config'), `${where}.config`),
  ];
}

function requestProblems({ name, exactly, firstAvailable }: Fields, path: string): Finding[] {
  const choices = valuesOf(firstAvailable);
  const why = 'exactly one of `exactly` or `firstAvailable` is required';
  const remedy = 'keep one of them';
  return [
    ...nameProblems(name, `${path}.name`),
    ...(exactly === undefined && choices.length === 0 ? [required(path, remedy, why)] : []),
    ...(exactly !== undefined && choices.length > 0 ? [invalid(path, null, why, remedy)] : []),
    ...(exactly === undefined ? [] : askedProblems(fieldsOf(exactly), `${path}.exactly`)),
    ...choices.map(fieldsOf).flatMap((one, index) => {
      const at = `${path}.firstAvailable[${index}]`;
      return [...nameProblems(one.name, `${at}.name`), ...askedProblems(one, at)];
    }),
    ...twice(choices.map(fieldsOf), `${path}.firstAvailable`),
  ];
}

function askedProblems(asked: Fields, path: string): Finding[] {
  const { deviceClassName, allocationMode } = asked;
  const count = numberOf(asked.count);
  const isAll = allocationMode === 'All';
  return [
    ...(typeof deviceClassName === 'string' ? subdomainProblems(deviceClassName) : []).map((why) =>
      invalid(`${path}.deviceClassName`, deviceClassName, why, 'use the name of a DeviceClass'),
    ),
    ...(isAll && count
      ? [
          invalid(
            `${path}.count`,
            asked.count,
            `must not be specified when allocationMode is 'All'`,
            'remove it',
          ),
        ]
      : []),
    ...(!isAll && count < 1
      ? [invalid(`${path}.count`, asked.count, 'must be greater than zero', 'use at least 1')]
      : []),
    ...selectorProblems(asked, path),
    ...listAt(asked, 'tolerations').flatMap((toleration, index) =>
      tolerationProblems(toleration, `${path}.tolerations[${index}]`),
    ),
  ];
}

function tolerationProblems(toleration: Fields, path: string): Finding[] {
  const { operator, value } = toleration;
  const why = 'must be empty for operator `Exists`';
  return [
    ...wrongNameOf(toleration, path, 'key', qualifiedKeyProblems, 'use the key of a taint'),
    ...(operator === 'Exists' && value !== undefined
      ? [invalid(`${path}.value`, value, why, 'remove it, or write the operator Equal')]
      : wrongNameOf(toleration, path, 'value', labelValueProblems, 'use the value of a taint')),
  ];
}

function selectorProblems(asked: Fields, path: string): Finding[] {
  return listAt(asked, 'selectors').flatMap(({ cel }, index) => {
    const field = `${path}.selectors[${index}].cel`;
    if (cel === undefined) return [required(field, 'add an expression, or remove the selector')];
    return expressionProblems(fieldsOf(cel).expression, `${field}.expression`);
  });
}

const SCOPE: Scope = {
  names: ['device'],
  fields: { device: ['driver', 'attributes', 'capacity', 'allowMultipleAllocations'] },
  types: { 'device.driver': 'string', 'device.attributes': 'map', 'device.capacity': 'map' },
  result: ['bool'],
};
const MOST_EXPRESSION = 10 * 1024;

function expressionProblems(expression: unknown, field: string): Finding[] {
  if (typeof expression !== 'string') return [];
  if (Buffer.byteLength(expression) > MOST_EXPRESSION) {
    return [tooLong(field, MOST_EXPRESSION, 'use a shorter one')];
  }
  const why = compileProblem(expression, SCOPE);
  return why === undefined
    ? []
    : [invalid(field, expression, why, 'correct the expression, which is about device')];
}

/** Constraints and configurations are for some of the requests. */
function referenceProblems(one: Fields, requests: readonly Fields[], path: string): Finding[] {
  const known = new Set(
    requests.flatMap(({ name, firstAvailable }) => [
      name,
      ...(Array.isArray(firstAvailable)
        ? firstAvailable.map((sub) => `${String(name)}/${String(fieldsOf(sub).name)}`)
        : []),
    ]),
  );
  const why =
    "must be the name of a request in the claim or the name of a request and a subrequest separated by '/'";
  const names = valuesOf(one.requests);
  const isTwice = repeats(names);
  return names.flatMap((name, index) => {
    const field = `${path}.requests[${index}]`;
    if (isTwice[index]) return [duplicate(field, name, 'name each request once')];
    return known.has(name) ? [] : [invalid(field, name, why, 'use the name of a request')];
  });
}

/** Of two attributes the server looks at the first. */
function constraintProblems(constraint: Fields, path: string): Finding[] {
  const field = ['matchAttribute', 'distinctAttribute'].find(
    (one) => constraint[one] !== undefined,
  );
  if (field !== undefined) return attributeProblems(constraint[field], `${path}.${field}`);
  // The server's words, also where there is none.
  const why =
    'exactly one of "matchAttribute" or "distinctAttribute" is required, but multiple fields are set';
  return [required(path, 'set one of them', why)];
}

function attributeProblems(name: unknown, field: string): Finding[] {
  if (typeof name !== 'string' || /^[^/]+\/./.test(name)) return [];
  const why = 'a fully qualified name must be a domain and a name separated by a slash';
  return [invalid(field, name, why, 'use a domain and a name, such as example.com/model')];
}

function configProblems(configs: readonly Fields[], path: string): Finding[] {
  return configs.flatMap(({ opaque }, index) => {
    const at = `${path}[${index}].opaque`;
    if (opaque === undefined) return [required(at, 'set the parameters of a driver')];
    const { driver, parameters } = fieldsOf(opaque);
    const field = `${at}.parameters`;
    return [
      ...(parameters === undefined ? [required(field, 'use an object')] : []),
      ...(parameters === undefined || isFields(parameters)
        ? []
        : [invalid(field, parameters, 'must be a valid JSON object', 'use an object')]),
      ...wrongDriver(`${at}.driver`, driver),
    ];
  });
}

function extendedProblems(name: unknown): Finding[] {
  if (typeof name !== 'string') return [];
  const why = 'must be a valid extended resource name';
  return isExtended(name)
    ? []
    : [invalid('spec.extendedResourceName', name, why, 'use a domain and a name')];
}

function nameProblems(name: unknown, field: string): Finding[] {
  return (typeof name === 'string' ? labelProblems(name) : []).map((why) =>
    invalid(field, name, why, USE_A_LABEL),
  );
}

function twice(list: readonly Fields[], path: string): Finding[] {
  const seen = new Set<unknown>();
  return list.flatMap(({ name }, index) =>
    seen.size === seen.add(name).size
      ? [duplicate(`${path}[${index}]`, name, 'use a different name for each')]
      : [],
  );
}

/** Claims that are made of a template have its labels and annotations. */
function metadataProblems({ labels, annotations, ...others }: Fields, sent: Fields): Finding[] {
  const path = 'spec.metadata';
  // A list that is empty is stored as none, but counts as set.
  const emptied = Object.keys(sent).filter((name) => isEmptyList(sent[name]));
  return [
    ...templateMetadataProblems({ labels, annotations }, path, {
      key: 'use a valid key',
      value: 'use a valid value',
    }),
    ...[...new Set([...Object.keys(others), ...emptied])].map((name) => {
      const remedy = 'remove it: only labels and annotations stay';
      const finding = forbidden(`${path}.${name}`, 'cannot be set', remedy);
      // The server's own spelling.
      const field = name === 'uid' ? `${path}.uID` : finding.path;
      return { ...finding, server: { ...finding.server!, field } };
    }),
  ];
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}
