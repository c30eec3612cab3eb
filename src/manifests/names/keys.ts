/** Keys of declared ConfigMaps and Secrets that pods name, and that are not in them. */
import { declaredOf } from './declared';
import { KeyReference, Reference, referencesOf } from './references';
import { defineRules, didYouMean, Finding, show, violation } from '../../findings';
import { Judge, JudgedObject, World, WORKLOADS } from '../../judge';
import { namesOf, textOf } from '../../object';

/** The rules of this file, and of keys that are files. */
export const KEY_RULES = defineRules('names', {
  key: {
    warning: 'A declared ConfigMap or Secret lacks a key that a pod takes from it.',
    why: 'The pod never starts; for a missing subPath, kubelet creates an empty directory.',
    bad: 'configMapKeyRef: { name: settings, key: hots }, beside a ConfigMap settings with the key host',
    good: 'configMapKeyRef: { name: settings, key: host }',
    source:
      'Kubernetes, kubelet: kubelet_pods.go (makeEnvironmentVariables), configmap.go and secret.go (MakePayload); kubernetes/kubernetes#126186',
  },
});

export const KEY_JUDGE: Judge = {
  rules: () => [KEY_RULES],
  kinds: [WORKLOADS],
  needs: ['items', 'configMapKeyRef', 'secretKeyRef'],
  check: ({ workload, podPath = '' }, world) =>
    workload
      ? referencesOf(workload.podSpec, podPath).flatMap((reference) =>
          reference.isOptional
            ? []
            : reference.keys.flatMap((key) =>
                keyFindings(reference, key, workload.namespace, world),
              ),
        )
      : [],
};

/** What a ConfigMap or a Secret has. */
interface Keys {
  readonly texts: ReadonlySet<string>;
  readonly all: ReadonlySet<string>;
}

/** Kinds of Secrets that a controller fills in. */
const FILLED_TYPE = 'kubernetes.io/service-account-token';
/** Labels and annotations by which something puts keys into an object. */
const FILLED = /inject|reflect|replicat|trusted|ca-?bundle|merge/i;

/** The keys of a declared object; undefined if nobody declares it, or others may be put into it. */
export function keysOf(
  kind: Reference['kind'],
  namespace: string | undefined,
  name: string,
  world: World,
): Keys | undefined {
  const objects = name === '' ? [] : world.find(`/${kind}`, namespace, name);
  if (objects.length === 0 || objects.some(isFilled)) return undefined;
  const texts = objects.flatMap(({ manifest: { data, stringData } }) => [
    ...namesOf(data),
    ...(kind === 'Secret' ? namesOf(stringData) : []),
  ]);
  const all = [...texts, ...objects.flatMap(({ manifest }) => namesOf(manifest.binaryData))];
  // What is declared empty is filled in by somebody.
  if (all.length === 0 || world.once(declaredOf).isMade(kind, namespace, name)) return undefined;
  return { texts: new Set(texts), all: new Set(all) };
}

function isFilled({ manifest, labels, annotations }: JudgedObject): boolean {
  return (
    textOf(manifest.type) === FILLED_TYPE ||
    [labels, annotations].some((some) => Object.keys(some).some((name) => FILLED.test(name)))
  );
}

function keyFindings(
  { kind, name }: Reference,
  { key, path, isVariable }: KeyReference,
  namespace: string | undefined,
  world: World,
): Finding[] {
  const keys = key === '' ? undefined : keysOf(kind, namespace, name, world);
  if (!keys || (isVariable ? keys.texts : keys.all).has(key)) return [];
  if (keys.all.has(key)) {
    return [
      violation(
        KEY_RULES.key,
        path,
        `the key ${show(key)} of the ConfigMap ${show(name)} is binary data, which a variable cannot have`,
        'move it from binaryData to data, or mount it as a file',
      ),
    ];
  }
  return [
    violation(
      KEY_RULES.key,
      path,
      `the ${kind} ${show(name)} has no key ${show(key)}`,
      didYouMean(key, [...(isVariable ? keys.texts : keys.all)]),
    ),
  ];
}
