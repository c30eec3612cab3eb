/**
 * Runs the app of `examples/languages` in each language, and compares what they write and say: `npx
 * tsx test/languages/run.ts`, after a build.
 *
 * It is run with the cdk8s-plus that the library is built against and with the newest one; with
 * `--all`, with all of them. Languages are run beside each other. One whose tools are not there is
 * skipped, and that is said. The last line is always `languages: N passed, N failed, N skipped`.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from './commands';
import { BASE, flavoursIn, otherMinors } from './flavours';
import { go } from './go';
import { java } from './java';
import { Check, filesIn, hasNone, Language } from './language';
import { programsIn } from './programs';
import { python } from './python';
import { differencesOf, Written } from './same';
import { typescript } from './typescript';

/** What was found of a language, with a minor. */
interface Result {
  readonly language: string;
  readonly minor: string;
  readonly checks: readonly Check[];
  readonly written?: Written;
  readonly skipped?: string;
}

async function tryOne(
  { name, build }: Language,
  minor: string,
  folder: string,
  flavour: (minor: string) => Promise<string>,
): Promise<Result> {
  const of = { language: name, minor };
  try {
    const outdir = join(folder, 'written');
    mkdirSync(outdir, { recursive: true });
    const programs = minor === BASE && name !== 'TypeScript' ? programsIn(name.toLowerCase()) : [];
    const app = await build({ minor, library: await flavour(minor), folder, programs });
    const { status, stderr } = await app.run(outdir);
    const said = await app.run(outdir, 'wrong');
    const words = said.stdout
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => line.replace(/^FindingsError: /, ''));
    return {
      ...of,
      written: { files: filesIn(outdir), words },
      checks: [
        ...app.checks,
        hasNone('the app runs', status === 0 ? [] : [stderr]),
        ...(words.length > 0 ? [] : [{ name: 'wrong inputs', why: said.stderr }]),
      ],
    };
  } catch (error) {
    return { ...of, checks: [{ name: 'the app is built', why: (error as Error).message }] };
  }
}

async function tryAll(
  language: Language,
  minors: readonly string[],
  root: string,
  flavour: (minor: string) => Promise<string>,
): Promise<Result[]> {
  for (const tool of language.tools) {
    if ((await run(tool)).status !== 0) {
      return [
        { language: language.name, minor: '', checks: [], skipped: `there is no ${tool[0]} here` },
      ];
    }
  }
  const results: Result[] = [];
  for (const minor of minors) {
    const started = Date.now();
    const result = await tryOne(language, minor, join(root, language.name, minor), flavour);
    console.log(
      `${language.name} with cdk8s-plus-${minor}: ${Math.round((Date.now() - started) / 1000)} s`,
    );
    results.push(result);
  }
  return results;
}

async function main(args: readonly string[]): Promise<number> {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const root = mkdtempSync(join(tmpdir(), 'languages-'));
  try {
    const others = await otherMinors();
    const minors = [BASE, ...(args.includes('--all') ? others : others.slice(-1))];
    const flavour = flavoursIn(join(root, 'flavours'));
    const results = (
      await Promise.all(
        [typescript, python, java, go].map((language) => tryAll(language, minors, root, flavour)),
      )
    ).flat();
    const base = results[0].written;
    for (const { language, minor, checks, written, skipped } of results) {
      const name = `${language} with cdk8s-plus-${minor}`;
      if (skipped) {
        counts.skipped += 1;
        console.log(`skipped: ${language}: ${skipped}`);
        continue;
      }
      const expected = results.find(
        (one) => one.language === 'TypeScript' && one.minor === minor,
      )?.written;
      for (const check of [
        ...checks,
        ...differencesOf(language, written, expected, minor === BASE ? expected : base),
      ]) {
        counts[check.why === undefined ? 'passed' : 'failed'] += 1;
        console.log(
          `${check.why === undefined ? 'passed' : 'FAILED'}: ${name}: ${check.name}${check.why === undefined ? '' : `\n${check.why}`}`,
        );
      }
    }
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
  console.log(
    `languages: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`,
  );
  return counts.failed > 0 ? 1 : 0;
}

void main(process.argv.slice(2)).then((status) => (process.exitCode = status));
