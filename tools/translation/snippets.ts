/**
 * TypeScript in the other languages of the package: jsii-rosetta translates it, with the types of
 * its source. What does not compile, or cannot be translated, is an error that names all of it.
 */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { TargetLanguage, TranslatedSnippet, Translator, TypeScriptSnippet } from 'jsii-rosetta';
import { Go } from './go';
import { Java } from './java';
import { Python, pythonOf } from './python';
import { TARGET_LANGUAGES } from './types';

export const ROOT = dirname(dirname(__dirname));
const LANGUAGES = [TargetLanguage.PYTHON, TargetLanguage.JAVA, TargetLanguage.GO];

/** How texts are completed that jsii-rosetta has put together. */
const COMPLETED: { readonly [language: string]: (translated: string) => string } = {
  [TargetLanguage.PYTHON]: pythonOf,
};

Object.assign(TARGET_LANGUAGES[TargetLanguage.PYTHON], { createVisitor: () => new Python() });
Object.assign(TARGET_LANGUAGES[TargetLanguage.GO], { createVisitor: () => new Go() });
Object.assign(TARGET_LANGUAGES[TargetLanguage.JAVA], { createVisitor: () => new Java() });

/** All snippets, in the same order. */
export function translate(snippets: readonly TypeScriptSnippet[]): TranslatedSnippet[] {
  const folder = mkdtempSync(join(tmpdir(), 'translation-'));
  try {
    // The package is found by its name, as in a user's repository, with the types of its source:
    // the published ones fit every cdk8s-plus, and
    // other languages have those of one.
    const own = join(folder, 'node_modules', 'cdk8s-volumes');
    mkdirSync(own, { recursive: true });
    for (const path of ['src', 'imports']) symlinkSync(join(ROOT, path), join(own, path));
    writeFileSync(
      join(own, 'package.json'),
      JSON.stringify({ name: 'cdk8s-volumes', types: 'src/index.ts' }),
    );
    for (const peer of ['cdk8s', 'cdk8s-plus-28', 'constructs']) {
      symlinkSync(join(ROOT, 'node_modules', peer), join(folder, 'node_modules', peer));
    }
    const translator = new Translator(true);
    const placed = snippets.map((snippet) => ({
      ...snippet,
      parameters: { ...snippet.parameters, $compilation: folder },
    }));
    const translated = translator.translateSnippets(placed, LANGUAGES);
    const errors = translator.diagnostics
      .filter(({ isError }) => isError)
      .map(({ formattedMessage }) => formattedMessage);
    if (errors.length > 0) {
      throw new Error(`what follows cannot be translated:\n${errors.join('\n')}`);
    }
    return translated.map(completed);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function completed({ snippet }: TranslatedSnippet): TranslatedSnippet {
  const translations = Object.entries(snippet.translations).map(([language, one]) => [
    language,
    { ...one, source: COMPLETED[language]?.(one.source) ?? one.source },
  ]);
  return TranslatedSnippet.fromSchema({
    ...snippet,
    translations: Object.fromEntries(translations),
  });
}
