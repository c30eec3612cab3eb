/** Options that the pod of an application has as they are. A podSpec has them itself. */
import { From } from '../findings';
import { data, listOf, Shape, string, strings } from '../shape';

/** A part of a pod, as Kubernetes spells it. */
export type KubeValue = { readonly [field: string]: unknown };
export const kubeValue: Shape<KubeValue> = data;

/**
 * Each option with its type; `at` is where a pod has it, if that is not a field of the same name. A
 * name is checked as that of an object, and everything else as the API server checks the pod.
 */
const OPTIONS = {
  resources: { shape: kubeValue, at: 'containers[0].resources' },
  serviceAccountName: { shape: string, isName: true },
  priorityClassName: { shape: string, isName: true },
  nodeSelector: { shape: strings },
  tolerations: { shape: listOf(kubeValue) },
  affinity: { shape: kubeValue },
} satisfies { readonly [option: string]: PodOption };

interface PodOption {
  readonly shape: Shape;
  readonly at?: string;
  readonly isName?: boolean;
}

type Name = keyof typeof OPTIONS;

const ENTRIES = Object.entries(OPTIONS) as [Name, PodOption][];

export const POD_OPTIONS = Object.fromEntries(
  ENTRIES.map(([option, { shape }]) => [option, shape]),
) as { readonly [option in Name]: (typeof OPTIONS)[option]['shape'] };

export const PLACES_IN_POD = Object.fromEntries(
  ENTRIES.map(([option, { at }]) => [option, at ?? option]),
) as { readonly [option in Name]: string };

export const NAME_OPTIONS: readonly Name[] = ENTRIES.filter(([, { isName }]) => isName).map(
  ([option]) => option,
);

/** The options that are parts of a pod, word by word. */
export const PART_OPTIONS: readonly Name[] = ENTRIES.filter(([, { isName }]) => !isName).map(
  ([option]) => option,
);

const FIELDS = ENTRIES.filter(([, { at }]) => at === undefined).map(([option]) => option);

/** The fields of a pod that are options of the same name. */
export function podFieldsOf(
  options: { readonly [option in Name]?: unknown },
  from: From,
): KubeValue {
  const fields: Record<string, unknown> = {};
  for (const option of FIELDS) fields[option] = from(option, options[option]);
  return fields;
}
