/** Results of expressions, each of which is read once, however many objects it is evaluated for. */
import { compile, Program } from './program';
import { Failed, Unsupported } from './values';
import { Fields, Result } from '../kube';

/** The value of an expression, or why it fails; undefined if that is not known here. */
export function resultOf(expression: string, variables: Fields): Result<unknown> | undefined {
  try {
    return { value: valueOf(expression, variables) };
  } catch (error) {
    return error instanceof Failed ? { error: error.message } : undefined;
  }
}

/**
 * The value of an expression. Throws `Failed` if it fails, and something else if it is not
 * understood.
 */
export function valueOf(expression: string, variables: Fields): unknown {
  const program = programOf(expression);
  if (!program) throw new Unsupported(expression);
  return program(variables);
}

const PROGRAMS = new Map<string, Program | undefined>();
const MOST_PROGRAMS = 1000;

function programOf(expression: string): Program | undefined {
  if (!PROGRAMS.has(expression)) {
    if (PROGRAMS.size >= MOST_PROGRAMS) PROGRAMS.clear();
    PROGRAMS.set(expression, understood(expression));
  }
  return PROGRAMS.get(expression);
}

function understood(expression: string): Program | undefined {
  try {
    return compile(expression);
  } catch {
    return undefined;
  }
}
