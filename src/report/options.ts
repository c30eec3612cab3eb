/** What a report is made with. */

/** How findings are reported. */
export interface ReportOptions {
  /** The version of this program. */
  readonly version: string;
  /** Whether a report for people is coloured. */
  readonly color?: boolean;
  /** All files that were read, for formats that tell of those with nothing wrong as well. */
  readonly sources?: readonly { readonly name: string }[];
  /**
   * The folder that the program runs in: files below it are named from there, where a format asks
   * for relative names.
   */
  readonly root?: string;
}
