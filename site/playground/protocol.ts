/** The questions of the page to its worker, and the answers: plain data. */

/** What can be done with the texts. */
export const MODES = ['check', 'diff', 'map', 'render'] as const;
export type Mode = (typeof MODES)[number];

/** What is known of the cluster; an empty text if nothing is. */
export interface Options {
  readonly kubernetes: string;
  readonly platform: string;
  readonly engine: string;
}

/** All that a permanent link holds. */
export interface State {
  readonly mode: Mode;
  /** The manifests; the old ones, for a comparison. */
  readonly text: string;
  /** The new manifests, for a comparison. */
  readonly next: string;
  readonly options: Options;
}

export interface Question extends State {
  readonly id: number;
}

/** A finding at its line. */
export interface Problem {
  readonly severity: 'error' | 'warning';
  readonly rule: string;
  readonly message: string;
  readonly remedy: string;
  readonly object: string;
  readonly path: string;
  /** Which of the two texts it is in. */
  readonly side: 'text' | 'next';
  /** From 1; 0 if it has no place. */
  readonly line: number;
}

/** The answer to a question. */
export interface Answer {
  readonly id: number;
  /** One line that says how it went. */
  readonly summary: string;
  readonly problems: readonly Problem[];
  /** What `render` writes, what `diff` prints, or the map as a tree. */
  readonly output: string;
  /** The map as a picture. */
  readonly picture: string;
}

export const NO_OPTIONS: Options = { kubernetes: '', platform: '', engine: '' };

/** The names of the two texts in findings. */
export const FILES = { text: 'manifests.yaml', next: 'new.yaml' } as const;
