/**
 * Variables in the folders of volumes that containers mount: where they are not replaced, and where
 * they have no value.
 */
import { defineRules, Finding, nearest, Severity, show, violation } from '../../findings';
import { Judge, WORKLOADS } from '../../judge';
import { Fields, isGiven, listOf, textOf } from '../../object';
import { podContainersOf } from '../pods';

const RULES = defineRules('files', {
  subPathVariable: {
    isEither: true,
    error: 'A subPath has a variable, or one in subPathExpr has no value.',
    why: 'In a subPath they are not replaced, and all pods write to one folder; without a value, the container never starts.',
    bad: 'subPath: $(POD_NAME)',
    good: 'subPathExpr: $(POD_NAME), and env: [{ name: POD_NAME, valueFrom: … }]',
    source: 'Kubernetes, kubelet (helpers.go, ExpandContainerVolumeMounts)',
  },
});

/** A variable as Kubernetes replaces it; two dollars stand for one. */
const VARIABLE = /\$\$|\$\(([^()]{1,253})\)/g;
/** Names that look like those of variables. */
const NAME = /^[A-Za-z_]\w*$/;
/** Variables of services, which kubelet sets without being asked. */
const OF_SERVICE = /_(?:SERVICE_HOST|SERVICE_PORT(?:_\w+)?|PORT(?:_\w+)?)$/;

/** The mounts of a pod's containers. */
export const SUB_PATH_JUDGE: Judge = {
  rules: () => [RULES],
  kinds: [WORKLOADS],
  needs: ['subPath', 'subPathExpr'],
  check: ({ workload, workloadKind, podPath = '' }) =>
    // Controllers of some kinds add variables.
    workloadKind?.completesPods !== true &&
    workload?.mounts.some(({ subPath, subPathExpr }) => subPath ?? subPathExpr)
      ? podContainersOf(workload.podSpec, podPath).flatMap(({ container, path }) =>
          listOf(container.volumeMounts).flatMap((mount, index) => {
            const field = `${path}.volumeMounts[${index}]`;
            return [...literalFindings(mount, field), ...unsetFindings(mount, container, field)];
          }),
        )
      : [],
};

function literalFindings({ subPath }: Fields, field: string): Finding[] {
  const [name] = namesIn(textOf(subPath)).filter((one) => NAME.test(one));
  return name === undefined
    ? []
    : [
        {
          ...violation(
            RULES.subPathVariable,
            `${field}.subPath`,
            `${show(`$(${name})`)} is not replaced in a subPath: all pods share one folder of that name`,
            'use subPathExpr',
          ),
          severity: Severity.WARNING,
        },
      ];
}

function unsetFindings({ subPathExpr }: Fields, container: Fields, field: string): Finding[] {
  const names = namesIn(textOf(subPathExpr));
  // What else sets variables is not known here.
  if (names.length === 0 || listOf(container.envFrom).length > 0) return [];
  const variables = new Map(listOf(container.env).map((one) => [textOf(one.name), one]));
  return [...new Set(names)].flatMap((name) => {
    const variable = variables.get(name);
    if (variable ? hasValue(variable) : OF_SERVICE.test(name)) return [];
    return [
      violation(
        RULES.subPathVariable,
        `${field}.subPathExpr`,
        `the variable ${show(name)} ${variable ? 'is empty' : 'is not set'} in this container, which never starts`,
        variable ? 'set a value' : remedyFor(nearest(name, [...variables.keys()])),
      ),
    ];
  });
}

function remedyFor(guess: string | undefined): string {
  return guess === undefined
    ? 'add it to env of the container'
    : `perhaps you meant ${show(guess)}; otherwise add it to env of the container`;
}

function hasValue({ value, valueFrom }: Fields): boolean {
  return isGiven(valueFrom) || (isGiven(value) && value !== '');
}

function namesIn(text: string): string[] {
  return [...text.matchAll(VARIABLE)].flatMap(([, name]) => name ?? []);
}
