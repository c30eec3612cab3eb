/** Variables in the folders that containers mount. */
import { FILE_JUDGES } from '../../../src/manifests/files';
import { judged, podOf } from '../../support/judged';

const said = (mount: object, container: object = {}) =>
  judged(FILE_JUDGES, [
    podOf({
      containers: [
        {
          name: 'app',
          image: 'app',
          volumeMounts: [{ name: 'v', mountPath: '/v', ...mount }],
          ...container,
        },
      ],
      volumes: [{ name: 'v', hostPath: { path: '/v' } }],
    }),
  ]);
const AT = 'spec.containers[0].volumeMounts[0]';

test('a variable in a subPath is told', () => {
  expect(said({ subPath: 'logs/$(POD_NAME)' })).toEqual([
    `Pod/tool warning files/sub-path-variable ${AT}.subPath: "$(POD_NAME)" is not replaced in a subPath: all pods share one folder of that name; use subPathExpr`,
  ]);
});

test.each(['logs', '$POD_NAME', '$$(POD_NAME)', '$(date +%s)', '$()'])(
  'a subPath %s has no variable',
  (subPath) => {
    expect(said({ subPath })).toEqual([]);
  },
);

test.each<readonly [string, object, string]>([
  [
    'is not set',
    {},
    'the variable "POD_NAME" is not set in this container, which never starts; add it to env of the container',
  ],
  [
    'is misspelt',
    { env: [{ name: 'PODNAME', value: 'a' }] },
    'the variable "POD_NAME" is not set in this container, which never starts; perhaps you meant "PODNAME"; otherwise add it to env of the container',
  ],
  [
    'is empty',
    { env: [{ name: 'POD_NAME', value: '' }] },
    'the variable "POD_NAME" is empty in this container, which never starts; set a value',
  ],
])('a variable of a subPathExpr that %s is told', (_, container, words) => {
  expect(said({ subPathExpr: '$(POD_NAME)' }, container)).toEqual([
    `Pod/tool error files/sub-path-variable ${AT}.subPathExpr: ${words}`,
  ]);
});

test.each<readonly [string, string, object]>([
  ['is set', '$(A)', { env: [{ name: 'A', value: 'a' }] }],
  ['is taken from the pod', '$(A)', { env: [{ name: 'A', valueFrom: { fieldRef: {} } }] }],
  ['may be among others', '$(A)', { envFrom: [{ configMapRef: { name: 'c' } }] }],
  ['is of a Service', '$(WEB_SERVICE_HOST)', {}],
  ['is a text', 'a/$$(A)', {}],
])('a variable of a subPathExpr that %s is right', (_, subPathExpr, container) => {
  expect(said({ subPathExpr }, container)).toEqual([]);
});
