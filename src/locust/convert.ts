/** The conversion of a LocustTest of locust.io/v1, the operator's old API, to the present one. */
import { From, unmarked } from '../findings';
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

/** Where the old API has the labels of nodes. */
const SELECTOR = 'spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution';

/**
 * The same test in the words of locust.io/v2. Keys of a node affinity are sorted, where the
 * operator's order is random.
 */
export function fromV1(
  test: Omit<LocustTestResource, 'spec'> & { readonly spec?: V1Spec },
  from: From = unmarked,
): LocustTestResource {
  const v1 = test.spec ?? {};
  const required = v1.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? {};
  const affinity =
    Object.keys(required).length === 0
      ? undefined
      : {
          nodeAffinity: {
            requiredDuringSchedulingIgnoredDuringExecution: from.whole(SELECTOR, {
              nodeSelectorTerms: [
                {
                  matchExpressions: Object.keys(required)
                    .sort()
                    .map((key) =>
                      from.whole(`${SELECTOR}.${key}`, {
                        key,
                        operator: 'In',
                        values: [required[key]],
                      }),
                    ),
                },
              ],
            }),
          },
        };
  const tolerations = v1.tolerations && v1.tolerations.length > 0 ? v1.tolerations : undefined;
  const testFiles =
    v1.configMap || v1.libConfigMap
      ? some({
          configMapRef: from('spec.configMap', v1.configMap || undefined),
          libConfigMapRef: from('spec.libConfigMap', v1.libConfigMap || undefined),
        })
      : undefined;
  const spec: LocustTestSpec = {
    image: v1.image ?? '',
    ...some({
      imagePullPolicy: v1.imagePullPolicy,
      imagePullSecrets: v1.imagePullSecrets?.map((name, index) =>
        from.whole(`spec.imagePullSecrets[${index}]`, { name }),
      ),
    }),
    master: {
      command: from('spec.masterCommandSeed', v1.masterCommandSeed ?? ''),
      ...some({
        labels: from('spec.labels.master', v1.labels?.master),
        annotations: from('spec.annotations.master', v1.annotations?.master),
      }),
      autostart: true,
      autoquit: { enabled: true, timeout: 60 },
    },
    worker: {
      command: from('spec.workerCommandSeed', v1.workerCommandSeed ?? ''),
      replicas: from('spec.workerReplicas', v1.workerReplicas ?? 0),
      ...some({
        labels: from('spec.labels.worker', v1.labels?.worker),
        annotations: from('spec.annotations.worker', v1.annotations?.worker),
      }),
    },
    ...(testFiles ? { testFiles } : {}),
    ...(affinity || tolerations
      ? { scheduling: from('spec', some({ affinity, tolerations })) }
      : {}),
  };
  return { ...test, apiVersion: 'locust.io/v2', spec };
}

function some<T extends object>(fields: T): Partial<T> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Partial<T>;
}
