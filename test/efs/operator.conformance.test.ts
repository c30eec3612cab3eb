import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Testing } from 'cdk8s';
import { operatorVerdict } from '../../src/efs/operator';
import { checkSharedVolumes } from '../../src/efs/shared-volume/check-tree';
import { EfsSharedVolume } from '../../src/index';
import { Identity } from '../../src/judge';
import { conformanceFolder, moreThan } from '../support/conformance';

const FOLDER = conformanceFolder('efs', 'sharedvolume');

interface Write {
  verb: string;
  kind: string;
  sent?: any;
  error?: string;
}
interface Pass {
  writes: Write[];
  loggedErrors?: string[];
  result: string;
}
interface Answer {
  step: string;
  refused?: { readonly code: number; readonly message: string };
  operatorPasses?: Pass[];
}
interface Case {
  id: string;
  input: { given?: any[]; steps: any[] };
  result: Answer[];
}

const cases: Case[] = readdirSync(FOLDER)
  .sort()
  .map((file) => JSON.parse(readFileSync(join(FOLDER, file), 'utf8')));
const createsFirst = (one: Case) =>
  one.input.steps[0].action === 'create' && one.input.steps[0].object.kind === 'SharedVolume';
const answerOf = (one: Case) =>
  one.result.find((answer) => answer.step.startsWith('create SharedVolume'))!;
const writesOf = (answer: Answer) =>
  (answer.operatorPasses ?? [])
    .flatMap((pass) => pass.writes)
    .filter((write) => write.verb === 'create');

/**
 * What only a running operator and cluster decide: these cases begin with a stopped operator or an
 * injected error, so that no first step creates a SharedVolume that somebody acts on.
 */
const NOT_FIRST =
  /^sv-(collision-created-while-down|delete-never-reconciled|edit-before-ready|error-(pv-create|pvc-create|status-update)|existing-pv-(legacy|owned|path|typed))/;

const replayed = cases.filter(createsFirst);
const bare = replayed.filter((one) => !one.input.given);
const onGiven = replayed.filter((one) => one.input.given);

test('every case begins with a SharedVolume, or is one that only a running operator can answer', () => {
  expect(
    cases
      .filter((one) => !createsFirst(one))
      .map((one) => one.id)
      .filter((id) => !NOT_FIRST.test(id)),
  ).toEqual([]);
  expect(replayed.length).toBeGreaterThan(moreThan(100));
});

describe('without anything in the cluster', () => {
  test.each(bare.map((one) => [one.id, one] as const))('%s', (_id, one) => {
    const verdict = operatorVerdict(one.input.steps[0].object);
    const answer = answerOf(one);
    if (answer.refused) {
      const { code, message } = answer.refused;
      expect(verdict).toEqual({ refused: { field: '', code, message } });
      return;
    }
    const [first, second] = writesOf(answer);
    if (!first) {
      // The operator cannot even write its finalizer; it tells why in its log, forever.
      expect(answer.operatorPasses![0].result).toBe(`error: ${verdict.error}`);
      expect(verdict.creates).toBeUndefined();
    } else if (first.error) {
      expect(verdict).toEqual({ error: first.error, failsAt: first.sent });
    } else {
      expect(verdict).toEqual({ creates: [first.sent, second.sent] });
    }
  });
});

describe('with something in the cluster, which changes what is created but not with what content', () => {
  test.each(onGiven.map((one) => [one.id, one] as const))('%s', (_id, one) => {
    const verdict = operatorVerdict(one.input.steps[0].object);
    expect(verdict.refused).toBeUndefined();
    const content = new Map(verdict.creates!.map((manifest) => [manifest.kind, manifest as any]));
    for (const { kind, sent } of writesOf(answerOf(one))) {
      expect(sent).toEqual(content.get(kind));
    }
  });
});

describe('the construct in operator mode', () => {
  const accepted = bare.filter((one) => operatorVerdict(one.input.steps[0].object).creates);
  test.each(accepted.map((one) => [one.id, one] as const))(
    'writes what the operator sent in %s',
    (_id, one) => {
      const { metadata, spec } = one.input.steps[0].object;
      const chart = Testing.chart();
      new EfsSharedVolume(chart, 'x', {
        operatorMode: true,
        name: metadata.name,
        namespace: metadata.namespace,
        fileSystemId: spec.fileSystemID,
        accessPointId: spec.accessPointID,
      });
      expect(Testing.synth(chart)).toEqual(
        writesOf(answerOf(one))
          .slice(0, 2)
          .map((write) => write.sent),
      );
    },
  );

  const refused = bare.filter(
    (one) =>
      !operatorVerdict(one.input.steps[0].object).creates &&
      one.input.steps[0].object.spec &&
      one.input.steps[0].object.apiVersion.endsWith('/v1alpha1'),
  );
  test.each(refused.map((one) => [one.id, one] as const))(
    'refuses what the operator cannot work with in %s',
    (_id, one) => {
      const { metadata, spec } = one.input.steps[0].object;
      const answer = answerOf(one) as any;
      const words: string = answer.refused?.message ?? writesOf(answer)[0].error;
      expect(
        () =>
          new EfsSharedVolume(Testing.chart(), 'x', {
            operatorMode: true,
            name: metadata.name,
            namespace: metadata.namespace,
            fileSystemId: spec.fileSystemID,
            accessPointId: spec.accessPointID,
          }),
      ).toThrow(words.replace(/\s*[\r\n]+\s*/g, ' '));
    },
  );
});

describe('two SharedVolumes that mean one persistent volume', () => {
  const collisions = cases.filter(
    (one) =>
      one.id.startsWith('sv-collision-') &&
      createsFirst(one) &&
      one.id !== 'sv-collision-none-dots',
  );
  test.each(collisions.map((one) => [one.id, one] as const))(
    '%s is found in the tree',
    (_id, one) => {
      expect(collisionsOf(one).length).toBeGreaterThan(0);
    },
  );

  test('and those that only look alike are not', () => {
    const alike = cases.filter(
      (one) => one.id === 'sv-collision-none-dots' || one.id.startsWith('sv-two-'),
    );
    expect(alike.flatMap(collisionsOf)).toEqual([]);
  });
});

function collisionsOf(one: Case) {
  const created = one.input.steps
    .filter((step) => step.action === 'create' && step.object.kind === 'SharedVolume')
    .map((step) => step.object);
  const [last, ...others] = created.reverse();
  const objects: Identity[] = others.map((object, index) => ({
    key: `chart/sv${index}`,
    apiVersion: object.apiVersion,
    kind: object.kind,
    name: object.metadata.name,
    namespace: object.metadata.namespace,
  }));
  const [volume, claim] = operatorVerdict(last).creates!;
  return checkSharedVolumes(
    [
      {
        construct: 'chart/last',
        namespace: last.metadata.namespace,
        name: last.metadata.name,
        volumeName: volume.metadata.name,
        claimName: claim.metadata.name,
        storageClassName: 'efs-sc',
        operatorMode: true,
      },
    ],
    objects,
  ).filter((finding) => finding.rule === 'efs/volume-name-taken');
}
