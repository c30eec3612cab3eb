/**
 * The error that a construct throws when its input cannot become manifests: it carries every
 * finding.
 */
import { Finding, hasErrors } from './finding';
import { describeFinding, numbersOf, report } from './report';

/** The runtime of another language: it shows the text of an error, and its stack besides. */
export interface Host {
  /** The finding with names as the language writes them. */
  spell(finding: Finding): Finding;
}

let host: () => Host | undefined = () => undefined;

/** Provides the host of this process, which is asked for at the first finding. */
export function provideHost(provided: () => Host | undefined): void {
  host = provided;
}

/** Findings as the language of the app names things. */
export function spelled(findings: readonly Finding[]): readonly Finding[] {
  const speller = findings.length === 0 ? undefined : host();
  return speller ? findings.map((finding) => speller.spell(finding)) : findings;
}

/**
 * Thrown with all that is wrong with one construct's input.
 *
 * @jsii ignore
 */
export class FindingsError extends Error {
  /** Everything that was found, warnings included. */
  declare public readonly findings: readonly Finding[];

  constructor(findings: readonly Finding[]) {
    const own = spelled(findings);
    super(own.length === 1 ? describeFinding(own[0]) : report(own));
    this.name = 'FindingsError';
    // Not enumerable: Node.js would print them a second time, below the message.
    Object.defineProperty(this, 'findings', { value: own });
    // Its frames are of no use in another language, whose runtime prints them and the message above
    // its own.
    if (host()) this.stack = `${this.name}: ${numbersOf(own)}`;
  }

  /** The findings alone where another language prefixes the name of the class. */
  public toString(): string {
    return host() ? this.message : super.toString();
  }
}

/** Throws when there is an error among the findings. */
export function throwIfErrors(findings: readonly Finding[]): void {
  if (hasErrors(findings)) throw new FindingsError(findings);
}
