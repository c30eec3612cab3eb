/**
 * The answers of the controller and the API server to every case, and what this library makes of
 * it: verdict, words, whole objects.
 */
import {
  Case,
  CASES,
  FRESH,
  isOfRunningController,
  JUDGED,
  olderWords,
  withoutOwner,
} from './cases';
import { Finding } from '../../src/findings';
import { admit, goDecode, lineOf, Schema, validateMetadata } from '../../src/resource';
import { buildAsOperator, mutateViewer, validateViewer } from '../../src/viewer/operator';
import { pvcViewerSchemas } from '../../src/viewer/schema';
import { PVCViewerResource } from '../../src/viewer/spec';
import { moreThan } from '../support/conformance';

const named = (cases: readonly Case[], wanted: (one: Case) => boolean = () => true) =>
  cases.filter(wanted).map((one) => [one.id, one] as const);

/** The cases are of an API server of Kubernetes 1.29, which overlooked the formats of integers. */
const SCHEMA = withoutIntegerFormats(pvcViewerSchemas().v1alpha1) as Schema;

function withoutIntegerFormats(schema: unknown): unknown {
  return JSON.parse(JSON.stringify(schema), (key, value) =>
    key === 'format' && /^int/.test(value) ? undefined : value,
  );
}

function messages(errors: readonly Finding[]): string[] {
  return olderWords(errors.map(lineOf));
}

/** Everything up to the objects, step by step as an API server goes. */
function admitted({ input: { viewer }, controllerEnv, controllerFiles = {} }: Case) {
  const path = controllerEnv.DEFAULT_POD_SPEC_PATH;
  const files: { [variable: string]: string } = Object.hasOwn(controllerFiles, path)
    ? { DEFAULT_POD_SPEC_PATH: controllerFiles[path] }
    : {};
  const metadata = goDecode('ObjectMeta', viewer.metadata);
  const { object, errors, refusal, pruned } = admit(viewer, SCHEMA, (one) =>
    mutateViewer(one, controllerEnv, files),
  );
  const resource = object as unknown as PVCViewerResource;
  const prunedFields = [
    ...metadata.unknown.map((field) => `metadata.${field}`),
    ...pruned.map((field) => field.path),
  ].sort();
  if (metadata.error !== undefined) {
    return {
      resource,
      prunedFields,
      schemaErrors: [metadata.error],
      refusedBy: 'decoding',
      webhookError: '',
    };
  }
  if (refusal !== undefined) {
    return {
      resource,
      prunedFields,
      schemaErrors: messages(admit(viewer, SCHEMA).errors),
      refusedBy: 'mutatingWebhook',
      webhookError: refusal,
    };
  }
  const schemaErrors = messages([...validateMetadata(object.metadata), ...errors]).sort();
  const webhookError = validateViewer(resource) ?? '';
  return {
    resource,
    prunedFields,
    schemaErrors,
    webhookError,
    refusedBy: schemaErrors.length > 0 ? 'schema' : webhookError === '' ? '' : 'validatingWebhook',
  };
}

function built(one: Case) {
  const { refusedBy, resource } = admitted(one);
  return refusedBy === ''
    ? buildAsOperator(resource, one.controllerEnv, one.input.objects)
    : undefined;
}

/**
 * Without owners' uids, which the cases do not have, and with children that have no owner: a build
 * knows no uid.
 */
function withoutUids({ metadata: { ownerReferences, ...metadata }, ...rest }: any): any {
  const owners = ownerReferences?.map(({ uid: _uid, ...owner }: any) => owner);
  return { ...rest, metadata: owners ? { ...metadata, ownerReferences: owners } : metadata };
}

test('there are cases of every sort, and those that are left out meet a running controller', () => {
  expect(JUDGED.length).toBeGreaterThan(moreThan(200));
  expect(JUDGED.length + CASES.filter(isOfRunningController).length).toBe(CASES.length);
  expect(FRESH.length).toBe(JUDGED.length - 6);
  for (const refusedBy of ['decoding', 'mutatingWebhook', 'schema', 'validatingWebhook']) {
    expect(named(JUDGED, (one) => one.refusedBy === refusedBy)).not.toEqual([]);
  }
});

describe('the API server', () => {
  test.each(named(JUDGED))('drops what it does not know of %s', (_id, one) => {
    expect(admitted(one).prunedFields).toEqual(one.prunedFields);
  });

  test.each(named(JUDGED))('says what it says to %s', (_id, one) => {
    expect(admitted(one).schemaErrors).toEqual(one.schemaErrors);
  });

  test.each(named(JUDGED))('has it refused by whom it has refused %s', (_id, one) => {
    expect(admitted(one).refusedBy).toBe(one.refusedBy);
  });
});

describe('the webhooks', () => {
  test.each(named(JUDGED, (one) => one.defaulted !== null))(
    'make of %s what they make of it',
    (_id, one) => {
      expect(withoutUids(admitted(one).resource)).toEqual(one.defaulted);
    },
  );

  test.each(named(JUDGED))('say what they say to %s', (_id, one) => {
    expect(admitted(one).webhookError).toBe(one.webhookError);
  });
});

describe('the controller', () => {
  test.each(named(FRESH))('makes the Deployment of %s', (_id, one) => {
    expect(built(one)?.deployment).toEqual(withoutOwner(one.deployment));
  });

  test.each(named(FRESH))('makes the Service of %s', (_id, one) => {
    expect(built(one)?.service).toEqual(withoutOwner(one.service));
  });

  test.each(named(FRESH))('makes the VirtualService of %s', (_id, one) => {
    expect(built(one)?.virtualService).toEqual(withoutOwner(one.virtualService));
  });

  test.each(named(FRESH, (one) => one.status !== null))('says where %s is', (_id, one) => {
    expect(built(one)?.url).toBe(one.status?.url);
  });
});
