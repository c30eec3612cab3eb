/** What formats of reports there are. */

/** `people` is for a terminal, the others are for programs. */
export const REPORT_FORMATS = ['people', 'json', 'sarif', 'junit', 'github', 'markdown'] as const;

/** The name of a format. */
export type ReportFormat = typeof REPORT_FORMATS[number];
