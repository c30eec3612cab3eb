/** Options of a report. */

/** How findings are reported. */
export interface ReportOptions {
  readonly version: string;
  /** Whether a report for people is coloured. */
  readonly color?: boolean;
  /** How many characters a line of the terminal has; lines are not wrapped without it. */
  readonly width?: number;
  /** How many places of findings that are alike are listed; all of them by default. */
  readonly maxPlaces?: number;
  /** All files that were read, for formats that tell of those with nothing wrong as well. */
  readonly sources?: readonly { readonly name: string }[];
  /** How much was judged. */
  readonly read?: ReadCounts;
  /**
   * The folder that the program runs in: files below it are named from there, where a format asks
   * for relative names.
   */
  readonly root?: string;
  /** Whether a report that a comment has no room for is written as a whole. */
  readonly isWhole?: boolean;
  /** The file that has the whole of what is cut. */
  readonly whole?: string;
}

/** How much was judged. */
export interface ReadCounts {
  /** The files that have objects, or that cannot be read. */
  readonly files: number;
  readonly objects: number;
}
