/**
 * The verdicts on claims and the affinity of pods against the answers of local-csi-driver's own
 * handlers.
 */
import { Case, casesOf, leftOut, rightAnswer } from './cases';
import { orderOf, placementOf } from './scheduler';
import { answerFor, judgeRequest, PodAnswer } from './webhook';
import { ProvisionerOf } from '../../src/local/enforce/verdict';
import { readTopology } from '../../src/topology';
import { sayReplayed } from '../support/conformance';
import { Fields, get } from '../support/reading';

const CLAIM = 'PersistentVolumeClaim';
const all = casesOf('enforce', 'hyper', 'combined');
const replayed = all.filter((one) => leftOut(one) === undefined);
const ofGroup = (...groups: string[]) =>
  replayed.filter(({ group }) => groups.includes(group)).map((one) => [one.id, one] as const);

afterAll(() => {
  const reasons = all.flatMap((one) => leftOut(one) ?? []);
  const counts = new Map(
    reasons.map((reason) => [reason, reasons.filter((one) => one === reason).length]),
  );
  sayReplayed('local-csi webhooks', replayed.length, counts);
});

test('there are many cases of which few are left out', () => {
  expect(replayed.length).toBeGreaterThan(100);
  expect(all.length - replayed.length).toBeLessThan(10);
});

const provisionerIn =
  (cluster: readonly Fields[]): ProvisionerOf =>
  (name) =>
    get(
      cluster.find((one) => one.kind === 'StorageClass' && get(one, 'metadata', 'name') === name),
      'provisioner',
    ) as string | undefined;

function verdictOn({ input }: Case, object: Fields = input.object!) {
  return judgeRequest(
    { operation: input.operation, kind: input.kind ?? CLAIM, object, oldObject: input.oldObject },
    provisionerIn(input.cluster),
  );
}

describe('claims are judged as the webhook judges them', () => {
  test.each(ofGroup('enforce'))('%s', (_id, one) => {
    const right = rightAnswer(one);
    const verdict = verdictOn(one);
    expect(verdict.isAllowed).toBe(right.allowed);
    // What the webhook would say of what it is never asked says nothing of what it decides.
    if (one.sentToWebhook || one.upstreamBug) expect(verdict.message).toBe(right.message);
  });

  test.each(ofGroup('enforce').filter(([, one]) => one.afterDefaultClass))(
    '%s, with the class that the API server fills in',
    (_id, one) => {
      const { storageClassName, answer } = one.afterDefaultClass!;
      const object = {
        ...one.input.object!,
        spec: { ...(one.input.object!.spec as Fields), storageClassName },
      };
      expect(verdictOn(one, object)).toEqual({
        isAllowed: answer.allowed,
        message: answer.message,
      });
    },
  );

  test.each(ofGroup('combined'))('%s, each claim of the world', (_id, { input, claims = {} }) => {
    for (const [name, { expectedInstead, ...given }] of Object.entries(claims)) {
      const answer = expectedInstead ?? given;
      const claim = input.cluster.find(
        (one) => one.kind === CLAIM && get(one, 'metadata', 'name') === name,
      )!;
      const { volumeName: _, ...spec } = claim.spec as Fields;
      const verdict = judgeRequest(
        { operation: 'CREATE', kind: CLAIM, object: { ...claim, spec } },
        provisionerIn(input.cluster),
      );
      expect([name, verdict]).toEqual([
        name,
        { isAllowed: answer.allowed, message: answer.message ?? expect.any(String) },
      ]);
    }
  });
});

function answerTo({ input }: Case): PodAnswer {
  const objects = [...input.cluster, input.object!].map((manifest, index) => ({
    key: String(index),
    manifest,
  }));
  const topology = readTopology(objects, { namespace: input.namespace });
  return answerFor(topology.workloadAt(String(input.cluster.length))!, topology);
}

describe('pods get the affinity that the webhook gives them', () => {
  const created = ofGroup('hyper', 'combined').filter(
    ([, { input }]) => input.operation === 'CREATE' && (input.kind ?? 'Pod') === 'Pod',
  );

  test('all but requests that are for something else', () => {
    const ids = new Set(created.map(([id]) => id));
    const others = ofGroup('hyper', 'combined')
      .filter(([id]) => !ids.has(id))
      .map(([, { answer }]) => answer.message);
    expect(new Set(others)).toEqual(new Set(['unhandled request allowed']));
  });

  test.each(created)('%s', (_id, one) => {
    const right = rightAnswer(one);
    const answer = answerTo(one);
    const podSpec = one.input.object!.spec as Fields;
    expect(
      orderOf(placementOf({ ...podSpec, affinity: answer.affinity }, one.input.cluster)),
    ).toEqual(orderOf(right.placement!));
    // In the random worlds the webhook may give up where what it gives up makes no difference.
    if (!one.upstreamBug && one.group === 'hyper') expect(answer.message).toBe(right.message);
  });

  test.each(created)(
    '%s: the affinity that the pod has already stays, and what is added is added once',
    (_id, one) => {
      const answer = answerTo(one);
      const object = {
        ...one.input.object!,
        spec: { ...(one.input.object!.spec as Fields), affinity: answer.affinity },
      };
      expect(answerTo({ ...one, input: { ...one.input, object } }).affinity).toEqual(
        answer.affinity,
      );
      const given = get(one.input.object!, 'spec', 'affinity');
      for (const kind of ['podAffinity', 'podAntiAffinity']) {
        expect(get(answer.affinity, kind)).toEqual(get(given, kind));
      }
    },
  );
});
