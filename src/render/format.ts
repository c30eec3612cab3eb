/**
 * Formats that manifests can be printed in; by itself, so that the help of the command line loads
 * nothing else.
 */

export const FORMATS = ['yaml', 'json'] as const;
export type Format = (typeof FORMATS)[number];
