/**
 * A viewer as the props of its construct have it, in operator mode: through the API server and both
 * webhooks.
 */
import { Finding, originsOf, Severity, violation } from '../../findings';
import { admit, lineOf, RenderOptions, validateMetadata } from '../../resource';
import { resourceOfInput } from '../input';
import { VIEWER_INPUT_RULES as RULES } from '../input-rules';
import { ViewerInput } from '../input-shape';
import { ISTIO_GATEWAY } from './build';
import { DEFAULT_POD_SPEC_PATH } from './default-pod';
import { checkVerdict, mutate } from './render';
import { pvcViewerSchemas } from '../schema';
import { PVCViewerResource } from '../spec';

/** Any name: what is in the file is given. */
const FILE = 'pod-spec.yaml';

/** The resource as the API server would store it, and what is wrong with it. */
interface AdmittedInput {
  readonly resource: PVCViewerResource;
  readonly findings: readonly Finding[];
}

/** Admits the resource that the props mean. Paths of findings are those of the props. */
export function admitInput(input: ViewerInput): AdmittedInput {
  const given = resourceOfInput(input);
  const { object, refusal, errors, pruned } = admit(given, pvcViewerSchemas().v1alpha1, (one) =>
    mutate(one, optionsOf(input)),
  );
  const resource = object as PVCViewerResource;
  const origin = originsOf((from) => resourceOfInput(input, from));
  const propOf = (path: string) => origin(path) ?? path;
  const refused = (
    message: string,
    path: string = '',
    remedy: string = 'change the field that the message names',
  ) => violation(RULES.operatorVerdict, propOf(path), message, remedy);
  const findings = [
    ...pruned.map(({ path }) => ({
      ...refused(
        'the schema of the controller does not have it, so it is dropped',
        path,
        'remove it',
      ),
      severity: Severity.WARNING,
    })),
    ...namespaceFindings(input.namespace),
  ];
  if (refusal !== undefined) return { resource, findings: [...findings, refused(refusal)] };
  const problems = [...errors, ...validateMetadata(object.metadata)].map((error) =>
    refused(lineOf(error), error.path),
  );
  const verdict =
    problems.length === 0
      ? checkVerdict(resource).map((finding) => ({ ...finding, path: propOf(finding.path) }))
      : [];
  return { resource, findings: [...findings, ...problems, ...verdict] };
}

/** How the controller is configured. */
export function optionsOf({ settings = {} }: ViewerInput): RenderOptions {
  const { gateway, defaultPodSpec } = settings;
  return {
    operatorMode: true,
    operatorPreset: '',
    operatorEnv: {
      ...(gateway === undefined ? {} : { [ISTIO_GATEWAY]: gateway }),
      ...(defaultPodSpec === undefined ? {} : { [DEFAULT_POD_SPEC_PATH]: FILE }),
    },
    ...(defaultPodSpec === undefined
      ? {}
      : { operatorFiles: { [DEFAULT_POD_SPEC_PATH]: defaultPodSpec } }),
  };
}

/**
 * The path and the host of a viewer have its namespace in them. What is none is told with the rest
 * of the metadata.
 */
function namespaceFindings(namespace: unknown): Finding[] {
  const isKnown = namespace !== undefined && namespace !== null && namespace !== '';
  return isKnown
    ? []
    : [
        violation(
          RULES.operatorVerdict,
          'namespace',
          'the namespace is unknown',
          'set namespace, or that of the chart',
        ),
      ];
}
