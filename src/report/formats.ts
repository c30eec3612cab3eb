/** The formats of reports: what each is for, and what writes it. */
import type { ReportOptions } from './options';
import { listed } from '../findings';
import type { RenderFinding } from '../render';

type Printer = (findings: readonly RenderFinding[], options: ReportOptions) => string;

interface Format {
  readonly use?: string;
  readonly load: () => Printer;
}

/** `text` is for people, the others are for programs. */
const FORMATS = {
  text: {
    use: 'the default',
    load: () => (require('./text') as typeof import('./text')).textReport,
  },
  unix: {
    use: 'one line each',
    load: () => (require('./unix') as typeof import('./unix')).unixText,
  },
  json: {
    load: () => (require('./json') as typeof import('./json')).jsonText,
  },
  sarif: {
    use: 'code scanning',
    load: () => (require('./sarif') as typeof import('./sarif')).sarifText,
  },
  junit: {
    use: 'test reports',
    load: () => (require('./junit') as typeof import('./junit')).junitText,
  },
  github: {
    use: 'annotations',
    load: () => (require('./github') as typeof import('./github')).githubText,
  },
  markdown: {
    use: 'comments',
    load: () => (require('./markdown') as typeof import('./markdown')).markdownReport,
  },
} satisfies { readonly [name: string]: Format };

export type ReportFormat = keyof typeof FORMATS;

export const REPORT_FORMATS = Object.keys(FORMATS) as readonly ReportFormat[];

/** The formats as the help lists them. */
export function describeFormats(): string {
  const words = Object.entries<Format>(FORMATS).map(([name, { use }]) =>
    use === undefined ? name : `${name} (${use})`,
  );
  return listed(words, 'or');
}

/** The findings in a format, in their order: the same findings make the same bytes. */
export function formatFindings(
  format: ReportFormat,
  findings: readonly RenderFinding[],
  options: ReportOptions,
): string {
  return FORMATS[format].load()(findings, options);
}
