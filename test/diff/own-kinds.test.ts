/** Kinds that the library renders: their schemas count where no definition is among the files. */
import { diffObjects } from '../../src/diff';

const thing = (apiVersion: string, kind: string, spec: object) => ({
  apiVersion,
  kind,
  metadata: { name: 'one', namespace: 'shop' },
  spec,
});
const viewer = (spec: object, version = 'v1alpha1') =>
  thing(`kubeflow.org/${version}`, 'PVCViewer', spec);
const volume = (spec: object) =>
  thing('aws-efs.managed.openshift.io/v1alpha1', 'SharedVolume', spec);
const untyped = (of: string, why: string) =>
  `: failed to create typed patch object (shop/one; ${of}): ${why}`;
const installed = (of: string) => `whether the kind ${of} is installed`;

test.each<[string, object, readonly unknown[]]>([
  [
    'what is right',
    viewer({ pvc: 'data' }),
    ['created', installed('PVCViewer of kubeflow.org/v1alpha1')],
  ],
  [
    'another version, of which nothing is known',
    viewer({}, 'v1'),
    ['created', installed('PVCViewer of kubeflow.org/v1')],
  ],
  ['a field that is missing', viewer({}), ['refused', 'spec.pvc: Required value']],
  [
    'unknown fields, and values of another type',
    viewer({ pvc: 5, nothing: 1 }),
    [
      'refused',
      untyped(
        'kubeflow.org/v1alpha1, Kind=PVCViewer',
        '.spec.nothing: field not declared in schema',
      ),
      untyped('kubeflow.org/v1alpha1, Kind=PVCViewer', '.spec.pvc: expected string, got int'),
    ],
  ],
  [
    'several values, in the order of the alphabet',
    volume({ accessPointID: 'a' }),
    [
      'refused',
      'spec.accessPointID: Invalid value: "a": spec.accessPointID in body should match \'^fsap-[0-9a-f]+$\'',
      'spec.fileSystemID: Required value',
    ],
  ],
])('%s', (_what, next, answer) => {
  const [{ verdict, errors = [], dependsOn = [] }] = diffObjects([], [next]).objects;
  const told = errors.map(({ field, message }) => `${field}: ${message}`);
  expect([verdict, ...told, ...dependsOn]).toEqual(answer);
});

test('the remedy is that of the field, and not of the rules that were not looked at', () => {
  const listener = { name: 'web', protocol: 'HTTP' };
  const next = thing('gateway.networking.k8s.io/v1', 'Gateway', {
    gatewayClassName: 'any',
    listeners: [listener],
  });
  expect(diffObjects([], [next]).objects).toEqual([
    {
      object: 'Gateway/shop/one',
      verdict: 'refused',
      code: 422,
      errors: [
        {
          field: '<nil>',
          message:
            'Invalid value: null: some validation rules were not checked because the object was invalid; correct the existing errors to complete validation',
        },
        { field: 'spec.listeners[0].port', message: 'Required value' },
      ],
      remedy: 'correct the field',
    },
  ]);
});
