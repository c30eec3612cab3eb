/** The formats of reports, by name. */
import { githubText } from './github';
import { jsonText } from './json';
import { junitText } from './junit';
import { markdownReport } from './markdown';
import { REPORT_FORMATS, ReportFormat } from './names';
import { ReportOptions } from './options';
import { sarifText } from './sarif';
import { textReport } from './text';
import { unixText } from './unix';
import { RenderFinding } from '../render';

type Printer = (findings: readonly RenderFinding[], options: ReportOptions) => string;

const PRINTERS: { readonly [format in ReportFormat]: Printer } = {
  text: textReport,
  unix: unixText,
  json: jsonText,
  sarif: sarifText,
  junit: junitText,
  github: githubText,
  markdown: markdownReport,
};

/** The findings in a format, in their order: the same findings make the same bytes. */
export function formatFindings(
  format: ReportFormat,
  findings: readonly RenderFinding[],
  options: ReportOptions,
): string {
  return PRINTERS[format](findings, options);
}

export { REPORT_FORMATS, ReportFormat };
