/** Formats of maps. */

/** By their names. */
export const MAP_FORMATS = ['text', 'mermaid', 'svg', 'html', 'json'] as const;

/** The name of a format. */
export type MapFormat = (typeof MAP_FORMATS)[number];
