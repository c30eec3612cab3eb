/** Checks of Applications and sets of them: all findings at once. */
import { ApplicationSetSpec, ApplicationSpec, DeliverySpec, DifferenceSpec } from './applications';
import { DELIVERY_RULES as RULES } from './delivery-rules';
import { Finding, show, violation } from '../findings';
import { labelProblems, parseDuration } from '../kube';
import { missingOption } from '../shape';
import { checkName, checkNamespace } from '../storage/core';

const REPOSITORY = /^(?:(?:https?|ssh|git|oci|file):\/\/\S+|[\w.-]+@[\w.-]+:\S+)$/;
const OPTION = /^[A-Z][A-Za-z]+=[A-Za-z]+$/;
/** Options of a sync that have an option here. */
const TYPED: { readonly [option: string]: string } = {
  CreateNamespace: 'createNamespace',
  ServerSideApply: 'serverSideApply',
  PruneLast: 'pruneLast',
};

export function checkApplication(spec: ApplicationSpec): Finding[] {
  const { path, include, exclude, pluginName } = spec;
  return [
    ...checkDelivery(spec),
    ...(path === undefined ? missingOption('path') : checkPath(path, 'path')),
    ...(pluginName === undefined
      ? []
      : (
          [
            ['include', include],
            ['exclude', exclude],
          ] as const
        ).flatMap(([option, value]) =>
          value === undefined
            ? []
            : idle(option, show(value), 'what a plugin generates', 'remove it, or pluginName'),
        )),
  ];
}

export function checkApplicationSet(spec: ApplicationSetSpec): Finding[] {
  const { elements, directories } = spec;
  const isOne = (elements === undefined) !== (directories === undefined);
  const names = elements?.map(({ name }) => name) ?? [];
  return [
    ...checkDelivery(spec),
    ...(isOne
      ? []
      : [
          violation(
            RULES.elements,
            elements === undefined ? 'elements' : 'directories',
            elements === undefined
              ? 'the set has neither elements nor directories'
              : 'the set has both elements and directories',
            'set one of the two',
          ),
        ]),
    ...(elements?.length === 0
      ? [violation(RULES.elements, 'elements', 'the list is empty', 'add at least one element')]
      : []),
    ...(directories?.length === 0
      ? [
          violation(
            RULES.elements,
            'directories',
            'the list is empty',
            'add at least one directory',
          ),
        ]
      : []),
    ...(elements?.flatMap((one, index) => [
      ...(one.name === undefined ? [] : checkName(one.name, `elements[${index}].name`)),
      ...(names.indexOf(one.name) === index || one.name === undefined
        ? []
        : [
            violation(
              RULES.elements,
              `elements[${index}].name`,
              `${show(one.name)} is already the name of elements[${names.indexOf(one.name)}]`,
              'use a different name for each',
            ),
          ]),
      ...(one.path === undefined ? [] : checkPath(one.path, `elements[${index}].path`)),
      ...checkDestination(one, `elements[${index}].`),
    ]) ?? []),
    ...(directories?.flatMap((one, index) => checkPath(one, `directories[${index}]`)) ?? []),
  ];
}

function checkDelivery(spec: DeliverySpec): Finding[] {
  const {
    name,
    namespace,
    projectName,
    repoUrl,
    destinationNamespace,
    recurse,
    pluginName,
    pluginEnv,
  } = spec;
  const { automated, prune, selfHeal, createNamespace } = spec;
  return [
    ...checkName(name, 'name'),
    ...checkNamespace(namespace, 'namespace', true),
    ...checkName(projectName, 'projectName'),
    ...(repoUrl === undefined
      ? missingOption('repoUrl')
      : REPOSITORY.test(repoUrl)
        ? []
        : [
            violation(
              RULES.repository,
              'repoUrl',
              `${show(repoUrl)} is not the address of a repository`,
              'use one such as https://git.example.com/team/app.git, git@git.example.com:team/app.git or oci://registry.example.com/app',
            ),
          ]),
    ...checkDestination(spec, ''),
    ...(createNamespace && destinationNamespace === undefined
      ? idle(
          'createNamespace',
          'true',
          'an Application without destinationNamespace',
          'set destinationNamespace, or remove it',
        )
      : []),
    ...(automated === false
      ? (
          [
            ['prune', prune],
            ['selfHeal', selfHeal],
          ] as const
        ).flatMap(([option, value]) =>
          value === true
            ? idle(
                option,
                'true',
                'an Application that is not synced automatically',
                'remove it, or automated',
              )
            : [],
        )
      : []),
    ...(pluginName !== undefined && recurse !== undefined
      ? idle('recurse', String(recurse), 'what a plugin generates', 'remove it, or pluginName')
      : []),
    ...(pluginName === undefined && pluginEnv !== undefined
      ? idle(
          'pluginEnv',
          'a variable',
          'an Application without a plug-in',
          'set pluginName, or remove it',
        )
      : []),
    ...(pluginName === undefined ? [] : checkName(pluginName, 'pluginName')),
    ...checkOptions(spec),
    ...checkRetries(spec),
    ...(spec.ignoreDifferences?.flatMap((one, index) =>
      checkDifference(one, `ignoreDifferences[${index}]`),
    ) ?? []),
  ];
}

/** Findings on a path within a repository. */
export function checkPath(path: string, at: string): Finding[] {
  const problem = path.startsWith('/')
    ? 'begins with a slash'
    : path.split('/').includes('..')
      ? 'points outside its folder'
      : undefined;
  return problem === undefined
    ? []
    : [
        violation(
          RULES.sourcePath,
          at,
          `${show(path)} ${problem}`,
          'use a path relative to the root of the repository, such as dist/manifests',
        ),
      ];
}

function checkDestination(
  { cluster, server, destinationNamespace }: Partial<DeliverySpec>,
  prefix: string,
): Finding[] {
  return [
    ...(cluster !== undefined && server !== undefined
      ? [
          violation(
            RULES.destination,
            `${prefix}server`,
            `the cluster is specified twice: ${show(cluster)} and ${show(server)}`,
            'remove cluster or server',
          ),
        ]
      : []),
    ...(server === undefined || /^https?:\/\/\S+$/.test(server)
      ? []
      : [
          violation(
            RULES.destination,
            `${prefix}server`,
            `${show(server)} is not the address of an API server`,
            'use one such as https://kubernetes.default.svc, or set cluster to its name',
          ),
        ]),
    ...(destinationNamespace === undefined
      ? []
      : labelProblems(destinationNamespace).map((problem) =>
          violation(
            RULES.destination,
            `${prefix}destinationNamespace`,
            `${show(destinationNamespace)}: ${problem}`,
            'use the name of a namespace',
          ),
        )),
  ];
}

function checkOptions({ syncOptions = [] }: DeliverySpec): Finding[] {
  return syncOptions.flatMap((option, index) => {
    const path = `syncOptions[${index}]`;
    if (!OPTION.test(option)) {
      return [
        violation(
          RULES.syncOption,
          path,
          `${show(option)} is not a sync option`,
          'use the form that Argo CD reads: ServerSideApply=true',
        ),
      ];
    }
    const [name, value] = option.split('=');
    if ((name === 'Force' || name === 'Replace') && value === 'true') {
      const effect =
        name === 'Replace'
          ? 'counts for everything in the Application, claims too, which it refuses or deletes'
          : 'works only on objects, not on an Application';
      return [
        violation(
          RULES.forceAll,
          path,
          `${option} ${effect}`,
          'remove it, and add the annotation argocd.argoproj.io/sync-options to the objects that need it',
        ),
      ];
    }
    if (Object.hasOwn(TYPED, name)) {
      return [
        violation(
          RULES.syncOption,
          path,
          `${option} has a dedicated option`,
          `use ${TYPED[name]}: ${value}`,
        ),
      ];
    }
    const first = syncOptions.findIndex((one) => one.startsWith(`${name}=`));
    return first === index
      ? []
      : [
          violation(
            RULES.syncOption,
            path,
            `${name} appears twice: ${syncOptions[first]} and ${option}`,
            'remove one',
          ),
        ];
  });
}

function checkRetries({ retries, retryBackoff, retryMaxBackoff }: DeliverySpec): Finding[] {
  const [first, most] = [retryBackoff, retryMaxBackoff].map((one) =>
    typeof one === 'string' ? parseDuration(one) : undefined,
  );
  const isNothing = (
    [
      ['retryBackoff', first],
      ['retryMaxBackoff', most],
    ] as const
  ).filter(([, value]) => value !== undefined && value <= 0n);
  return [
    ...(retries !== undefined && retries < 0
      ? [violation(RULES.retry, 'retries', `${retries} is less than 0`, 'use 0 or more')]
      : []),
    ...isNothing.map(([option]) =>
      violation(RULES.retry, option, 'the time is zero', 'use one such as Duration.seconds(10)'),
    ),
    ...(isNothing.length === 0 && first !== undefined && most !== undefined && most < first
      ? [
          violation(
            RULES.retry,
            'retryMaxBackoff',
            `${retryMaxBackoff} is less than retryBackoff (${retryBackoff})`,
            'set at least as much',
          ),
        ]
      : []),
    ...(retries === undefined
      ? (
          [
            ['retryBackoff', retryBackoff],
            ['retryMaxBackoff', retryMaxBackoff],
          ] as const
        ).flatMap(([option, value]) =>
          value === undefined
            ? []
            : idle(option, value, 'an Application without retries', 'set retries, or remove it'),
        )
      : []),
  ];
}

function checkDifference(
  { jsonPointers = [], jqPathExpressions = [], managedFieldsManagers = [] }: DifferenceSpec,
  at: string,
): Finding[] {
  const isEmpty =
    jsonPointers.length + jqPathExpressions.length + managedFieldsManagers.length === 0;
  return [
    ...(isEmpty
      ? [
          violation(
            RULES.difference,
            at,
            'nothing is ignored',
            'set jsonPointers, jqPathExpressions or managedFieldsManagers',
          ),
        ]
      : []),
    ...jsonPointers.flatMap((one, index) =>
      one.startsWith('/')
        ? []
        : [
            violation(
              RULES.difference,
              `${at}.jsonPointers[${index}]`,
              `${show(one)} is not a JSON pointer`,
              `begin it with a slash: ${show(`/${one}`)}`,
            ),
          ],
    ),
  ];
}

function idle(option: string, value: string, what: string, remedy: string): Finding[] {
  return [violation(RULES.deliveryEffect, option, `${value} has no effect on ${what}`, remedy)];
}
