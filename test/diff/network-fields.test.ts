/** Fields of Services, Ingresses and network policies that Kubernetes 1.36 refuses. */
import { diffObjects } from '../../src/diff';

const thing = (apiVersion: string, kind: string, spec: object) => ({
  apiVersion,
  kind,
  metadata: { name: 'one', namespace: 'shop' },
  spec,
});
const service = (fields: object) =>
  thing('v1', 'Service', { selector: { app: 'web' }, ports: [{ port: 80 }], ...fields });
const outside = (fields: object) =>
  thing('v1', 'Service', { type: 'ExternalName', externalName: 'a.example.com', ...fields });
const web = { service: { name: 'web', port: { number: 80 } } };
const ingress = (fields: object) =>
  thing('networking.k8s.io/v1', 'Ingress', { defaultBackend: web, ...fields });
const path = (fields: object) =>
  ingress({ rules: [{ http: { paths: [{ path: '/', pathType: 'Prefix', ...fields }] } }] });
const policy = (ipBlock: object) =>
  thing('networking.k8s.io/v1', 'NetworkPolicy', {
    podSelector: {},
    egress: [{ to: [{ ipBlock }] }],
  });

/** The fields that are refused; otherwise the verdict. */
function answerTo(next: object): unknown {
  const [{ verdict, errors = [] }] = diffObjects([], [next]).objects;
  return verdict === 'refused' ? [...new Set(errors.map(({ field }) => field))].sort() : verdict;
}

const BACKEND = 'spec.rules[0].http.paths[0].backend';
const BLOCK = 'spec.egress[0].to[0].ipBlock';

test.each<[string, object, readonly string[]]>([
  [
    'a direction of a policy twice',
    thing('networking.k8s.io/v1', 'NetworkPolicy', {
      podSelector: {},
      policyTypes: ['Ingress', 'Egress', 'Ingress'],
    }),
    ['spec.policyTypes'],
  ],
  [
    'a port of health below zero',
    service({
      type: 'LoadBalancer',
      externalTrafficPolicy: 'Local',
      healthCheckNodePort: -1,
    }),
    ['spec.healthCheckNodePort'],
  ],
  [
    'a port of health that no node has',
    service({
      type: 'LoadBalancer',
      externalTrafficPolicy: 'Local',
      healthCheckNodePort: 65536,
    }),
    ['spec.healthCheckNodePort'],
  ],
  [
    'a port with a bad name',
    service({ ports: [{ name: 'a_b', port: 80 }] }),
    ['spec.ports[0].name'],
  ],
  [
    'a protocol of applications with a bad name',
    service({ ports: [{ port: 80, appProtocol: 'a b' }] }),
    ['spec.ports[0].appProtocol'],
  ],
  [
    'a session without end',
    service({
      sessionAffinity: 'ClientIP',
      sessionAffinityConfig: { clientIP: { timeoutSeconds: 86401 } },
    }),
    ['spec.sessionAffinityConfig.clientIP.timeoutSeconds'],
  ],
  [
    'a session without time',
    service({
      sessionAffinity: 'ClientIP',
      sessionAffinityConfig: { clientIP: { timeoutSeconds: 0 } },
    }),
    ['spec.sessionAffinityConfig.clientIP.timeoutSeconds'],
  ],
  ['a family twice', service({ ipFamilies: ['IPv4', 'IPv4'] }), ['spec.ipFamilies[1]']],
  ['an address that is none', service({ clusterIP: '10.0.0.300' }), ['spec.clusterIPs[0]']],
  [
    'addresses without the first of them',
    service({ clusterIPs: ['10.0.0.9'] }),
    ['spec.clusterIPs'],
  ],
  [
    'another first address',
    service({ clusterIP: '10.0.0.8', clusterIPs: ['10.0.0.9'] }),
    ['spec.clusterIPs'],
  ],
  [
    'no address beside one',
    service({ clusterIP: 'None', clusterIPs: ['None', '10.0.0.9'] }),
    ['spec.clusterIPs'],
  ],
  ['an outer address that is none', service({ externalIPs: ['1.2.3'] }), ['spec.externalIPs[0]']],
  [
    'an outer address of each node',
    service({ externalIPs: ['127.0.0.1'] }),
    ['spec.externalIPs[0]'],
  ],
  ['an outer address of a link', service({ externalIPs: ['fe80::1'] }), ['spec.externalIPs[0]']],
  ['an outer address of nobody', service({ externalIPs: ['0.0.0.0'] }), ['spec.externalIPs[0]']],
  [
    'a range that is none',
    service({ type: 'LoadBalancer', loadBalancerSourceRanges: [' 10.0.0.0/33'] }),
    ['spec.LoadBalancerSourceRanges[0]'],
  ],
  [
    'a class with a bad name',
    service({ type: 'LoadBalancer', loadBalancerClass: 'a b' }),
    ['spec.loadBalancerClass'],
  ],
  ['a name that is none', outside({ externalName: '*.com' }), ['spec.externalName']],
  ['a name of a dot', outside({ externalName: '.' }), ['spec.externalName']],
  ['an address of a name', outside({ clusterIPs: ['10.0.0.9'] }), ['spec.clusterIPs']],
  [
    'families of a name',
    outside({ ipFamilies: ['IPv4'], ipFamilyPolicy: 'SingleStack' }),
    ['spec.ipFamilies', 'spec.ipFamilyPolicy'],
  ],
  ['a class that is no name', ingress({ ingressClassName: '' }), ['spec.ingressClassName']],
  ['a Secret that is no name', ingress({ tls: [{ secretName: 'A' }] }), ['spec.tls[0].secretName']],
  ['hosts that are no names', ingress({ tls: [{ hosts: ['a', '*.'] }] }), ['spec.tls[0].hosts[1]']],
  ['a host that is an address', ingress({ rules: [{ host: '10.0.0.1' }] }), ['spec.rules[0].host']],
  [
    'a path of no type',
    path({ pathType: undefined, backend: web }),
    ['spec.rules[0].http.paths[0].pathType'],
  ],
  [
    'a Service that is no name',
    path({ backend: { service: { name: 'A', port: { number: 80 } } } }),
    [`${BACKEND}.service.name`],
  ],
  [
    'an object that is no name',
    path({ backend: { resource: { apiGroup: 'A', kind: 'a/b', name: '..' } } }),
    [`${BACKEND}.resource.apiGroup`, `${BACKEND}.resource.kind`, `${BACKEND}.resource.name`],
  ],
  ['a block that is none', policy({ cidr: '10.0.0/8' }), [`${BLOCK}.cidr`]],
  [
    'exceptions that are none',
    policy({ cidr: '10.0.0.0/8', except: ['', '11.0.0.0/9', '10.0.0.0/8', '2001:db8::/32'] }),
    [0, 1, 2, 3].map((index) => `${BLOCK}.except[${index}]`),
  ],
])('refuses %s', (_what, next, fields) => {
  expect(answerTo(next)).toEqual(fields);
});

test.each<[string, object]>([
  [
    'a port of TCP and UDP',
    service({
      ports: [
        { name: 'a', port: 53 },
        { name: 'b', port: 53, protocol: 'UDP' },
      ],
    }),
  ],
  ['no address', service({ clusterIP: 'None' })],
  ['an address', service({ clusterIP: '10.96.0.9', clusterIPs: ['10.96.0.9'] })],
  ['an outer address', service({ externalIPs: ['192.0.2.1', '2001:db8::1'] })],
  [
    'a range with spaces',
    service({
      type: 'LoadBalancer',
      loadBalancerSourceRanges: [' 10.0.0.0/8 '],
      loadBalancerClass: 'example.com/internal',
    }),
  ],
  [
    'a session of a day',
    service({
      sessionAffinity: 'ClientIP',
      sessionAffinityConfig: { clientIP: { timeoutSeconds: 86400 } },
    }),
  ],
  ['a name with a dot at its end', outside({ externalName: 'a.example.com.' })],
  ['hosts with a star', ingress({ tls: [{ hosts: ['*.example.com'], secretName: 'tls' }] })],
  ['an object', path({ backend: { resource: { apiGroup: 'a.com', kind: 'Bucket', name: 'b' } } })],
  ['a part of a block', policy({ cidr: '10.0.0.0/8', except: ['10.1.0.0/16'] })],
])('takes %s', (_what, next) => {
  expect(answerTo(next)).toBe('created');
});
