/** Texts in workflow commands of GitHub Actions, as the runner reads them. */
import { harmless } from './terminal';

export function commandData(text: string): string {
  // The sign of escapes comes first.
  return harmless(text).replaceAll('%', '%25');
}

export function commandProperty(text: string): string {
  return commandData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
