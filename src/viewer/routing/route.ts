/** Parts that all kinds of routes have in common. */

/** From which path to which, and for how long. */
export interface Route {
  /** The path of the viewer, with a slash at both ends. */
  readonly prefix: string;
  /** What the app sees in its place: the prefix itself where nothing is rewritten. */
  readonly rewrite: string;
  /** How long a request may take, as it was given. */
  readonly timeout?: string;
}
