/**
 * The arguments of the locust processes: the user's command, what the operator adds, the user's
 * extra arguments.
 */
import { fields, quote } from '../kube';
import { nodeName } from './names';
import { LocustTestSpec, Role, sendsTelemetry } from './spec';

export const MASTER_PORT = 5557;
/** How long the master waits after the test, in seconds, unless it is said otherwise. */
const AUTOQUIT_TIMEOUT = 60;

/** The flags that the operator sets: a second one of the user wins, as locust reads them. */
const MANAGED_FLAGS = [
  '--master',
  '--worker',
  '--master-port',
  '--master-host',
  '--expect-workers',
  '--autostart',
  '--autoquit',
  '--otel',
  '--enable-rebalancing',
  '--only-summary',
] as const;

/** All arguments of a role. The command is split at white space; quotes mean nothing in it. */
export function argsOf(test: string, spec: LocustTestSpec, role: Role): string[] {
  const seed = [...fields(spec[role]?.command ?? ''), ...(sendsTelemetry(spec) ? ['--otel'] : [])];
  const own =
    role === 'master'
      ? masterArgs(spec)
      : ['--worker', `--master-port=${MASTER_PORT}`, `--master-host=${nodeName(test, 'master')}`];
  return [...seed, ...own, ...(spec[role]?.extraArgs ?? [])];
}

function masterArgs({ master = {}, worker = {} }: LocustTestSpec): string[] {
  const { autostart, autoquit } = master;
  const timeout = autoquit === undefined ? AUTOQUIT_TIMEOUT : (autoquit.timeout ?? 0);
  return [
    '--master',
    `--master-port=${MASTER_PORT}`,
    `--expect-workers=${worker.replicas ?? 0}`,
    ...(autostart === false ? [] : ['--autostart']),
    ...(autoquit !== undefined && autoquit.enabled !== true
      ? []
      : ['--autoquit', String(timeout < 0 ? AUTOQUIT_TIMEOUT : timeout)]),
    '--enable-rebalancing',
    '--only-summary',
  ];
}

/** The extra arguments of a role that set what the operator sets as well. */
export function conflictingArgs(spec: LocustTestSpec, role: Role): string[] {
  return (spec[role]?.extraArgs ?? []).filter((arg) =>
    MANAGED_FLAGS.some((flag) => arg === flag || arg.startsWith(`${flag}=`)),
  );
}

/** The line that the operator logs about them, if there are any. */
export function conflictLogLine(spec: LocustTestSpec, role: Role): string | undefined {
  const conflicts = conflictingArgs(spec, role);
  if (conflicts.length === 0) return undefined;
  const mode = role === 'worker' ? ' "mode"="worker"' : '';
  return (
    `"level"=0 "msg"="User-provided extraArgs override operator-managed flags"${mode} "conflicts"=[${conflicts.map(quote).join(' ')}] ` +
    '"behavior"="user value takes precedence"'
  );
}
