/** Scripts of ConfigMaps that containers run. */
import { FILE_JUDGES } from '../../../src/manifests/files';
import { judged, podOf } from '../../support/judged';

const said = (volume: object, command: readonly string[], mount: object = {}) =>
  judged(FILE_JUDGES, [
    podOf({
      restartPolicy: 'Never',
      containers: [
        {
          name: 'app',
          image: 'app',
          command,
          volumeMounts: [{ name: 'scripts', mountPath: '/scripts', ...mount }],
        },
      ],
      volumes: [{ name: 'scripts', ...volume }],
    }),
  ]).filter((line) => line.includes('script-mode'));
const RUN = ['/scripts/run.sh'];
const told = (mode: string, program: string = '/scripts/run.sh') => [
  `Pod/tool error files/script-mode spec.containers[0].command[0]: "${program}" cannot be executed: the files of the volume "scripts" have the mode ${mode}; set defaultMode: 0755 on the volume, or run it by its interpreter: ["sh", "${program}"]`,
];
const ITEM = { key: 'run', path: 'run.sh' };

test.each<readonly [string, object, object, readonly string[]]>([
  ['without a mode', { configMap: { name: 's' } }, {}, told('0644')],
  ['with another mode', { secret: { secretName: 's', defaultMode: 0o600 } }, {}, told('0600')],
  [
    'with a mode of its own',
    { configMap: { name: 's', defaultMode: 0o755, items: [{ ...ITEM, mode: 0o644 }] } },
    {},
    told('0644'),
  ],
  ['among others', { projected: { sources: [{ configMap: { name: 's' } }] } }, {}, told('0644')],
])('a script %s is told', (_, volume, mount, expected) => {
  expect(said(volume, RUN, mount)).toEqual(expected);
});

test('a script that is mounted alone is told', () => {
  const mount = { mountPath: '/run.sh', subPath: 'run.sh' };
  expect(said({ configMap: { name: 's' } }, ['/run.sh'], mount)).toEqual(told('0644', '/run.sh'));
});

test.each<readonly [string, object, readonly string[]]>([
  ['may be executed', { configMap: { name: 's', defaultMode: 0o755 } }, RUN],
  ['may be executed by its owner', { configMap: { name: 's', defaultMode: 0o700 } }, RUN],
  [
    'has its own mode',
    { projected: { sources: [{ configMap: { items: [{ ...ITEM, mode: 0o755 }] } }] } },
    RUN,
  ],
  ['is run by a shell', { configMap: { name: 's' } }, ['sh', ...RUN]],
  ['is elsewhere', { configMap: { name: 's' } }, ['/scripts-of-image/run.sh']],
  ['is of a claim', { persistentVolumeClaim: { claimName: 's' } }, RUN],
])('a script that %s is right', (_, volume, command) => {
  expect(said(volume, command)).toEqual([]);
});
