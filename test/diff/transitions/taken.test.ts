/** Addresses and ports that another Service has, which the API server gives to nobody else. */
import { diffObjects } from '../../../src/diff';

const service = (name: string, spec: object) => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name, namespace: 'shop' },
  spec: { ports: [{ port: 80 }], ...spec },
});
const node = (name: string, nodePort: number, protocol = 'TCP') =>
  service(name, { type: 'NodePort', ports: [{ port: 80, nodePort, protocol }] });
const at = (name: string, clusterIP: string) => service(name, { clusterIP });

test.each<[string, object, object, readonly string[]]>([
  [
    'the address of another',
    at('a', '10.96.0.9'),
    at('b', '10.96.0.9'),
    [
      'refused',
      'spec.clusterIPs: Invalid value: ["10.96.0.9"]: failed to allocate IP 10.96.0.9: provided IP is already allocated',
    ],
  ],
  ['an address of its own', at('a', '10.96.0.9'), at('b', '10.96.0.8'), ['created']],
  ['no address, as another', at('a', 'None'), at('b', 'None'), ['created']],
  ['an address that is not written', service('a', {}), service('b', {}), ['created']],
  [
    'the port of another',
    node('a', 30000),
    node('b', 30000),
    ['refused', 'spec.ports[0].nodePort: Invalid value: 30000: provided port is already allocated'],
  ],
  ['a port of its own', node('a', 30000), node('b', 30001), ['created']],
  [
    'the port of another, of another protocol',
    node('a', 30000),
    node('b', 30000, 'UDP'),
    ['created'],
  ],
])('a new Service with %s', (_what, old, next, answer) => {
  const [, { verdict, errors = [] }] = diffObjects([old], [old, next]).objects;
  expect([verdict, ...errors.map(({ field, message }) => `${field}: ${message}`)]).toEqual(answer);
});

test('a Service keeps what it has', () => {
  const own = service('a', {
    type: 'NodePort',
    clusterIP: '10.96.0.9',
    ports: [{ port: 80, nodePort: 30000 }],
  });
  expect(diffObjects([own], [own]).objects[0].verdict).toBe('unchanged');
});

test.each<[string, object]>([
  ['the list of its addresses', { clusterIP: '10.96.0.9' }],
  ['its address', { clusterIPs: ['10.96.0.9'] }],
  ['both', {}],
])('a Service that no longer writes %s keeps it', (_what, next) => {
  const old = service('a', { clusterIP: '10.96.0.9', clusterIPs: ['10.96.0.9'] });
  expect(diffObjects([old], [service('a', next)]).objects[0].verdict).toBe('unchanged');
});
