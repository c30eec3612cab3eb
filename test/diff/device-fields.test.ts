/** Fields of claims and classes of devices that Kubernetes 1.36 refuses. */
import { diffObjects } from '../../src/diff';

const thing = (kind: string, spec: object) => ({
  apiVersion: 'resource.k8s.io/v1',
  kind,
  metadata: { name: 'one', ...(kind === 'DeviceClass' ? {} : { namespace: 'shop' }) },
  spec,
});
const gpu = (fields: object = {}) => ({
  name: 'gpu',
  exactly: { deviceClassName: 'gpu.example.com', ...fields },
});
const devices = (fields: object) => ({ devices: { requests: [gpu()], ...fields } });
const claim = (fields: object) => thing('ResourceClaim', devices(fields));
const asking = (...requests: object[]) => claim({ requests });
const template = (metadata: object) =>
  thing('ResourceClaimTemplate', { metadata, spec: devices({}) });
const deviceClass = (spec: object) => thing('DeviceClass', spec);

/** The fields that are refused; otherwise the verdict. */
function answerTo(next: object): unknown {
  const [{ verdict, errors = [] }] = diffObjects([], [next]).objects;
  return verdict === 'refused' ? [...new Set(errors.map(({ field }) => field))].sort() : verdict;
}

const REQUESTS = 'spec.devices.requests';

test.each<[string, object, readonly string[]]>([
  ['a request without a choice', asking({ name: 'a' }), [`${REQUESTS}[0]`]],
  [
    'a request of both choices',
    asking({ ...gpu(), firstAvailable: [{ name: 'a', deviceClassName: 'b' }] }),
    [`${REQUESTS}[0]`],
  ],
  [
    'devices that differ in an attribute without a domain',
    claim({ constraints: [{ distinctAttribute: 'model' }] }),
    ['spec.devices.constraints[0].distinctAttribute'],
  ],
  [
    'a constraint without an attribute',
    claim({ constraints: [{ requests: ['gpu'] }] }),
    ['spec.devices.constraints[0]'],
  ],
  ['a request twice', asking({ ...gpu() }, { ...gpu() }), [`${REQUESTS}[1]`]],
  ['a name that is no label', asking({ ...gpu(), name: 'A' }), [`${REQUESTS}[0].name`]],
  [
    'a class that is no name',
    asking(gpu({ deviceClassName: 'a/b' })),
    [`${REQUESTS}[0].exactly.deviceClassName`],
  ],
  [
    'a count of all',
    asking(gpu({ allocationMode: 'All', count: 1 })),
    [`${REQUESTS}[0].exactly.count`],
  ],
  [
    'a count of all beyond what JavaScript counts exactly',
    asking(gpu({ allocationMode: 'All', count: 9223372036854775807n })),
    [`${REQUESTS}[0].exactly.count`],
  ],
  [
    'a selector of nothing',
    asking(gpu({ selectors: [{}] })),
    [`${REQUESTS}[0].exactly.selectors[0].cel`],
  ],
  [
    'a selector by a field that devices do not have',
    deviceClass({ selectors: [{ cel: { expression: 'device.nope' } }] }),
    ['spec.selectors[0].cel.expression'],
  ],
  [
    'a selector by the name of a driver alone',
    deviceClass({ selectors: [{ cel: { expression: 'device.driver' } }] }),
    ['spec.selectors[0].cel.expression'],
  ],
  [
    'a selector by something else',
    asking(gpu({ selectors: [{ cel: { expression: 'has(object.a)' } }] })),
    [`${REQUESTS}[0].exactly.selectors[0].cel.expression`],
  ],
  [
    'a selector of too many bytes',
    deviceClass({ selectors: [{ cel: { expression: `"${'a'.repeat(10 * 1024)}" == ""` } }] }),
    ['spec.selectors[0].cel.expression'],
  ],
  [
    'parameters that are a list',
    deviceClass({ config: [{ opaque: { driver: 'a.com', parameters: [] } }] }),
    ['spec.config[0].opaque.parameters'],
  ],
  [
    'a toleration of a key that is none',
    asking(gpu({ tolerations: [{ key: '-a', operator: 'Exists' }] })),
    [`${REQUESTS}[0].exactly.tolerations[0].key`],
  ],
  [
    'a toleration of a value and of all',
    asking(gpu({ tolerations: [{ key: 'a', operator: 'Exists', value: 'b' }] })),
    [`${REQUESTS}[0].exactly.tolerations[0].value`],
  ],
  [
    'a toleration of a value that is none',
    asking(gpu({ tolerations: [{ key: 'a', operator: 'Equal', value: 'ä' }] })),
    [`${REQUESTS}[0].exactly.tolerations[0].value`],
  ],
  [
    'a constraint on no request',
    claim({ constraints: [{ requests: ['a'], matchAttribute: 'a.com/b' }] }),
    ['spec.devices.constraints[0].requests[0]'],
  ],
  [
    'an attribute of no domain',
    claim({ constraints: [{ requests: ['gpu'], matchAttribute: 'model' }] }),
    ['spec.devices.constraints[0].matchAttribute'],
  ],
  [
    'a configuration of nothing',
    claim({ config: [{ requests: ['gpu'] }] }),
    ['spec.devices.config[0].opaque'],
  ],
  [
    'a request named twice',
    claim({ constraints: [{ requests: ['gpu', 'gpu'], matchAttribute: 'a.com/b' }] }),
    ['spec.devices.constraints[0].requests[1]'],
  ],
  [
    'a driver without parameters',
    deviceClass({ config: [{ opaque: { driver: 'a' } }] }),
    ['spec.config[0].opaque.parameters'],
  ],
  [
    'a driver of a long name',
    deviceClass({ config: [{ opaque: { driver: 'a'.repeat(64), parameters: { a: 1 } } }] }),
    ['spec.config[0].opaque.driver'],
  ],
  ['a label that is none', template({ labels: { a: 'ä' } }), ['spec.metadata.labels']],
  [
    'annotations that are too long',
    template({ annotations: { a: 'a'.repeat(262144) } }),
    ['spec.metadata.annotations'],
  ],
  [
    'a template with an empty list of finalizers',
    template({ finalizers: [] }),
    ['spec.metadata.finalizers'],
  ],
  ['a template with a name', template({ name: 'a' }), ['spec.metadata.name']],
  [
    'a driver that is no name',
    deviceClass({ config: [{ opaque: { driver: 'a/b', parameters: { a: 1 } } }] }),
    ['spec.config[0].opaque.driver'],
  ],
  [
    'a resource of no domain',
    deviceClass({ extendedResourceName: 'gpu' }),
    ['spec.extendedResourceName'],
  ],
  [
    'a class of a resource as quotas call it',
    deviceClass({ extendedResourceName: 'requests.a.com/gpu' }),
    ['spec.extendedResourceName'],
  ],
])('%s is refused', (_, next, fields) => {
  expect(answerTo(next)).toEqual(fields);
});

test.each<[string, object]>([
  [
    'a claim with all of it',
    claim({
      requests: [
        gpu({ allocationMode: 'ExactCount', count: 1 }),
        { name: 'any', firstAvailable: [{ name: 'a', deviceClassName: 'b', count: 2 }] },
      ],
      constraints: [{ requests: ['gpu', 'any/a'], matchAttribute: 'a.com/b' }],
      config: [{ requests: ['any'], opaque: { driver: 'a.com', parameters: { a: 1 } } }],
    }),
  ],
  [
    'a second attribute, whatever it is',
    claim({ constraints: [{ matchAttribute: 'a.com/b', distinctAttribute: 'a_b' }] }),
  ],
  [
    'an attribute with a slash in its name',
    claim({ constraints: [{ matchAttribute: 'a.com/b/c' }] }),
  ],
  [
    'a toleration of a value',
    asking(gpu({ tolerations: [{ key: 'a.com/b', operator: 'Equal', value: 'c' }] })),
  ],
  ['a template with labels', template({ labels: { a: 'b' }, annotations: { 'a.com/b': 'ä' } })],
  ['a class of a resource', deviceClass({ extendedResourceName: 'a.com/gpu' })],
])('%s is taken', (_, next) => {
  expect(answerTo(next)).toBe('created');
});

test.each<[string, object, object]>([
  ['a claim', claim({}), asking(gpu({ count: 2 }))],
  ['a template', template({ labels: { a: 'b' } }), template({ labels: { a: 'c' } })],
])('%s of devices is not changed', (_, old, next) => {
  const [{ verdict, errors = [] }] = diffObjects([old], [next]).objects;
  expect([verdict, errors.map(({ field }) => field)]).toEqual(['refused', ['spec']]);
});
