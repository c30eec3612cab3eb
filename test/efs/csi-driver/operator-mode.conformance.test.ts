import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, Chart, Testing } from 'cdk8s';
import { CsiDriverStack } from '../../../src/csi';
import { EfsCsiDriver } from '../../../src/efs/constructs/efs-csi-driver';
import { operatorStatics } from '../../../src/efs/csi-driver';
import { FindingsError } from '../../../src/findings';
import { Manifest } from '../../../src/kube';
import { Platform } from '../../../src/tree';
import { conformanceFolder } from '../../support/conformance';
import { expectValid } from '../../support/validate';

interface Write {
  readonly verb: string;
  readonly kind: string;
  readonly sent?: Manifest;
}
interface Pass {
  readonly request: string;
  readonly writes?: readonly Write[];
}
interface Case {
  readonly id: string;
  readonly input: {
    readonly operatorNamespace: string;
    readonly namespaceFrom?: string;
    readonly steps: readonly { readonly action: string }[];
  };
  readonly result: readonly {
    readonly step: string;
    readonly operatorPasses?: readonly Pass[] | string;
  }[];
}

const FOLDER = conformanceFolder('efs', 'statics');
const CASES: Case[] = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.json'))
  .sort()
  .map((file) => JSON.parse(readFileSync(join(FOLDER, file), 'utf8')));

/**
 * What only a running operator can answer, by the names of the cases. Manifests say nothing about
 * it: a GitOps engine does, or nobody.
 */
const ONLY_RUNNING: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/-edit-/, 'an edit of a stored object: what is put back is a matter of what watches it'],
  [/-deleted?$/, 'a deletion in the cluster: what is made again is a matter of what watches it'],
  [/-replaced$/, 'an object is replaced in the cluster while the operator is down'],
  [/^statics-restart$/, 'a process starts again'],
  [
    /^statics-existing-/,
    'an object is there before the operator: it is adopted, or the operator exits',
  ],
  [/^statics-error-/, 'a call of the operator gets an error'],
];

/** What the operator tries and the API server refuses, and is refused here before. */
const REFUSED: { readonly [namespaceFrom: string]: string } = {
  none: 'the operator finds no namespace and takes __TEST_NAMESPACE__, which is not a name of one, so that its own objects are refused',
};

/**
 * The objects that the operator sent at its start, before server defaults, as far as the case shows
 * them.
 */
function sentAtStart({ input, result }: Case): Manifest[] {
  if (input.steps[0]?.action !== 'start-operator') return [];
  const passes = result.find(({ step }) => step === 'start-operator')?.operatorPasses;
  if (!Array.isArray(passes)) return [];
  return passes
    .filter((pass: Pass) => pass.request === 'EnsureStatics (start-up)')
    .flatMap((pass: Pass) => pass.writes ?? [])
    .flatMap((write) =>
      write.verb === 'create' && typeof write.sent === 'object' ? [write.sent] : [],
    );
}

function synthesized(namespace: string): Manifest[] {
  const chart = new Chart(new App(), 'chart');
  new CsiDriverStack(chart, 'efs', {
    driver: new EfsCsiDriver({ operatorMode: true }),
    platform: Platform.OPENSHIFT,
    namespace,
  });
  return Testing.synth(chart);
}

const started = CASES.filter((one) => sentAtStart(one).length > 0);
const refused = started.filter(({ input }) => REFUSED[input.namespaceFrom ?? ''] !== undefined);
const sent = started
  .filter((one) => !refused.includes(one))
  .flatMap((one) =>
    sentAtStart(one).map((manifest): [string, Case, Manifest] => [
      `${one.id}: ${manifest.kind}`,
      one,
      manifest,
    ]),
  );

describe('operator mode makes what the operator sends', () => {
  test.each(sent)('%s', (_, { input }, manifest) => {
    // A context of a kubeconfig without a namespace means the namespace default.
    const made = synthesized(input.operatorNamespace || 'default').filter(
      ({ kind }) => kind === manifest.kind,
    );
    expect(made).toStrictEqual([manifest]);
  });

  test.each(
    refused.map((one): [string, string, Case] => [one.id, REFUSED[one.input.namespaceFrom!], one]),
  )('%s is an error: %s', (_, __, one) => {
    const namespace = sentAtStart(one).find(({ kind }) => kind === 'ServiceAccount')!.metadata
      .namespace!;
    expect(() => synthesized(namespace)).toThrow(FindingsError);
    expect(() => synthesized(namespace)).toThrow(
      /namespace: "__TEST_NAMESPACE__": a lowercase RFC 1123 label must consist of/,
    );
  });

  test('every case is compared, or left out for a reason', () => {
    const left = CASES.filter(
      (one) => !started.includes(one) && !ONLY_RUNNING.some(([pattern]) => pattern.test(one.id)),
    );
    expect(left.map(({ id }) => id)).toEqual([]);
  });

  test('in its order, and nothing else', () => {
    expect(synthesized('openshift-operators').map(({ kind }) => kind)).toEqual([
      'ServiceAccount',
      'SecurityContextConstraints',
      'DaemonSet',
      'CSIDriver',
      'StorageClass',
    ]);
  });

  test('and it is valid', () => expectValid(synthesized('openshift-operators')));
});

describe('operator mode', () => {
  test('has its objects as properties', () => {
    const stack = new CsiDriverStack(new Chart(new App(), 'chart'), 'efs', {
      driver: new EfsCsiDriver({ operatorMode: true }),
      platform: Platform.OPENSHIFT,
      namespace: 'a',
      createNamespace: true,
    });
    const {
      namespaceObject,
      nodeServiceAccount,
      nodeScc,
      daemonSet,
      csiDriver,
      storageClasses,
      controller,
    } = stack;
    expect(
      [
        namespaceObject,
        nodeServiceAccount,
        nodeScc,
        daemonSet,
        csiDriver,
        ...storageClasses,
        controller,
      ].map((object) => object?.kind),
    ).toEqual([
      'Namespace',
      'ServiceAccount',
      'SecurityContextConstraints',
      'DaemonSet',
      'CSIDriver',
      'StorageClass',
      undefined,
    ]);
  });

  test('goes to the namespace that the operator is packaged for where none is given', () => {
    const stack = new CsiDriverStack(new Chart(new App(), 'chart'), 'efs', {
      driver: new EfsCsiDriver({ operatorMode: true }),
      platform: Platform.OPENSHIFT,
    });
    expect([stack.namespace, stack.daemonSet!.metadata.namespace, stack.namespaceObject]).toEqual([
      'openshift-aws-efs',
      'openshift-aws-efs',
      undefined,
    ]);
  });

  test('without cdk8s, the empty namespace is that of a kubeconfig without any', () => {
    expect(operatorStatics('')).toEqual(operatorStatics('default'));
  });
});
