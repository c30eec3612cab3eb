/**
 * A viewer in operator mode as files have it: the API server's and the controller's verdicts as
 * findings, and their objects.
 */
import { didYouMean, Finding, show, violation } from '../../findings';
import { label1035Problems, labelValueProblems, Manifest, quote } from '../../kube';
import { Mutation, NAME_A_NAMESPACE, Rendered, RenderOptions } from '../../resource';
import { VIEWER_INPUT_RULES } from '../input-rules';
import { KubeValue, PVCViewerResource } from '../spec';
import { buildAsOperator, ISTIO_GATEWAY } from './build';
import { DEFAULT_POD_SPEC_PATH, readDefaultPodFile } from './default-pod';
import { VIEWER_OPERATOR_RULES as RULES } from './rules';
import { mutateViewer, validateViewer } from './webhooks';

/** The namespace of a resource that names none, if nobody says another: kubectl's own default. */
const DEFAULT_NAMESPACE = 'default';
/** The variables of the controller on which its objects depend. */
export const VIEWER_OPERATOR_VARIABLES = [DEFAULT_POD_SPEC_PATH, ISTIO_GATEWAY];

/**
 * What the mutating webhook makes of a viewer that was pruned and defaulted, or why it refuses it.
 */
export function mutate(
  resource: Record<string, unknown>,
  { operatorEnv, operatorFiles, namespace }: RenderOptions,
): Mutation {
  return mutateViewer(resource, operatorEnv, operatorFiles ?? {}, namespace ?? DEFAULT_NAMESPACE);
}

/** What the controller makes of a viewer that its schema accepts after the mutating webhook. */
export function renderAsOperator(
  resource: PVCViewerResource,
  options: RenderOptions,
  around: readonly Manifest[],
): Rendered {
  const fallback = options.namespace ?? DEFAULT_NAMESPACE;
  const viewer = inNamespace(resource, fallback) as PVCViewerResource;
  const isKnown = Boolean(resource.metadata.namespace ?? options.namespace);
  const findings: Finding[] = isKnown
    ? []
    : [
        violation(
          RULES.operatorNamespace,
          'metadata.namespace',
          `the viewer has no namespace, and is assumed to be in ${show(fallback)}`,
          NAME_A_NAMESPACE,
        ),
      ];
  const verdict = checkVerdict(viewer);
  if (verdict.length > 0) return { manifests: [], findings: [...findings, ...verdict] };
  const near = around.map((manifest) => inNamespace(manifest, fallback));
  const { deployment, service, virtualService } = buildAsOperator(
    viewer,
    options.operatorEnv,
    near,
  );
  const manifests = [deployment, service, virtualService].filter((one) => one !== undefined);
  return {
    manifests,
    findings: [
      ...findings,
      ...checkAffinity(viewer),
      ...checkChildName(deployment, service !== undefined),
    ],
  };
}

/**
 * What the validating webhook says to a viewer that came through the mutating one, as a finding.
 * Paths are those of the resource.
 */
export function checkVerdict(viewer: PVCViewerResource): Finding[] {
  const verdict = validateViewer(viewer);
  return verdict === undefined
    ? []
    : [violation(VIEWER_INPUT_RULES.operatorVerdict, pathOf(viewer), verdict, remedyOf(viewer))];
}

/** Findings on the controller's settings, whatever the viewers are. */
export function checkOperatorOptions({
  operatorEnv,
  operatorFiles = {},
}: Pick<RenderOptions, 'operatorEnv' | 'operatorFiles'>): Finding[] {
  const unknown = Object.keys(operatorEnv)
    .filter((name) => !VIEWER_OPERATOR_VARIABLES.includes(name))
    .map((name) =>
      violation(
        RULES.operatorVariable,
        '',
        `${quote(name)} is not an environment variable that affects the objects of a viewer`,
        didYouMean(name, VIEWER_OPERATOR_VARIABLES),
      ),
    );
  const path = Object.hasOwn(operatorEnv, DEFAULT_POD_SPEC_PATH)
    ? operatorEnv[DEFAULT_POD_SPEC_PATH]
    : '';
  if (path === '') return unknown;
  const text = Object.hasOwn(operatorFiles, DEFAULT_POD_SPEC_PATH)
    ? operatorFiles[DEFAULT_POD_SPEC_PATH]
    : undefined;
  const file = text === undefined ? { error: 'it is not there' } : readDefaultPodFile(text);
  if (!('error' in file)) return unknown;
  return [
    ...unknown,
    violation(
      RULES.operatorFile,
      '',
      `the controller cannot read ${show(path)}, the file of ${DEFAULT_POD_SPEC_PATH}: ${file.error}`,
      'provide a PodSpec in YAML or JSON, or unset the variable',
    ),
  ];
}

function inNamespace(manifest: Manifest, fallback: string): Manifest {
  return manifest.metadata?.namespace
    ? manifest
    : { ...manifest, metadata: { ...manifest.metadata, namespace: fallback } };
}

function pathOf({ spec }: PVCViewerResource): string {
  return spec?.pvc ? 'spec.podSpec.volumes' : 'spec.pvc';
}

function remedyOf({ spec }: PVCViewerResource): string {
  if (!spec?.pvc) return 'set the name of the claim';
  return `add an item with persistentVolumeClaim.claimName ${show(spec.pvc)} to podSpec.volumes, or remove podSpec`;
}

function checkAffinity({ spec }: PVCViewerResource): Finding[] {
  const affinity = spec?.podSpec?.affinity as KubeValue | undefined;
  if (affinity === undefined) return [];
  return [
    violation(
      RULES.operatorAffinity,
      'spec.podSpec.affinity',
      'the controller drops the affinity of the podSpec',
      'use a nodeSelector, or leave operator mode',
    ),
  ];
}

function checkChildName(
  { metadata: { name, labels = {} } }: Manifest,
  hasService: boolean,
): Finding[] {
  const problems = [
    ...Object.values(labels).flatMap(labelValueProblems),
    ...(hasService ? label1035Problems(name) : []),
  ];
  return [...new Set(problems)].map((problem) =>
    violation(
      RULES.operatorChildName,
      'metadata.name',
      `the API server refuses the controller's objects named ${show(name)}: ${problem}`,
      'use a name of at most 53 lower-case letters, digits and dashes',
    ),
  );
}
