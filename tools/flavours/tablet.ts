/** The examples of a flavour in every language: those of the package, by other names. */
import { LanguageTablet, TranslatedSnippet } from 'jsii-rosetta';
import { Names } from './names';

type Schema = TranslatedSnippet['snippet'];
type Location = Schema['location'];

/** The tablet of a flavour. Examples are found by code and place, both with the flavour's names. */
export function tabletOf(base: LanguageTablet, names: Names): LanguageTablet {
  const tablet = new LanguageTablet();
  tablet.addSnippets(...base.snippetKeys.map((key) => renamed(base.tryGetSnippet(key)!, names)));
  return tablet;
}

function renamed({ snippet }: TranslatedSnippet, names: Names): TranslatedSnippet {
  const { translations, location, fqnsReferenced, fullSource } = snippet;
  const renamedSources = Object.entries(translations).map(
    ([language, one]) => [language, { ...one, source: names.text(one.source) }] as const,
  );
  return TranslatedSnippet.fromSchema({
    ...snippet,
    translations: Object.fromEntries(renamedSources),
    location: placed(location, names),
    fqnsReferenced: fqnsReferenced?.map((fqn) => names.fqn(fqn)).sort(),
    fqnsFingerprint: undefined,
    fullSource: fullSource && names.text(fullSource),
  });
}

function placed(location: Location, names: Names): Location {
  const api = Object.entries(location.api).map(
    ([key, value]) => [key, typeof value === 'string' ? names.fqn(value) : value] as const,
  );
  return { ...location, api: Object.fromEntries(api) as unknown as Location['api'] };
}
