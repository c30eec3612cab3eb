import {
  BOUND,
  bound,
  Edit,
  GUARD_CASES,
  GuardCase,
  guardOf,
  label,
  POLICY,
  released,
  unbound,
} from './cases';
import { buildEditGuard } from '../../../src/efs/edit-guard/build';
import { checkEditGuard } from '../../../src/efs/edit-guard/check';
import { EditGuardSpec } from '../../../src/efs/edit-guard/spec';
import { Manifest } from '../../../src/kube';
import { admission, admissionBy, AdmissionRequest } from '../../support/cel';
import { Alike, survivorsOf } from '../../support/cel-mutants';
import * as fc from '../../support/fast-check';

/** Names, keys and values that mean something in an expression, or did. */
const HOSTILE_NAMES = [
  'object',
  'object-store',
  'my.object',
  'oldobject',
  'not-object-but-oldobject',
  'variables.bound',
  'request',
  'true',
  'null',
  'in',
];
const HOSTILE_KEYS = [
  'object',
  'oldObject',
  'object.example.com/object',
  'example.com/a.object.b',
  'example.com/oldObject',
  'in',
  'true',
  'labels',
];
const HOSTILE_VALUES = [
  'object',
  'oldObject',
  'object-store',
  'a.object.metadata.labels',
  'object_object',
  'true',
  'null',
];
const HOSTILE_USERS = [
  'object',
  'a"b',
  "a'b",
  'a\\',
  '\\"',
  '"] || true || "" in ["',
  'a\nb',
  'a\r\t\b\f\u0000\u007f',
  '\u2028',
  '💾',
  '${HOME}',
  '#{x}',
  'oidc:object@example.com',
];

function judge(spec: EditGuardSpec, request: AdmissionRequest): readonly string[] {
  const [policy, binding] = buildEditGuard(spec) as unknown as [
    Manifest & { [field: string]: unknown },
    Manifest & { [field: string]: unknown },
  ];
  return admission(policy, binding, request).denied;
}

/** What the guard says to an edit of a volume; first, what the volume was before. */
function edited(
  spec: EditGuardSpec,
  edit: Edit,
  before: Edit = () => {},
  rest: Partial<AdmissionRequest> = {},
): readonly string[] {
  const oldObject = bound(spec);
  before(oldObject);
  const object = structuredClone(oldObject);
  edit(object);
  return judge(spec, {
    operation: 'UPDATE',
    resource: 'persistentvolumes',
    object,
    oldObject,
    ...rest,
  });
}

function deleted(
  spec: EditGuardSpec,
  before: Edit = () => {},
  rest: Partial<AdmissionRequest> = {},
): readonly string[] {
  const oldObject = bound(spec);
  before(oldObject);
  return judge(spec, { operation: 'DELETE', resource: 'persistentvolumes', oldObject, ...rest });
}

test.each(GUARD_CASES)('%s', (_, request, messages) => {
  expect(judge(guardOf(), request)).toEqual(messages);
});

test('a volume that is bound is not deleted; one whose claim is gone, or that was never bound, is', () => {
  expect(deleted(guardOf())).toEqual([BOUND]);
  expect(deleted(guardOf(), released)).toEqual([]);
  expect(deleted(guardOf(), unbound)).toEqual([]);
  expect(
    deleted(guardOf(), (volume) => {
      delete volume.status;
    }),
  ).toEqual([]);
});

test('the label does not go by way of the status, which carries the labels along', () => {
  const spec = guardOf();
  expect(
    edited(
      spec,
      (volume) => {
        delete volume.metadata.labels[spec.labelKey];
      },
      undefined,
      { resource: 'persistentvolumes/status' },
    ),
  ).toEqual([label(spec)]);
});

test('a volume comes under the guard by an edit, which must not change more', () => {
  const spec = guardOf();
  const unguarded: Edit = (volume) => {
    delete volume.metadata.labels;
  };
  const guarded: Edit = (volume) => {
    volume.metadata.labels = { [spec.labelKey]: spec.labelValue };
  };
  expect(edited(spec, guarded, unguarded)).toEqual([]);
  expect(
    edited(
      spec,
      (volume) => {
        guarded(volume);
        volume.spec.persistentVolumeReclaimPolicy = 'Delete';
      },
      unguarded,
    ),
  ).toEqual([POLICY]);
});

test('volumes of other guards, and of none, are not looked at', () => {
  const wreck: Edit = (volume) => {
    volume.spec = { persistentVolumeReclaimPolicy: 'Delete' };
  };
  expect(
    edited(guardOf(), wreck, (volume) => {
      delete volume.metadata.labels;
    }),
  ).toEqual([]);
  expect(
    edited(guardOf(), wreck, (volume) => {
      volume.metadata.labels = { 'cdk8s-volumes.io/edit-guard': 'other' };
    }),
  ).toEqual([]);
});

test.each(HOSTILE_USERS)('the exempt user %j, and nobody else, does as they like', (username) => {
  const spec = guardOf({ exemptUsernames: ['somebody', username] });
  const others = ['someone', `${username}x`, `x${username}`, ''];
  expect(deleted(spec, undefined, { username })).toEqual([]);
  expect(others.map((other) => deleted(spec, undefined, { username: other }))).toEqual(
    others.map(() => [BOUND]),
  );
});

describe.each([
  ...HOSTILE_NAMES.map((name) => guardOf({ name })),
  ...HOSTILE_KEYS.map((labelKey) => guardOf({ labelKey })),
  ...HOSTILE_VALUES.map((labelValue) => guardOf({ labelValue })),
])('the guard $name with $labelKey: $labelValue', (spec) => {
  test('keeps its label', () => {
    expect(
      edited(spec, (volume) => {
        delete volume.metadata.labels[spec.labelKey];
      }),
    ).toEqual([label(spec)]);
    expect(
      edited(spec, (volume) => {
        delete volume.metadata.labels;
      }),
    ).toEqual([label(spec)]);
    expect(
      edited(spec, (volume) => {
        volume.metadata.labels[spec.labelKey] = 'else';
      }),
    ).toEqual([label(spec)]);
  });

  test('lets everything else be edited', () => {
    expect(
      edited(spec, (volume) => {
        volume.metadata.annotations.a = 'b';
      }),
    ).toEqual([]);
  });
});

describe('any guard', () => {
  const part = fc.stringMatching(/^[a-zA-Z0-9]([-_.a-zA-Z0-9]{0,20}[a-zA-Z0-9])?$/);
  const word = fc.constantFrom('object', 'oldObject', 'variables.bound', 'in', 'has');
  const text = fc.oneof(
    part,
    word,
    fc.tuple(word, part).map((parts) => parts.join('.')),
  );
  const guard = fc
    .record({
      name: fc.constantFrom('guard', 'object', 'object-store'),
      labelKey: fc.oneof(
        text,
        fc
          .tuple(fc.constantFrom('object', 'object.example.com'), text)
          .map((parts) => parts.join('/')),
      ),
      labelValue: text,
      validationActions: fc.constant(['Deny']),
      exemptUsernames: fc.array(
        fc.oneof(fc.string({ unit: 'binary', minLength: 1 }), fc.constantFrom(...HOSTILE_USERS)),
        { maxLength: 3 },
      ),
    })
    .filter((spec) => checkEditGuard(spec).length === 0) as fc.Arbitrary<EditGuardSpec>;
  const forbidden = fc.constantFrom<Edit>(
    (volume) => {
      volume.spec.csi.volumeHandle = 'fs-ffffffff';
    },
    (volume) => {
      volume.spec.claimRef.name = 'other';
    },
    (volume) => {
      volume.spec.claimRef.uid = 'other';
    },
    (volume) => {
      volume.spec.persistentVolumeReclaimPolicy = 'Delete';
    },
    (volume) => {
      volume.metadata.labels = {};
    },
  );

  test('forbids what it is for to everybody who is not exempt', () => {
    fc.assert(
      fc.property(guard, forbidden, fc.string({ unit: 'binary' }), (spec, edit, username) => {
        fc.pre(!spec.exemptUsernames!.includes(username));
        expect(edited(spec, edit, undefined, { username })).toHaveLength(1);
        expect(deleted(spec, undefined, { username })).toEqual([BOUND]);
      }),
    );
  });

  test('lets those who are exempt do it, and everybody do the rest', () => {
    fc.assert(
      fc.property(guard, forbidden, (spec, edit) => {
        for (const username of spec.exemptUsernames!) {
          expect(edited(spec, edit, undefined, { username })).toEqual([]);
        }
        expect(
          edited(spec, (volume) => {
            volume.metadata.labels.more = 'x';
          }),
        ).toEqual([]);
      }),
    );
  });
});

/** Mutants that answer every request alike, and why. */
const ALIKE: readonly Alike[] = [
  [
    /: has\(\w+\.spec\.claimRef\) (→ true|&& has\(\w+\.spec\.claimRef\.\w+\) → has\(\w+\.spec\.claimRef\.\w+\))$/,
    'a field of what is not there is not there either for this engine; the API server fails',
  ],
];

test('a wrong expression gives a wrong answer to one of the requests', () => {
  const [policy, binding] = buildEditGuard({
    ...guardOf(),
    exemptUsernames: ['root'],
  }) as unknown as [
    Manifest & { [field: string]: unknown },
    Manifest & { [field: string]: unknown },
  ];
  const cases: readonly GuardCase[] = [
    ...GUARD_CASES,
    ...GUARD_CASES.map(([about, request]): GuardCase => [
      about,
      { ...request, username: 'root' },
      [],
    ]),
  ];
  expect(
    survivorsOf(
      policy,
      (mutant) => {
        const judgeBy = admissionBy(mutant, binding);
        return cases.every(
          ([, request, messages]) =>
            JSON.stringify(judgeBy(request).denied) === JSON.stringify(messages),
        );
      },
      ALIKE,
    ),
  ).toEqual([]);
});
