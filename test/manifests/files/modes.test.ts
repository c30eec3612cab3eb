/** Modes of files, in YAML and in JSON. */
import { checkDocuments } from '../../../src/check';
import { targetFacts } from '../../../src/facts';
import { FILE_JUDGES } from '../../../src/manifests/files';
import { judged, podOf } from '../../support/judged';

const said = (volume: object) =>
  judged(FILE_JUDGES, [podOf({ volumes: [{ name: 'v', ...volume }] })]);
const told = (path: string, mode: number, is: string, meant: string, json: number) => [
  `Pod/tool warning files/decimal-mode spec.volumes[0].${path}: ${mode} is a decimal number here, which is the mode ${is}, but ${meant} was probably intended; write 0${mode} in YAML, or ${json} in JSON`,
];
const A_400 = [400, '0620 (rw--w----)', '0400 (r--------)', 256] as const;

describe('a decimal number that looks like a mode', () => {
  test.each<readonly [number, string, string, number]>([
    A_400,
    [440, '0670 (rw-rwx---)', '0440 (r--r-----)', 288],
    [444, '0674 (rw-rwxr--)', '0444 (r--r--r--)', 292],
    [500, '0764 (rwxrw-r--)', '0500 (r-x------)', 320],
  ])('%i', (mode, is, meant, json) => {
    expect(said({ secret: { secretName: 's', defaultMode: mode } })).toEqual(
      told('secret.defaultMode', mode, is, meant, json),
    );
  });

  test.each([
    0o400, 0o440, 0o444, 0o555, 0o600, 0o640, 0o644, 0o700, 0o750, 0o755, 0o777, 0, 4, 40, 44, 401,
    410, 480, 499, 511,
  ])('is right as %i', (mode) => {
    expect(said({ secret: { secretName: 's', defaultMode: mode } })).toEqual([]);
  });

  test.each<readonly [string, object]>([
    ['configMap.defaultMode', { configMap: { name: 'c', defaultMode: 400 } }],
    [
      'configMap.items[1].mode',
      {
        configMap: {
          name: 'c',
          items: [
            { key: 'a', path: 'a', mode: 256 },
            { key: 'b', path: 'b', mode: 400 },
          ],
        },
      },
    ],
    [
      'secret.items[0].mode',
      { secret: { secretName: 's', items: [{ key: 'a', path: 'a', mode: 400 }] } },
    ],
    ['downwardAPI.defaultMode', { downwardAPI: { defaultMode: 400 } }],
    ['projected.defaultMode', { projected: { defaultMode: 400, sources: [] } }],
    [
      'projected.sources[1].secret.items[0].mode',
      {
        projected: {
          sources: [
            { configMap: { name: 'c' } },
            { secret: { name: 's', items: [{ key: 'a', path: 'a', mode: 400 }] } },
          ],
        },
      },
    ],
    [
      'projected.sources[0].downwardAPI.items[0].mode',
      { projected: { sources: [{ downwardAPI: { items: [{ path: 'a', mode: 400 }] } }] } },
    ],
  ])('at %s', (path, volume) => {
    expect(said(volume)).toEqual(told(path, ...A_400));
  });
});

describe('as it is written', () => {
  const check = (text: string, name: string = 'pod.yaml') =>
    checkDocuments([{ name, text }], {
      target: targetFacts(),
      render: { operatorMode: false, operatorPreset: 'chart', operatorEnv: {}, only: false },
    }).findings.map(({ severity, rule, path }) => `${severity} ${rule} ${path}`);
  const inYaml = (mode: string) =>
    check(`
apiVersion: v1
kind: Pod
metadata: { name: tool }
spec:
  containers: [{ name: app, image: app, volumeMounts: [{ name: v, mountPath: /v }] }]
  volumes: [{ name: v, secret: { secretName: s, defaultMode: ${mode} } }]
`);
  const inJson = (mode: string) =>
    check(
      JSON.stringify({
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: { name: 'tool' },
        spec: {
          containers: [
            { name: 'app', image: 'app', volumeMounts: [{ name: 'v', mountPath: '/v' }] },
          ],
          volumes: [{ name: 'v', secret: { secretName: 's', defaultMode: 'MODE' } }],
        },
      }).replace('"MODE"', mode),
      'pod.json',
    );
  const PLACE = 'spec.volumes[0].secret.defaultMode';
  const WARNED = [`warning files/decimal-mode ${PLACE}`];
  const REFUSED = [`error pod/volume-source ${PLACE}`];
  const NO_NUMBER = [`error pod/type ${PLACE}`];

  test.each<readonly [string, readonly string[]]>([
    ['0400', []],
    ['0o400', []],
    ['256', []],
    ['0644', []],
    ['420', []],
    ['0x100', []],
    ['400', WARNED],
    ['440', WARNED],
    ['600', REFUSED],
    ['644', REFUSED],
    ['755', REFUSED],
    ['0777', []],
    ['512', REFUSED],
    ['511', []],
    ['"0400"', NO_NUMBER],
    ["'400'", NO_NUMBER],
  ])('in YAML: %s', (mode, lines) => {
    expect(inYaml(mode)).toEqual(lines);
  });

  test.each<readonly [string, readonly string[]]>([
    ['256', []],
    ['400', WARNED],
    ['420', []],
    ['644', REFUSED],
    ['"0400"', NO_NUMBER],
  ])('in JSON: %s', (mode, lines) => {
    expect(inJson(mode)).toEqual(lines);
  });
});
