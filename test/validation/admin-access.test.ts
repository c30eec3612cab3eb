/** Access to devices as an administrator, and what Kubernetes 1.36 answered. */
import { ADMIN_ACCESS_JUDGE } from '../../src/validation';
import { judged } from '../support/judged';

const NAMESPACE = 'default';
const devices = (...adminAccess: unknown[]) => ({
  devices: {
    requests: adminAccess.map((one, index) => ({
      name: `r${index}`,
      exactly: { deviceClassName: 'gpu', adminAccess: one },
    })),
  },
});
const thing = (kind: string, spec: object) => ({
  apiVersion: 'resource.k8s.io/v1',
  kind,
  metadata: { name: 'a', namespace: NAMESPACE },
  spec,
});
const claim = (...adminAccess: unknown[]) => thing('ResourceClaim', devices(...adminAccess));
const template = thing('ResourceClaimTemplate', { spec: devices(true) });
const namespace = (labels?: object, name = NAMESPACE) => ({
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: { name, labels },
});
const LABEL = 'resource.kubernetes.io/admin-access';

test.each<[string, object, object, string | undefined]>([
  ['a claim', claim(false, true), namespace(), 'spec.devices.requests[1].exactly.adminAccess'],
  ['a template', template, namespace(), 'spec.spec.devices.requests[0].exactly.adminAccess'],
  [
    'another value of the label',
    claim(true),
    namespace({ [LABEL]: 'yes' }),
    'spec.devices.requests[0].exactly.adminAccess',
  ],
  ['the label', claim(true), namespace({ [LABEL]: 'true' }), undefined],
  ['a namespace that is not declared', claim(true), namespace({}, 'other'), undefined],
  ['no such access', claim(false, undefined), namespace(), undefined],
])('access as an administrator: %s', (_about, object, within, field) => {
  const found = judged([ADMIN_ACCESS_JUDGE], [within, object]);
  expect(found.map((line) => line.split(/[ :]/)[3])).toEqual(field === undefined ? [] : [field]);
});
