/**
 * Formats that manifests can be printed in; by itself, so that the help of the command line loads
 * nothing else.
 */

/** The formats. */
export const FORMATS = ['yaml', 'json'] as const;
/** One of them. */
export type Format = (typeof FORMATS)[number];
