/** `cdk8s-volumes completion`: prints the script of one shell. */
import { Arguments, fail } from './args';
import { completionScript } from './completion';
import { Io, Status } from './io';
import { Command } from './options';
import { SHELLS } from './shells';
import { show } from '../findings';

/** Runs the command. Throws a `UsageError` before anything is written. */
export async function runCompletion(
  { positionals }: Arguments,
  command: Command,
  io: Io,
): Promise<Status> {
  const [given, ...more] = positionals;
  const shell = SHELLS.find((one) => one === given);
  if (shell === undefined || more.length > 0) {
    return fail(
      given === undefined || more.length > 0
        ? 'name one shell: bash, zsh, fish or powershell'
        : `${show(given)} is not one of bash, zsh, fish, powershell`,
      command,
    );
  }
  await io.writeStdout(completionScript(shell));
  return Status.FINE;
}
