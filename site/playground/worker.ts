/**
 * The worker: the core of cdk8s-volumes on plain texts, off the thread of the page. Each mode is
 * loaded when somebody asks for it.
 */
import { Answer, FILES, Mode, Problem, Question } from './protocol';
import type { RenderFinding, RenderRequest } from '../../src/render';

type Result = Omit<Answer, 'id'>;

const ANSWERS: { readonly [mode in Mode]: (question: Question) => Promise<Result> } = {
  check: async (question) => {
    const { objects, findings } = await checked(question);
    return { ...NOTHING, ...problemsOf(findings), summary: sumUp(findings, objects) };
  },
  map: async (question) => {
    const { objectKey, ...result } = await checked(question);
    const { foldedMap, printMap, volumeMap } = await import('../../src/map');
    const located = result.findings.map((one) => ({ ...one, construct: objectKey(one) }));
    const map = foldedMap(volumeMap(result.topology(), located));
    return {
      ...problemsOf(result.findings),
      summary: sumUp(result.findings, result.objects),
      output: printMap(map, 'text'),
      picture: printMap(map, 'svg'),
    };
  },
  diff: async ({ text, next, options }) => {
    const { diffDocuments } = await import('../../src/diff');
    const { diffText } = await import('../../src/cli/diff-report');
    const { parseVersion } = await import('../../src/model');
    const engine = options.engine === 'argocd' ? 'argo' : options.engine;
    const diff = diffDocuments([source('text', text)], [source('next', next)], {
      minor: parseVersion(options.kubernetes)?.minor,
      ...(engine === 'argo' || engine === 'flux' ? { engine } : {}),
      isPlanned: true,
    });
    const output = diffText(diff, {});
    return {
      ...NOTHING,
      ...problemsOf(diff.findings),
      summary: `${diff.objects.length} objects compared`,
      output,
    };
  },
  render: async ({ text, options }) => {
    const { printPieces, renderDocuments } = await import('../../src/render');
    const request = { ...RENDER, target: await targetOf(options) };
    const { outputs, findings, documents } = renderDocuments([source('text', text)], request);
    return {
      ...NOTHING,
      ...problemsOf(findings),
      summary: `${count(documents, 'document')} ${documents === 1 ? 'becomes' : 'become'} ${count(outputs.length, 'object')}`,
      output: [...printPieces(outputs, 'yaml')].join(''),
    };
  },
};

const NOTHING: Result = { summary: '', problems: [], output: '', picture: '' };
const RENDER: RenderRequest = {
  operatorMode: false,
  operatorPreset: 'chart',
  operatorEnv: {},
  only: false,
};

async function checked({ text, options }: Question) {
  const { checkDocuments, objectKey } = await import('../../src/check/check');
  const target = await targetOf(options);
  return { objectKey, ...checkDocuments([source('text', text)], { target, render: RENDER }) };
}

async function targetOf({ kubernetes, platform, engine }: Question['options']) {
  const { targetFacts } = await import('../../src/facts');
  type Spec = NonNullable<Parameters<typeof targetFacts>[0]>;
  return targetFacts({
    ...(kubernetes === '' ? {} : { kubernetes }),
    ...(platform === '' ? {} : { platform: platform as Spec['platform'] }),
    ...(engine === '' ? {} : { gitops: engine as Spec['gitops'] }),
  });
}

function source(side: keyof typeof FILES, text: string) {
  return { name: FILES[side], text };
}

function problemsOf(findings: readonly RenderFinding[]): Pick<Result, 'problems'> {
  return {
    problems: findings.map(
      ({ severity, rule, message, remedy, object = '', path, file, line = 0 }): Problem => ({
        severity: severity === 'error' ? 'error' : 'warning',
        rule,
        message,
        remedy,
        object,
        path,
        side: file === FILES.next ? 'next' : 'text',
        line,
      }),
    ),
  };
}

function sumUp(findings: readonly RenderFinding[], objects: number): string {
  if (objects === 0 && findings.length === 0) return 'no Kubernetes objects';
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  const counts = [count(errors, 'error'), count(findings.length - errors, 'warning')];
  const some = counts.filter((one) => !one.startsWith('0 '));
  return `${some.length === 0 ? 'no problems' : some.join(', ')} in ${count(objects, 'object')}`;
}

function count(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`;
}

self.onmessage = async ({ data }: MessageEvent<Question>) => {
  try {
    self.postMessage({ id: data.id, ...(await ANSWERS[data.mode](data)) } satisfies Answer);
  } catch (error) {
    const summary = `this is a bug in the program: ${error instanceof Error ? error.message : String(error)}`;
    self.postMessage({ ...NOTHING, id: data.id, summary } satisfies Answer);
  }
};
