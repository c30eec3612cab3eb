/** Texts that an engine does not get through with. */
import { TargetSpec } from '../../../src/facts';
import { TEXT_JUDGES } from '../../../src/manifests/gitops/texts';
import { Fields, said, told } from '../objects';

const config = (data: Fields, metadata: Fields = {}) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'c', ...metadata },
  data,
});
const OPTIONS = 'metadata.annotations["argocd.argoproj.io/sync-options"]';

describe('an object in an annotation of itself', () => {
  const LIMIT = 256 * 1024;
  /**
   * Its bytes as kubectl counts them: the name of the annotation, the JSON and the end of the line.
   */
  const room = (metadata: Fields = {}) =>
    LIMIT -
    'kubectl.kubernetes.io/last-applied-configuration'.length -
    1 -
    JSON.stringify(config({ k: '' }, { annotations: {}, ...metadata })).length;
  const TOO_LONG = [`ConfigMap/c warning gitops/too-long-to-apply ${OPTIONS}`];
  const ARGO: TargetSpec = { gitops: 'argocd' };
  const big = (bytes: number, annotations?: Fields) =>
    config({ k: 'x'.repeat(bytes) }, annotations ? { annotations } : {});
  const application = (options: string[]) => ({
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'Application',
    metadata: { name: 'apps' },
    spec: { destination: { namespace: 'shop' }, syncPolicy: { syncOptions: options } },
  });
  const own = { a: 'b' };

  test.each<[title: string, objects: Fields[], target: TargetSpec, lines: string[]]>([
    ['just fits', [big(room())], ARGO, []],
    ['does not fit', [big(room() + 1)], ARGO, TOO_LONG],
    ['just fits beside others', [big(room({ annotations: own }) - 2, own)], ARGO, []],
    ['does not fit beside others', [big(room({ annotations: own }) - 1, own)], ARGO, TOO_LONG],
    [
      'does not fit since Go escapes',
      [config({ k: `${'x'.repeat(room() - 1)}<` })],
      ARGO,
      TOO_LONG,
    ],
    [
      'is applied by the server',
      [big(room() + 1, { 'argocd.argoproj.io/sync-options': 'ServerSideApply=true' })],
      ARGO,
      [],
    ],
    [
      'is replaced',
      [big(room() + 1, { 'argocd.argoproj.io/sync-options': 'Replace=true' })],
      ARGO,
      [],
    ],
    [
      'is of an Application that applies by the server',
      [big(room() + 1), application(['ServerSideApply=true'])],
      ARGO,
      [],
    ],
    ['is of an Application that does not', [big(room() + 1), application([])], ARGO, TOO_LONG],
    ['is applied by Flux', [big(room() + 1)], { gitops: 'flux' }, []],
    ['is applied by nobody knows whom', [big(room() + 1)], {}, []],
  ])('%s', (_title, objects, target, lines) => {
    expect(told(TEXT_JUDGES, objects, target)).toEqual(lines);
  });

  test('is told of with its size', () => {
    expect(said(TEXT_JUDGES, [big(room() + 1)], ARGO)).toEqual([
      `${TOO_LONG[0]}: Argo CD keeps the ConfigMap "c" in one of its own annotations, which makes 262145 bytes of annotations, but at most 262144 are allowed; ` +
        'add the annotation argocd.argoproj.io/sync-options: ServerSideApply=true, or set it in the Application',
    ]);
  });
});

describe('what Flux takes for a variable', () => {
  const FLUX: TargetSpec = { gitops: 'flux' };
  const found = (path: string) => [`ConfigMap/c warning gitops/substituted ${path}`];
  const kustomization = (spec: Fields) => ({
    apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
    kind: 'Kustomization',
    metadata: { name: 'apps' },
    spec,
  });

  const substituting = kustomization({ postBuild: { substitute: { A: 'b' } } });
  const exempt = { 'kustomize.toolkit.fluxcd.io/substitute': 'disabled' };

  test.each<[title: string, objects: Fields[], lines: string[]]>([
    ['is in a text', [config({ run: 'echo ${HOME}' })], found('data.run')],
    ['has a default', [config({ 'run.sh': '${HOME:-/root}' })], found('data["run.sh"]')],
    [
      'is in a list',
      [
        {
          apiVersion: 'v1',
          kind: 'ConfigMap',
          metadata: { name: 'c' },
          items: [{ a: 'b' }, { a: '${X}' }],
        },
      ],
      found('items[1].a'),
    ],
    ['is not closed', [config({ run: 'echo ${' })], found('data.run')],
    ['is escaped', [config({ run: 'echo $${HOME}' })], []],
    ['has no braces', [config({ run: 'echo $HOME $(HOME)' })], []],
    ['is exempt', [config({ run: '${HOME}' }, { annotations: exempt })], []],
    ['is exempt by a label', [config({ run: '${HOME}' }, { labels: exempt })], []],
    ['is set', [config({ run: '${A} ${A:=x}' })], []],
    ['is behind one that is set', [config({ run: '${A} ${B}' })], found('data.run')],
  ])('%s', (_title, objects, lines) => {
    for (const gitops of [undefined, 'flux'] as const) {
      expect(told(TEXT_JUDGES, [...objects, substituting], { gitops })).toEqual(lines);
    }
  });

  test.each<[title: string, kustomizations: Fields[]]>([
    ['there is no Kustomization', []],
    ['the Kustomization does not substitute', [kustomization({})]],
    ['it is suspended', [kustomization({ postBuild: { substitute: { A: 'b' } }, suspend: true })]],
    [
      'it is for another namespace',
      [kustomization({ postBuild: { substitute: { A: 'b' } }, targetNamespace: 'other' })],
    ],
    [
      'the variable may be set elsewhere',
      [kustomization({ postBuild: { substituteFrom: [{ kind: 'ConfigMap', name: 'a' }] } })],
    ],
  ])('is nothing to tell of if %s', (_title, kustomizations) => {
    expect(told(TEXT_JUDGES, [config({ run: '${HOME}' }), ...kustomizations], FLUX)).toEqual([]);
  });

  test('is told once, whatever many objects have one', () => {
    const objects = [
      config({ run: 'echo ${HOME} ${X}' }),
      config({ a: '${Y}' }),
      config({ a: '${A}' }),
      config({ a: '${Z}' }),
      substituting,
    ];
    const words = (also: string) =>
      `${found('data.run')[0]}: Flux treats "\${HOME}" as its own variable, since the Kustomization "apps" substitutes variables (postBuild)${also}; ` +
      'set it in postBuild.substitute, add the annotation kustomize.toolkit.fluxcd.io/substitute: disabled, or write it without braces';
    const saidOf = (some: readonly Fields[]) => said(TEXT_JUDGES, some, FLUX);
    expect(saidOf(objects)).toEqual([words('; so it does in 2 other objects')]);
    expect(saidOf([objects[0], objects[1], substituting])).toEqual([
      words('; so it does in 1 other object'),
    ]);
    expect(saidOf([objects[0], substituting])).toEqual([words('')]);
  });
});
