/** What formats of reports there are. */

/** `text` is for people, the others are for programs. */
export const REPORT_FORMATS = [
  'text',
  'unix',
  'json',
  'sarif',
  'junit',
  'github',
  'markdown',
] as const;

/** The name of a format. */
export type ReportFormat = (typeof REPORT_FORMATS)[number];
