/** Formats of maps. */

export const MAP_FORMATS = ['text', 'mermaid', 'svg', 'html', 'json'] as const;

export type MapFormat = (typeof MAP_FORMATS)[number];
