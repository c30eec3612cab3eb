/** What `check` says of what the API server refuses: the field, the words and the remedy. */
import { diffObjects } from '../../src/diff';
import { SERVER_JUDGE } from '../../src/validation';
import { judged } from '../support/judged';

const METADATA = { name: 'one', namespace: 'shop' };
const thing = (apiVersion: string, kind: string, fields: object): object => ({
  apiVersion,
  kind,
  metadata: METADATA,
  ...fields,
});
const service = (spec: object) =>
  thing('v1', 'Service', { spec: { ports: [{ port: 80 }], ...spec } });
const quota = (spec: object) =>
  thing('v1', 'ResourceQuota', { spec: { hard: { pods: 1 }, ...spec } });
const limits = (limit: object) => thing('v1', 'LimitRange', { spec: { limits: [limit] } });
const ingress = (spec: object) => thing('networking.k8s.io/v1', 'Ingress', { spec });
const HOOK = {
  name: 'a.b.com',
  clientConfig: { url: 'https://a.com' },
  admissionReviewVersions: ['v1'],
  sideEffects: 'None',
};
const DOUBLE = { clusterIP: '10.0.0.7', clusterIPs: ['10.0.0.7', 'fd00::1'] };

test.each<[string, object, readonly string[]]>([
  [
    'two families of a single stack',
    service({ ipFamilies: ['IPv4', 'IPv6'] }),
    [
      `error api/invalid spec.ipFamilyPolicy: "SingleStack": must be 'RequireDualStack' or 'PreferDualStack' when multiple IP families are specified; use PreferDualStack, or list only one`,
    ],
  ],
  [
    'two addresses of a single stack',
    service({ ...DOUBLE, ipFamilyPolicy: 'SingleStack' }),
    [
      `error api/invalid spec.ipFamilyPolicy: "SingleStack": must be 'RequireDualStack' or 'PreferDualStack' when multiple cluster IPs are specified; use PreferDualStack, or list only one`,
    ],
  ],
  [
    'two addresses of one family',
    service({ ...DOUBLE, clusterIPs: ['10.0.0.7', '10.0.0.8'] }),
    [
      'error api/invalid spec.clusterIPs: ["10.0.0.7","10.0.0.8"]: may specify no more than one IP for each IP family; set at most one address of each family',
    ],
  ],
  [
    'three addresses',
    service({ ...DOUBLE, clusterIPs: [...DOUBLE.clusterIPs, '10.0.0.8'] }),
    [
      'error api/invalid spec.clusterIPs: ["10.0.0.7","fd00::1","10.0.0.8"]: may only hold up to 2 values; set at most one address of each family',
    ],
  ],
  [
    'an address of the other family',
    service({ clusterIP: 'fd00::1', ipFamilies: ['IPv4'] }),
    [
      'error api/invalid spec.clusterIPs[0]: "fd00::1": expected an IPv4 value as indicated by `ipFamilies[0]`; list the families in the order of the addresses',
    ],
  ],
  [
    'an address that is none',
    service({ clusterIPs: [''] }),
    [
      'error api/invalid spec.clusterIPs: [""]: must be empty when `clusterIP` is not specified; set the same address in both, or let the server assign one',
      'error api/invalid spec.clusterIPs[0]: "": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff); set the same address in both, or let the server assign one',
    ],
  ],
  [
    'a family that is none',
    service({ ipFamilies: [''] }),
    [
      'error api/unsupported spec.ipFamilies[0]: "" is not a valid ipFamilies; use one of "IPv4", "IPv6"',
    ],
  ],
  [
    'no verbs of a role',
    thing('rbac.authorization.k8s.io/v1', 'Role', {
      rules: [{ apiGroups: [''], resources: ['pods'], verbs: [] }],
    }),
    [
      'error api/required rules[0].verbs: verbs is missing: verbs must contain at least one value; add at least one',
    ],
  ],
  [
    'two webhooks of one name',
    thing('admissionregistration.k8s.io/v1', 'ValidatingWebhookConfiguration', {
      metadata: { name: 'one' },
      webhooks: [HOOK, HOOK],
    }),
    ['error api/duplicate webhooks[1].name: "a.b.com" appears twice; use a unique name'],
  ],
  [
    'no namespace of the Service of a webhook',
    thing('admissionregistration.k8s.io/v1', 'ValidatingWebhookConfiguration', {
      metadata: { name: 'one' },
      webhooks: [{ ...HOOK, clientConfig: { service: { name: 'a' } } }],
    }),
    [
      'error api/required webhooks[0].clientConfig.service.namespace: namespace is missing; write it',
    ],
  ],
  [
    'the pods of a template that nothing runs',
    thing('v1', 'PodTemplate', { template: { spec: { containers: [{ name: 'a' }] } } }),
    [
      'error pod/image template.spec.containers[0].image: the image is empty; name it, such as nginx:1.29',
    ],
  ],
  [
    'no data of a revision',
    thing('apps/v1', 'ControllerRevision', { revision: 1 }),
    [
      'error api/required data: data is missing: data is mandatory; let the controller manage revisions',
    ],
  ],
  [
    'null as data of a revision',
    thing('apps/v1', 'ControllerRevision', { revision: 1, data: null }),
    [
      'error api/required data: data is missing: data is mandatory; let the controller manage revisions',
    ],
  ],
  [
    'data of a revision that are no object',
    thing('apps/v1', 'ControllerRevision', { revision: 1, data: [] }),
    ['error api/invalid data: []: must be a map of fields; let the controller manage revisions'],
  ],
  [
    'no template of a controller',
    thing('v1', 'ReplicationController', { spec: { selector: { app: 'web' } } }),
    [
      'error pod/container spec.template.spec.containers: the pod has no containers; add at least one',
    ],
  ],
  [
    'nothing of a controller',
    thing('v1', 'ReplicationController', {}),
    [
      'error pod/container spec.template.spec.containers: the pod has no containers; add at least one',
      'error api/required spec.selector: selector is missing; add labels to the template',
    ],
  ],
  [
    'no target of an autoscaler',
    thing('autoscaling/v2', 'HorizontalPodAutoscaler', { spec: { maxReplicas: 1 } }),
    [
      'error api/required spec.scaleTargetRef.kind: kind is missing; write it',
      'error api/required spec.scaleTargetRef.name: name is missing; write it',
      'error api/invalid spec.scaleTargetRef.apiVersion: "": apiVersion must specify API group; use group/version, such as apps/v1',
    ],
  ],
  [
    'a scope that there is not',
    quota({ scopes: ['Best'] }),
    [
      'error api/invalid spec.scopes: ["Best"]: unsupported scope; use one of BestEffort, CrossNamespacePodAffinity, NotBestEffort, NotTerminating, PriorityClass, Terminating, VolumeAttributesClass',
    ],
  ],
  [
    'an expression without scope and operator',
    quota({ scopeSelector: { matchExpressions: [{}] } }),
    [
      'error api/invalid spec.scopeSelector.matchExpressions.scopeName: "": unsupported scope; use one of BestEffort, CrossNamespacePodAffinity, NotBestEffort, NotTerminating, PriorityClass, Terminating, VolumeAttributesClass',
      'error api/invalid spec.scopeSelector.matchExpressions.operator: "": not a valid selector operator; use one of In, NotIn, Exists, DoesNotExist',
    ],
  ],
  [
    'half a pod less than none',
    quota({ hard: { pods: '-500m' } }),
    [
      'error api/invalid spec.hard[pods]: "-500m": must be greater than or equal to 0; use 0 or more',
      'error api/invalid spec.hard[pods]: "-500m": must be an integer; use a whole number',
    ],
  ],
  [
    'a resource that is no name',
    quota({ hard: { 'a b': 1 } }),
    [
      `error api/invalid spec.hard[a b]: "a b": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]'); use an existing resource, such as cpu, or one with a domain`,
      'error api/invalid spec.hard[a b]: "a b": must be a standard resource for quota; use an existing resource, such as cpu, or one with a domain',
    ],
  ],
  [
    'more at least than by default',
    limits({ type: 'Container', min: { cpu: 5 }, max: { cpu: 9 }, default: { cpu: 2 } }),
    [
      'error api/invalid spec.limits[0].defaultRequest[cpu]: "2": min value 5 is greater than default request value 2; use increasing amounts from min over defaultRequest and default to max',
      'error api/invalid spec.limits[0].default[cpu]: "5": min value 5 is greater than default value 2; use increasing amounts from min over defaultRequest and default to max',
    ],
  ],
  [
    'more by default than at most',
    limits({ type: 'Container', max: { cpu: 1 }, default: { cpu: 2 }, defaultRequest: { cpu: 1 } }),
    [
      'error api/invalid spec.limits[0].default[cpu]: "1": default value 2 is greater than max value 1; use increasing amounts from min over defaultRequest and default to max',
    ],
  ],
  [
    'a ratio below one',
    limits({ type: 'Container', maxLimitRequestRatio: { cpu: '500m' } }),
    [
      'error api/invalid spec.limits[0].maxLimitRequestRatio[cpu]: "500m": ratio 500m is less than 1; use at least 1',
    ],
  ],
  [
    'a ratio above that of the limits',
    limits({
      type: 'Container',
      min: { cpu: 1 },
      max: { cpu: 2 },
      maxLimitRequestRatio: { cpu: 3 },
    }),
    [
      'error api/invalid spec.limits[0].maxLimitRequestRatio[cpu]: "3": ratio 3 is greater than max/min = 2.000000; use a lower one',
    ],
  ],
  [
    'defaults of pods',
    limits({ type: 'Pod', max: { cpu: 1 }, default: { cpu: 2 }, defaultRequest: { cpu: 3 } }),
    [
      "error api/forbidden spec.limits[0].default: default may not be specified when `type` is 'Pod'; remove it, or write it for Container",
      "error api/forbidden spec.limits[0].defaultRequest: defaultRequest may not be specified when `type` is 'Pod'; remove it, or write it for Container",
    ],
  ],
  [
    'a type that is no name',
    limits({ type: 'a b' }),
    [
      `error api/invalid spec.limits[0].type: "a b": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]'); use one of Container, PersistentVolumeClaim, Pod`,
    ],
  ],
  [
    'the backend of a former Ingress',
    ingress({
      rules: [
        {
          http: {
            paths: [
              { path: '/', pathType: 'Prefix', backend: { serviceName: 'web', servicePort: 80 } },
            ],
          },
        },
      ],
    }),
    [
      'warning api/unknown-field spec.rules[0].http.paths[0].backend.serviceName: unknown field "serviceName": strict validation, the default of kubectl, and server-side apply reject it, and otherwise it is dropped; write service.name, its name since networking.k8s.io/v1',
      'warning api/unknown-field spec.rules[0].http.paths[0].backend.servicePort: unknown field "servicePort": strict validation, the default of kubectl, and server-side apply reject it, and otherwise it is dropped; write service.port.number or service.port.name, its name since networking.k8s.io/v1',
      'error api/required spec.rules[0].http.paths[0].backend: backend is missing: resource or service backend is required; set service or resource',
    ],
  ],
  [
    'the default backend of a former Ingress',
    ingress({ backend: { serviceName: 'web', servicePort: 80 } }),
    [
      'warning api/unknown-field spec.backend: unknown field "backend": strict validation, the default of kubectl, and server-side apply reject it, and otherwise it is dropped; write defaultBackend, its name since networking.k8s.io/v1',
      'error api/invalid spec: []: either `defaultBackend` or `rules` must be specified; add rules',
    ],
  ],
  [
    'a condition that is no name',
    thing('batch/v1', 'Job', {
      spec: {
        podFailurePolicy: { rules: [{ action: 'Ignore', onPodConditions: [{ type: 'a b' }, {}] }] },
        template: { spec: { restartPolicy: 'Never', containers: [{ name: 'a', image: 'b:1' }] } },
      },
    }),
    [
      `error api/invalid spec.podFailurePolicy.rules[0].onPodConditions[0].type: "a b": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]'); name a condition, such as DisruptionTarget`,
      'error api/invalid spec.podFailurePolicy.rules[0].onPodConditions[1].type: "": name part must be non-empty; name a condition, such as DisruptionTarget',
      `error api/invalid spec.podFailurePolicy.rules[0].onPodConditions[1].type: "": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]'); name a condition, such as DisruptionTarget`,
    ],
  ],
  [
    'the name of a volume that no volume has',
    thing('v1', 'PersistentVolumeClaim', {
      spec: {
        accessModes: ['ReadWriteOnce'],
        resources: { requests: { storage: '1Gi' } },
        volumeName: 'A b',
      },
    }),
    [
      `error storage/name spec.volumeName: "A b": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*'); use a name of at most 253 lower-case letters, digits, dashes and dots`,
    ],
  ],
])('%s', (_what, object, lines) => {
  const { kind } = object as { readonly kind: string };
  expect(judged([SERVER_JUDGE], [object])).toEqual(lines.map((line) => `${kind}/one ${line}`));
});

test.each(['v1', 'example.com/v1'])(
  'of many controllers of an object of %s a few are told',
  (apiVersion) => {
    const owner = (index: number) => ({
      apiVersion: 'v1',
      kind: 'A',
      name: `a${index}`,
      uid: `u${index}`,
      controller: true,
    });
    const ownerReferences = Array.from({ length: 100 }, (_, index) => owner(index));
    const manifest = {
      apiVersion,
      kind: apiVersion === 'v1' ? 'ConfigMap' : 'Thing',
      metadata: { name: 'a', ownerReferences },
    };
    const [{ errors = [] }] = diffObjects([], [manifest], {}).objects;
    expect(errors.map(({ message }) => message.slice(message.lastIndexOf('Found')))).toEqual([
      'Found "true" in references for A/a0 and A/a1',
      'Found "true" in references for A/a0 and A/a2',
      'Found "true" in references for A/a0 and A/a3',
    ]);
  },
);

test('of many faults of the path of a webhook a few are told, each with the whole path', () => {
  const place = { name: 'a', namespace: 'b', path: `/${'/'.repeat(100)}x` };
  const manifest = {
    ...thing('admissionregistration.k8s.io/v1', 'ValidatingWebhookConfiguration', {
      webhooks: [
        {
          name: 'a.example.com',
          clientConfig: { service: place },
          admissionReviewVersions: ['v1'],
          sideEffects: 'None',
        },
      ],
    }),
    metadata: { name: 'one' },
  };
  const [{ errors = [] }] = diffObjects([], [manifest], {}).objects;
  expect(errors.map(({ message }) => message.slice(message.indexOf('segment')))).toEqual(
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((index) => `segment[${index}] may not be empty`),
  );
});
