import { goTypes } from '../../src/model';
import { goDecode, isGoZero } from '../../src/resource';
import * as fc from '../support/fast-check';

const QUANTITY =
  "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
const limits = (cpu: unknown) => ({ containers: [{ resources: { limits: { cpu } } }] });
const port = (containerPort: unknown) => ({ containers: [{ ports: [{ containerPort }] }] });

/** What sigs.k8s.io/json of 2022 says when it reads these into types of k8s.io/api 0.29.2. */
describe('Go refuses', () => {
  test.each<[what: string, type: string, given: unknown, words: string]>([
    [
      'a text in place of all',
      'PodSpec',
      'a',
      'json: cannot unmarshal string into Go value of type v1.PodSpec',
    ],
    [
      'a list in place of all',
      'PodSpec',
      [1],
      'json: cannot unmarshal array into Go value of type v1.PodSpec',
    ],
    [
      'an object for a list',
      'PodSpec',
      { containers: { name: 'a' } },
      'json: cannot unmarshal object into Go struct field PodSpec.containers of type []v1.Container',
    ],
    [
      'a number for a text',
      'PodSpec',
      { containers: [{ name: 'a' }, { name: 5 }] },
      'json: cannot unmarshal number into Go struct field Container.containers.name of type string',
    ],
    [
      'the first of two, by the bytes of the fields',
      'PodSpec',
      { volumes: 5, containers: [{ name: 5 }] },
      'json: cannot unmarshal number into Go struct field Container.containers.name of type string',
    ],
    [
      'a boolean for a text with a type of its own',
      'PodSpec',
      { containers: [{ imagePullPolicy: true }] },
      'json: cannot unmarshal bool into Go struct field Container.containers.imagePullPolicy of type v1.PullPolicy',
    ],
    [
      'a type of another package',
      'ObjectMeta',
      { uid: 5 },
      'json: cannot unmarshal number into Go struct field ObjectMeta.uid of type types.UID',
    ],
    [
      'a number beyond int32',
      'PodSpec',
      port(2 ** 31),
      'json: cannot unmarshal number 2147483648 into Go struct field ContainerPort.containers.ports.containerPort of type int32',
    ],
    [
      'a fraction',
      'PodSpec',
      port(80.5),
      'json: cannot unmarshal number 80.5 into Go struct field ContainerPort.containers.ports.containerPort of type int32',
    ],
    [
      'a number that is written with an exponent',
      'PodSpec',
      port(1e21),
      'json: cannot unmarshal number 1e+21 into Go struct field ContainerPort.containers.ports.containerPort of type int32',
    ],
    [
      'a number for a map with a name',
      'PodSpec',
      { containers: [{ resources: { limits: 5 } }] },
      'json: cannot unmarshal number into Go struct field ResourceRequirements.containers.resources.limits of type v1.ResourceList',
    ],
    [
      'a list for a map without one',
      'PodSpec',
      { nodeSelector: ['a'] },
      'json: cannot unmarshal array into Go struct field PodSpec.nodeSelector of type map[string]string',
    ],
    [
      'an object in a map of texts, without its key',
      'PodSpec',
      { nodeSelector: { a: { b: 'c' } } },
      'json: cannot unmarshal object into Go struct field PodSpec.nodeSelector of type string',
    ],
    [
      'a field of an embedded type, without that',
      'PodSpec',
      { volumes: [{ persistentVolumeClaim: 'data' }] },
      'json: cannot unmarshal string into Go struct field Volume.volumes.persistentVolumeClaim of type v1.PersistentVolumeClaimVolumeSource',
    ],
    ['a quantity with a space', 'PodSpec', limits('1 G'), QUANTITY],
    ['a boolean for a quantity', 'PodSpec', limits(true), QUANTITY],
    [
      'a quantity with half an exponent',
      'PodSpec',
      limits('1e'),
      "unable to parse quantity's suffix",
    ],
    [
      'a quantity that comes after something worse',
      'PodSpec',
      { containers: [{ name: 5, resources: { limits: { cpu: '1 G' } } }] },
      QUANTITY,
    ],
    [
      'a fraction for a port or its name',
      'PodSpec',
      { containers: [{ livenessProbe: { httpGet: { port: 80.5 } } }] },
      'json: cannot unmarshal number 80.5 into Go struct field HTTPGetAction.containers.livenessProbe.httpGet.port of type int32',
    ],
    [
      'an object for a port or its name',
      'PodSpec',
      { containers: [{ livenessProbe: { httpGet: { port: { a: 1 } } } }] },
      'json: cannot unmarshal object into Go struct field HTTPGetAction.containers.livenessProbe.httpGet.port of type int32',
    ],
    [
      'a label that is a number',
      'ObjectMeta',
      { labels: { team: 5 } },
      'json: cannot unmarshal number into Go struct field ObjectMeta.labels of type string',
    ],
    [
      'a time that is a number',
      'ObjectMeta',
      { creationTimestamp: 5 },
      'json: cannot unmarshal number into Go struct field ObjectMeta.creationTimestamp of type string',
    ],
    [
      'a time that is none',
      'ObjectMeta',
      { creationTimestamp: 'yesterday' },
      'parsing time "yesterday" as "2006-01-02T15:04:05Z07:00": cannot parse "yesterday" as "2006"',
    ],
    [
      'a thirteenth month',
      'ObjectMeta',
      { creationTimestamp: '2024-13-01T00:00:00Z' },
      'parsing time "2024-13-01T00:00:00Z": month out of range',
    ],
    [
      'a day that the month has not',
      'ObjectMeta',
      { creationTimestamp: '2024-02-30T00:00:00Z' },
      'parsing time "2024-02-30T00:00:00Z": day out of range',
    ],
    [
      'what comes after a time',
      'ObjectMeta',
      { creationTimestamp: '2024-02-29T00:00:00Zx' },
      'parsing time "2024-02-29T00:00:00Zx": extra text: "x"',
    ],
    [
      'a zone that there is not',
      'ObjectMeta',
      { creationTimestamp: '2024-02-29T00:00:00+25:00' },
      'parsing time "2024-02-29T00:00:00+25:00": time zone offset hour out of range',
    ],
  ])('%s', (_what, type, given, words) => {
    expect(goDecode(type, given).error).toBe(words);
  });
});

describe('Go takes', () => {
  test('nulls for nothing', () => {
    expect(
      goDecode('PodSpec', { containers: [null], nodeSelector: null, hostNetwork: null }),
    ).toEqual({ value: { containers: [null] }, unknown: [] });
  });

  test('no field in another case, and leaves out what it does not know', () => {
    expect(goDecode('PodSpec', { Containers: 5, containers: [{ nme: 'a' }] })).toEqual({
      value: { containers: [{}] },
      unknown: ['Containers', 'containers[0].nme'],
    });
  });

  test('a field in another case where cases do not count', () => {
    expect(goDecode('PodSpec', { HOSTNETWORK: true }, { ignoreCase: true }).value).toEqual({
      hostNetwork: true,
    });
  });

  test.each<[what: string, given: unknown, taken: unknown]>([
    [
      'numbers and booleans as texts',
      { env: [{ name: 5, value: true }, { value: 1.5 }] },
      { env: [{ name: '5', value: 'true' }, { value: '1.5' }] },
    ],
    [
      'but leaves numbers what they are where numbers are wanted',
      { ports: [{ containerPort: 80 }] },
      { ports: [{ containerPort: 80 }] },
    ],
  ])('from YAML %s', (_what, given, taken) => {
    expect(goDecode('Container', given, { scalarsAsTexts: true }).value).toEqual(taken);
  });

  test('from YAML no number as a text below an embedded type', () => {
    const found = goDecode(
      'Volume',
      { persistentVolumeClaim: { claimName: 5 } },
      { scalarsAsTexts: true },
    );
    expect(found.error).toBe(
      'json: cannot unmarshal number into Go struct field PersistentVolumeClaimVolumeSource.persistentVolumeClaim.claimName of type string',
    );
  });
});

describe('Go has as if it had read nothing', () => {
  test.each<[given: unknown, isZero: boolean]>([
    [{}, true],
    [null, true],
    [{ hostNetwork: false, restartPolicy: '' }, true],
    [{ containers: null }, true],
    [{ containers: [] }, false],
    [{ nodeSelector: {} }, false],
    [{ securityContext: {} }, false],
    [{ terminationGracePeriodSeconds: 0 }, false],
  ])('%j: %s', (given, isZero) => {
    expect(isGoZero('PodSpec', given)).toBe(isZero);
  });

  test('0 for a port or its name, but not the empty name', () => {
    expect([
      isGoZero('HTTPGetAction', { port: 0 }),
      isGoZero('HTTPGetAction', { port: '' }),
    ]).toEqual([true, false]);
  });
});

const anything = fc.anything({
  withBigInt: true,
  withDate: true,
  withMap: true,
  withNullPrototype: true,
});
const type = fc.constantFrom(
  ...Object.keys(goTypes()),
  '[]Volume',
  '*EnvVar',
  'map[string]Quantity',
  'NoType',
);

test('any value of any type is taken or refused', () => {
  fc.assert(
    fc.property(
      type,
      fc.oneof(
        anything,
        fc.dictionary(
          fc.constantFrom('name', 'containers', 'ports', 'limits', '__proto__'),
          anything,
        ),
      ),
      (name, value) => {
        const { error, ...taken } = goDecode(name, value);
        if (error === undefined) expect(goDecode(name, taken.value).error).toBeUndefined();
        else expect(error).not.toBe('');
      },
    ),
    { numRuns: 1000 },
  );
});

test('what is given stays as it was', () => {
  fc.assert(
    fc.property(type, fc.jsonValue(), (name, value) => {
      const before = structuredClone(value);
      goDecode(name, value, { ignoreCase: true, scalarsAsTexts: true });
      expect(value).toEqual(before);
    }),
  );
});
