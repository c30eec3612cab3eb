/** `cdk8s-volumes check --what-if`: which data would be lost, instead of what is wrong. */
import { Arguments, fail } from './args';
import { tellUnreadable } from './check-report';
import { Io, Status } from './io';
import { Command } from './options';
import { isColoured, valueOf } from './settings';
import { isSettled, whatIfJson, whatIfText } from './what-if-report';
import { CheckRequest, CheckResult, DEFAULT_NAMESPACE, objectOfKey } from '../check';
import { Question, whatIf } from '../what-if';

/** What the answer can be written as. */
const FORMATS = ['text', 'json'];
/** Options that speak of findings, of which there are none. */
const OF_FINDINGS = ['baseline', 'write-baseline'];

/** What `--what-if` asks. Throws a `UsageError`. */
export function questionOf(args: Arguments, command: Command): Question | undefined {
  const question = valueOf(args, 'what-if') as Question | undefined;
  if (question === undefined) return undefined;
  const format = valueOf(args, 'output');
  if (format !== undefined && !FORMATS.includes(format)) {
    fail(`--what-if has no ${format}: use -o text or -o json`, command);
  }
  const other = OF_FINDINGS.find((name) => args.options.has(name));
  if (other !== undefined) fail(`--what-if has no findings: remove --${other}`, command);
  return question;
}

/** Writes the answer. */
export async function tellWhatIf(
  question: Question,
  input: CheckResult,
  { render, cluster }: CheckRequest,
  args: Arguments,
  io: Io,
): Promise<Status> {
  const isMissing = tellUnreadable(input.findings, args, io);
  // Without files the question is about all that lives.
  const files = new Set(
    cluster && input.objects > 0 ? cluster.objects.map(({ file }) => file) : [],
  );
  const answer = whatIf(
    question,
    input.world(),
    render.namespace ?? DEFAULT_NAMESPACE,
    ({ key }) => files.size > 0 && files.has(objectOfKey(key).file),
    (key) => input.filesOf(key),
  );
  await io.writeStdout(
    valueOf(args, 'output') === 'json'
      ? whatIfJson(answer)
      : whatIfText(answer, isColoured(io.stdoutIsTerminal, args, io)),
  );
  const isLost = answer.answers.some(({ lost }) => lost.length > 0);
  const isDoubtful =
    args.options.has('strict') && answer.answers.some(({ objects }) => !objects.every(isSettled));
  return isMissing || isLost || isDoubtful ? Status.FINDINGS : Status.FINE;
}
