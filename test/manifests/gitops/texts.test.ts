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

  test.each<[title: string, objects: Fields[], target: TargetSpec, lines: string[]]>([
    ['is in a text', [config({ run: 'echo ${HOME}' })], FLUX, found('data.run')],
    ['has a default', [config({ 'run.sh': '${HOME:-/root}' })], FLUX, found('data["run.sh"]')],
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
      FLUX,
      found('items[1].a'),
    ],
    ['is not closed', [config({ run: 'echo ${' })], FLUX, found('data.run')],
    ['is escaped', [config({ run: 'echo $${HOME}' })], FLUX, []],
    ['has no braces', [config({ run: 'echo $HOME $(HOME)' })], FLUX, []],
    [
      'is exempt',
      [
        config(
          { run: '${HOME}' },
          { annotations: { 'kustomize.toolkit.fluxcd.io/substitute': 'disabled' } },
        ),
      ],
      FLUX,
      [],
    ],
    [
      'is exempt by a label',
      [
        config(
          { run: '${HOME}' },
          { labels: { 'kustomize.toolkit.fluxcd.io/substitute': 'disabled' } },
        ),
      ],
      FLUX,
      [],
    ],
    [
      'is not for a Kustomization that does not substitute',
      [config({ run: '${HOME}' }), kustomization({})],
      FLUX,
      [],
    ],
    [
      'is for one that does',
      [config({ run: '${HOME}' }), kustomization({ postBuild: { substitute: { A: 'b' } } })],
      {},
      found('data.run'),
    ],
    ['is not for Argo CD', [config({ run: '${HOME}' })], { gitops: 'argocd' }, []],
    ['is for nobody knows whom', [config({ run: '${HOME}' })], {}, []],
  ])('%s', (_title, objects, target, lines) => {
    expect(told(TEXT_JUDGES, objects, target)).toEqual(lines);
  });

  test('is shown', () => {
    expect(said(TEXT_JUDGES, [config({ run: 'echo ${HOME} ${X}' })], FLUX)).toEqual([
      `${found('data.run')[0]}: Flux treats "\${HOME}" as its own variable if it substitutes variables (postBuild); ` +
        'add the annotation kustomize.toolkit.fluxcd.io/substitute: disabled, or write it without braces',
    ]);
  });
});
