/**
 * Writes `.jsii.tabl.json`: the README's code and the examples of classes in every language. What
 * makes packages and pages of the API of other languages finds it beside `.jsii`, in the npm
 * package too.
 */
import { join } from 'node:path';
import { DEFAULT_TABLET_NAME, LanguageTablet } from 'jsii-rosetta';
import { ROOT, translate } from './translation/snippets';
// Not among what the package exports: its program makes translators of its own.
import {
  allTypeScriptSnippets,
  loadAssemblies,
} from '../node_modules/jsii-rosetta/lib/jsii/assemblies';

async function main(): Promise<void> {
  const snippets = await allTypeScriptSnippets(loadAssemblies([ROOT], false));
  const tablet = new LanguageTablet();
  tablet.addTranslations(...translate(snippets));
  await tablet.save(join(ROOT, DEFAULT_TABLET_NAME));
}

void main();
