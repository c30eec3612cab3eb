/** The recorded answers of local-csi-driver, read as data. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Placement } from './scheduler';
import { conformanceFolder } from '../support/conformance';
import { Fields } from '../support/reading';

/** What the driver answers, or ought to. */
export interface Answer {
  readonly allowed: boolean;
  /** A status of HTTP, or the name of one of gRPC. */
  readonly code?: number | string;
  readonly reason?: string;
  readonly message?: string;
  readonly affinity?: Fields | null;
  readonly placement?: Placement;
}

/** One case. */
export interface Case {
  readonly id: string;
  readonly group: string;
  readonly input: {
    readonly operation: string;
    readonly namespace: string;
    readonly kind?: string;
    readonly object?: Fields;
    readonly oldObject?: Fields;
    readonly cluster: readonly Fields[];
    readonly fault?: unknown;
    readonly [field: string]: any;
  };
  readonly sentToWebhook: boolean;
  readonly answer: Answer & { readonly [field: string]: any };
  readonly afterDefaultClass?: { readonly storageClassName: string; readonly answer: Answer };
  /** For each claim of the world, the verdict on it as one that is made. */
  readonly claims?: {
    readonly [name: string]: Answer & { readonly expectedInstead?: Partial<Answer> };
  };
  readonly upstreamBug?: string;
  readonly upstreamBugs?: readonly string[];
  readonly expectedInstead?: Partial<Answer> & { readonly [field: string]: any };
}

/** All cases of these groups. */
export function casesOf(...groups: readonly string[]): Case[] {
  const folder = conformanceFolder('local-csi');
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file): Case => JSON.parse(readFileSync(join(folder, file), 'utf8')))
    .filter(({ group }) => groups.includes(group));
}

/** What a right implementation answers. */
export function rightAnswer({ answer, expectedInstead }: Case): Answer {
  return { ...answer, ...expectedInstead };
}

/**
 * Why a case is no case for those that see only objects: nothing can be read, or reading fails,
 * neither of which a synthesizer meets. Undefined for all others.
 */
export function leftOut({ input, answer }: Case): string | undefined {
  if (input.fault !== undefined) return 'reading from the API server fails';
  return answer.code === 400 ? 'there is no object that can be read' : undefined;
}
