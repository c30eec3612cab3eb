/**
 * From the operator's old API to the present one: what its conversion makes of a LocustTest of
 * locust.io/v1.
 */
import { KubeValue, LocustTestResource, LocustTestSpec } from './spec';

/** The `spec` of the old API. */
export interface V1Spec {
  readonly masterCommandSeed?: string;
  readonly workerCommandSeed?: string;
  readonly workerReplicas?: number;
  readonly image?: string;
  readonly imagePullPolicy?: string;
  readonly imagePullSecrets?: readonly string[];
  readonly configMap?: string;
  readonly libConfigMap?: string;
  readonly labels?: {
    readonly master?: { [key: string]: string };
    readonly worker?: { [key: string]: string };
  };
  readonly annotations?: {
    readonly master?: { [key: string]: string };
    readonly worker?: { [key: string]: string };
  };
  readonly affinity?: {
    readonly nodeAffinity?: {
      readonly requiredDuringSchedulingIgnoredDuringExecution?: { [key: string]: string };
    };
  };
  readonly tolerations?: readonly KubeValue[];
}

/**
 * The same test in the words of locust.io/v2. Keys of a node affinity are sorted, where the
 * operator's order is random.
 */
export function fromV1(
  test: Omit<LocustTestResource, 'spec'> & { readonly spec?: V1Spec },
): LocustTestResource {
  const v1 = test.spec ?? {};
  const required = v1.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? {};
  const affinity =
    Object.keys(required).length === 0
      ? undefined
      : {
          nodeAffinity: {
            requiredDuringSchedulingIgnoredDuringExecution: {
              nodeSelectorTerms: [
                {
                  matchExpressions: Object.keys(required)
                    .sort()
                    .map((key) => ({ key, operator: 'In', values: [required[key]] })),
                },
              ],
            },
          },
        };
  const tolerations = v1.tolerations && v1.tolerations.length > 0 ? v1.tolerations : undefined;
  const testFiles =
    v1.configMap || v1.libConfigMap
      ? some({
          configMapRef: v1.configMap || undefined,
          libConfigMapRef: v1.libConfigMap || undefined,
        })
      : undefined;
  const spec: LocustTestSpec = {
    image: v1.image ?? '',
    ...some({
      imagePullPolicy: v1.imagePullPolicy,
      imagePullSecrets: v1.imagePullSecrets?.map((name) => ({ name })),
    }),
    master: {
      command: v1.masterCommandSeed ?? '',
      ...some({ labels: v1.labels?.master, annotations: v1.annotations?.master }),
      autostart: true,
      autoquit: { enabled: true, timeout: 60 },
    },
    worker: {
      command: v1.workerCommandSeed ?? '',
      replicas: v1.workerReplicas ?? 0,
      ...some({ labels: v1.labels?.worker, annotations: v1.annotations?.worker }),
    },
    ...(testFiles ? { testFiles } : {}),
    ...(affinity || tolerations ? { scheduling: some({ affinity, tolerations }) } : {}),
  };
  return { ...test, apiVersion: 'locust.io/v2', spec };
}

const SELECTOR = 'spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution';
const TERM =
  /^spec\.scheduling\.affinity\.nodeAffinity\.requiredDuringSchedulingIgnoredDuringExecution(?:\.nodeSelectorTerms\[0\](?:\.matchExpressions\[(\d+)\].*)?)?$/;
/** Fields of the present API, as the old one calls them: the longest first. */
const V1_FIELDS: readonly (readonly [present: RegExp, old: string])[] = [
  [/^spec\.master\.command\b/, 'spec.masterCommandSeed'],
  [/^spec\.worker\.command\b/, 'spec.workerCommandSeed'],
  [/^spec\.worker\.replicas\b/, 'spec.workerReplicas'],
  [/^spec\.(master|worker)\.(labels|annotations)\b/, 'spec.$2.$1'],
  [/^spec\.testFiles\.configMapRef\b/, 'spec.configMap'],
  [/^spec\.testFiles\.libConfigMapRef\b/, 'spec.libConfigMap'],
  [/^spec\.imagePullSecrets\[(\d+)\].*$/, 'spec.imagePullSecrets[$1]'],
  [/^spec\.scheduling\b/, 'spec'],
];

/** Where a test of locust.io/v1 has what the present API has at this path. */
export function pathInV1(path: string, { affinity }: V1Spec = {}): string {
  const term = TERM.exec(path);
  if (term) {
    const keys = Object.keys(
      affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? {},
    ).sort();
    return term[1] === undefined ? SELECTOR : `${SELECTOR}.${keys[Number(term[1])]}`;
  }
  const field = V1_FIELDS.find(([present]) => present.test(path));
  return field ? path.replace(field[0], field[1]) : path;
}

function some<T extends object>(fields: T): Partial<T> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Partial<T>;
}
