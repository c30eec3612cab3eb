/** The names, labels and numbers of a viewer. */
import { Finding, show, violation } from '../../findings';
import { label1035Problems, labelValueProblems } from '../../kube';
import { checkLabels, checkName, checkNamespace } from '../../storage/core';
import { withActivityAnnotations } from '../cull/activity';
import { MAX_VIEWER_NAME, objectName, viewerLabels, viewerName } from '../names';
import { NAME_OPTIONS, PLACES_IN_POD } from '../pod-options';
import { VIEWER_RULES as RULES } from '../rules';
import { Texts, ViewerSpec } from '../spec';

/** The largest user or group: the next one means nobody. */
const MAX_ID = 2147483647;
const IDS = ['user', 'group', 'fsGroup'] as const;
/** What belongs into the podSpec where there is one. */
const IN_POD_SPEC: { readonly [field in keyof ViewerSpec]?: string } = {
  app: 'containers',
  user: 'securityContext.runAsUser',
  group: 'securityContext.runAsGroup',
  fsGroup: 'securityContext.fsGroup',
  ...PLACES_IN_POD,
};

/** Findings on what a viewer is called, and on options that stand alone. */
export function checkIdentity(spec: ViewerSpec): Finding[] {
  return [
    ...checkPvc(spec.pvc),
    ...checkViewerName(spec.name),
    ...checkNamespace(spec.namespace === '' ? undefined : spec.namespace, 'namespace', true),
    ...checkOwnLabels(spec, 'labels'),
    ...checkOwnLabels(spec, 'podLabels'),
    ...checkLabels(spec.annotations, 'annotations', false),
    ...checkLabels(withActivityAnnotations(spec), 'podAnnotations', false),
    ...checkReplicas(spec),
    ...checkNumbers(spec),
    ...checkBesidePodSpec(spec),
    ...NAME_OPTIONS.flatMap((field) =>
      spec[field] === undefined ? [] : checkName(spec[field], field),
    ),
  ];
}

function checkPvc(pvc: string): Finding[] {
  return pvc === ''
    ? [
        violation(
          RULES.pvcMissing,
          'pvc',
          'PVC name must be specified',
          'set the name of the claim',
        ),
      ]
    : checkName(pvc, 'pvc');
}

function checkViewerName(name: string): Finding[] {
  if (name === '') {
    return [
      violation(
        RULES.name,
        'name',
        'the viewer has no name',
        'use a name, such as that of the claim',
      ),
    ];
  }
  const problems = [
    ...new Set([...label1035Problems(objectName(name)), ...labelValueProblems(name)]),
  ];
  return problems.map((problem) =>
    violation(
      RULES.name,
      'name',
      `${show(name)}: its objects would be ${show(objectName(name))}: ${problem}`,
      `use at most ${MAX_VIEWER_NAME} lower-case letters, digits and dashes, such as ${show(viewerName(name))}`,
    ),
  );
}

function checkOwnLabels(spec: ViewerSpec, field: 'labels' | 'podLabels'): Finding[] {
  const labels: Texts = spec[field] ?? {};
  const taken = Object.keys(viewerLabels(spec.name))
    .filter((key) => Object.hasOwn(labels, key))
    .map((key) =>
      violation(
        RULES.labelTaken,
        `${field}.${key}`,
        `the label ${show(key)} is set by the viewer itself`,
        'use another key',
      ),
    );
  return [...taken, ...checkLabels(labels, field, true)];
}

function checkReplicas({ replicas, cull }: ViewerSpec): Finding[] {
  if (replicas === undefined) return [];
  if (replicas !== 0 && replicas !== 1) {
    return [
      violation(
        RULES.replicas,
        'replicas',
        `a viewer cannot have ${show(replicas)} pods: they would use the volume, or the application's database, at the same time`,
        'remove it, or set 0 to stop the viewer',
      ),
    ];
  }
  if (replicas === 0 || cull === undefined) return [];
  return [
    violation(
      RULES.cullReplicas,
      'replicas',
      'replicas is 1, so applying the manifest again restarts a culled viewer',
      'remove it, or set 0',
    ),
  ];
}

function checkNumbers(spec: ViewerSpec): Finding[] {
  if (spec.userFromPlatform) {
    return IDS.filter((field) => spec[field] !== undefined).map((field) =>
      violation(
        RULES.optionIgnored,
        field,
        `${field} has no effect if the platform assigns users to pods`,
        'remove one of the two',
      ),
    );
  }
  return IDS.flatMap((field) => {
    const value = spec[field];
    const least = field === 'user' ? 1 : 0;
    if (value === undefined || (Number.isInteger(value) && value >= least && value <= MAX_ID)) {
      return [];
    }
    const message =
      field === 'user' && value === 0
        ? 'user 0 is root, and the pod runs as non-root'
        : `${show(value)} is not a valid ${field}`;
    return [
      violation(
        RULES.identity,
        field,
        message,
        `use a number from ${least} to ${MAX_ID}, such as 1000`,
      ),
    ];
  });
}

function checkBesidePodSpec(spec: ViewerSpec): Finding[] {
  if (spec.podSpec === undefined) {
    return spec.injectVolumeAt === undefined
      ? []
      : [
          violation(
            RULES.optionIgnored,
            'injectVolumeAt',
            'injectVolumeAt has no effect without a podSpec',
            'remove it',
          ),
        ];
  }
  // Without culling there is no other pod that they could be for.
  const isAlone = spec.cull === undefined;
  return [
    ...Object.entries(IN_POD_SPEC)
      .filter(([field]) => spec[field as keyof ViewerSpec] !== undefined)
      .map(([field, place]) =>
        violation(
          RULES.optionIgnored,
          field,
          `${field === 'app' ? 'an application' : field} has no effect with a podSpec`,
          `remove it, and set podSpec.${place} instead`,
        ),
      ),
    ...(isAlone && spec.imagePullSecrets !== undefined
      ? [
          violation(
            RULES.optionIgnored,
            'imagePullSecrets',
            'imagePullSecrets has no effect with a podSpec',
            'remove it, and set podSpec.imagePullSecrets instead',
          ),
        ]
      : []),
    ...(isAlone && spec.userFromPlatform === true
      ? [
          violation(
            RULES.optionIgnored,
            'userFromPlatform',
            'it has no effect with a podSpec, whose securityContext decides',
            'remove it',
          ),
        ]
      : []),
  ];
}
