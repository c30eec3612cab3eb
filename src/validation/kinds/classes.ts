/** Classes of ingresses and of runtimes: what the API server asks of them. */
import { repeats, wrongName } from './field-names';
import { KindRules } from './kind';
import { Finding } from '../../findings';
import { Fields, fieldsOf, labelProblems, stableJson, subdomainProblems, textOf } from '../../kube';
import { fieldsAt, listAt } from '../../model';
import { checkOverhead, checkScheduling } from '../../pod';
import { duplicate, forbidden, invalid, required, tooLong } from '../../resource';
import { byField } from '../of-finding';

export const CLASS_RULES: { readonly [kindKey: string]: KindRules } = {
  'networking.k8s.io/IngressClass': {
    invalid: ({ spec }) => [
      ...controllerProblems(textOf(fieldsOf(spec).controller)),
      ...parameterProblems(fieldsOf(fieldsOf(spec).parameters)),
    ],
  },
  'node.k8s.io/RuntimeClass': { invalid: runtimeProblems },
};

const MOST_CONTROLLER = 250;
const PATH = /^[A-Za-z0-9/\-._~%!$&'()*+,;=:]+$/;
const NO_PATH = "Invalid path (regex used for validation is '[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+')";

function controllerProblems(controller: string): Finding[] {
  const field = 'spec.controller';
  const remedy = 'use a domain and a path, such as example.com/controller';
  if (controller === '') return [required(field, remedy)];
  const slash = controller.indexOf('/');
  const [host, path] = [controller.slice(0, slash), controller.slice(slash + 1)];
  const why = 'must be a domain-prefixed path (such as "acme.io/foo")';
  return [
    ...(Buffer.byteLength(controller) > MOST_CONTROLLER
      ? [tooLong(field, MOST_CONTROLLER, remedy)]
      : []),
    ...(slash <= 0 || path === ''
      ? [invalid(field, controller, why, remedy)]
      : [
          ...wrongName(field, host, subdomainProblems, remedy),
          ...(PATH.test(path) ? [] : [invalid(field, path, NO_PATH, remedy)]),
        ]),
  ];
}

/** Parameters of a namespace name it, and others must not. */
function parameterProblems({ scope, namespace }: Fields): Finding[] {
  const field = 'spec.parameters.namespace';
  const why = `\`parameters.scope\` is set to '${String(scope)}'`;
  if (scope === 'Cluster' && namespace !== undefined) {
    return [forbidden(field, why, 'remove it, or set scope: Namespace')];
  }
  if (scope !== 'Namespace') return [];
  return namespace === undefined
    ? [required(field, 'name the namespace of the parameters', why)]
    : wrongName(field, namespace, labelProblems, 'use the name of a namespace');
}

function runtimeProblems(after: Fields): Finding[] {
  const tolerations = listAt(after, 'scheduling.tolerations');
  const isTwice = repeats(tolerations.map(identityOf));
  return [
    ...[
      // The server reads it as limits.
      ...checkOverhead(fieldsOf(after.overhead).podFixed, 'overhead'),
      ...checkScheduling(fieldsAt(after, 'scheduling'), 'scheduling'),
    ].flatMap(byField),
    ...tolerations.flatMap((one, index) =>
      isTwice[index]
        ? [duplicate(`scheduling.tolerations[${index}]`, one, 'remove one of them')]
        : [],
    ),
  ];
}

/** What tells tolerations apart. */
function identityOf({ key, operator, value, effect }: Fields): string {
  return stableJson([key, operator, value, effect]);
}
