/** Pages of four languages as one, whose blocks are shown by the language that a reader chooses. */
import { piecesOf } from './markdown';

/** The languages, by their folders; that of the guides comes first. */
export const LANGUAGES = ['typescript', 'python', 'java', 'go'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The same page in each language that has it. */
export type Pages = { readonly [language in Language]?: string };

/** A part that only readers of one language see. */
export function only(language: Language, text: string): string {
  return `<div class="only ${language}">\n\n${text.trim()}\n\n</div>\n`;
}

/**
 * The first page, with the code of the others beside its own. Blocks that differ in number stay as
 * they are.
 */
export function joinCode(pages: Pages): string {
  const own = piecesOf(pages.typescript ?? '');
  const blocks = new Map<Language, readonly string[]>();
  for (const language of LANGUAGES) {
    const page = pages[language];
    if (page !== undefined) {
      blocks.set(
        language,
        piecesOf(page).flatMap(({ isCode, text }) => (isCode ? [text] : [])),
      );
    }
  }
  const count = blocks.get('typescript')?.length;
  const others = [...blocks].filter(([, { length }]) => length === count);
  let index = -1;
  return own
    .map(({ isCode, text }) => {
      if (!isCode) return text;
      index += 1;
      const all = others.map(([language, list]) => [language, list[index]] as const);
      const isSame = all.every(([, other]) => other === text);
      return isSame ? text : all.map(([language, other]) => only(language, other)).join('\n');
    })
    .join('\n');
}

/** Whole pages that differ throughout, one below the other; the title stands once. */
export function joinPages(pages: Pages): string {
  const [title] = /^# .*$/m.exec(Object.values(pages)[0] ?? '') ?? [''];
  const bodies = LANGUAGES.flatMap((language) => {
    const page = pages[language];
    return page === undefined ? [] : [only(language, page.replace(/^# .*$/m, ''))];
  });
  return [title, '', ...bodies].join('\n');
}
