/** The languages as a user has them: what it takes to build an app, and what came of it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ended } from './commands';
import { Program } from './programs';

/** A check, and why it failed. */
export interface Check {
  readonly name: string;
  readonly why?: string;
}

/** The app of a language, built. */
export interface App {
  /** What else there is to try of it. */
  readonly checks: readonly Check[];
  /**
   * Runs it: it writes manifests into a folder, or with `wrong` prints what is wrong with each
   * wrong input.
   */
  run(outdir: string, ...rest: readonly string[]): Promise<Ended>;
}

/** What an app is built for. */
export interface Job {
  readonly minor: string;
  /** The package of this library for the minor, as jsii-pacmak reads it. */
  readonly library: string;
  /** A folder of its own. */
  readonly folder: string;
  /** The programs of the pages in the language, to be run, too. */
  readonly programs: readonly Program[];
}

export interface Language {
  readonly name: string;
  /** The commands that have to be there. */
  readonly tools: readonly (readonly string[])[];
  build(job: Job): Promise<App>;
}

/** A check of a command that has to end well. */
export function endsWell(name: string, { status, stdout, stderr }: Ended): Check {
  return { name, why: status === 0 ? undefined : `ended with ${status}\n${stdout}${stderr}` };
}

/** A check of a list of complaints. */
export function hasNone(name: string, wrong: readonly string[]): Check {
  return { name, why: wrong.length === 0 ? undefined : wrong.join('\n') };
}

export function filesIn(folder: string): { readonly [file: string]: string } {
  return Object.fromEntries(
    readdirSync(folder)
      .sort()
      .map((file) => [file, readFileSync(join(folder, file), 'utf8')]),
  );
}

export type { Program };
