/**
 * Files that are given in place of a read-out, or are only a part of one, and what to do about it.
 */
import { READ_OUT_RULES as RULES } from './rules';
import type { LiveObject } from './spec';
import { Finding, listed, Severity, show, violation } from '../findings';

/** What to do in most cases. */
export const GET_AGAIN = 'run the command that cdk8s-volumes read-out prints';

export function fatal(place: string, message: string, remedy: string): Finding {
  return violation(RULES.readOut, place, message, remedy);
}

/** A finding that leaves something unknown. */
export function minor(place: string, message: string, remedy: string): Finding {
  return { ...fatal(place, message, remedy), severity: Severity.WARNING };
}

/** How kubectl and shells begin what went wrong. */
const ERROR =
  /^(?:error: |Error from server|Unable to connect to the server|The connection to the server|No resources found|Warning: |E\d{4} |couldn't get |You must be logged in|bash: |zsh: |sh: )/;
/** How `kubectl get` begins without `-o`, and with `-o wide`. */
const TABLE = /^(?:NAMESPACE {2,})?NAME {2,}[A-Z][A-Z0-9()% -]+$/;
const NAMES = /^[a-z0-9.-]+\/[a-z0-9.:-]+$/;
const DESCRIPTION = /^Name: {2,}\S/;

/** What the first line of a text tells of where it is from; undefined if that may be a read-out. */
export function problemOfText(text: string, file: string): Finding | undefined {
  const [line] = text.trimStart().split('\n', 1);
  const first = line.trimEnd();
  if (first.startsWith('No resources found')) {
    return fatal(
      file,
      'kubectl found no resources',
      `check the context and the namespace, and ${GET_AGAIN}`,
    );
  }
  const missing = /the server doesn't have a resource type "([^"]*)"/.exec(first);
  if (missing) {
    return fatal(
      file,
      `is an error message of kubectl: ${show(first)}`,
      `leave ${missing[1]} out, or pass --kubernetes to cdk8s-volumes read-out, which then leaves out what that version does not have`,
    );
  }
  if (ERROR.test(first)) {
    return fatal(
      file,
      `is an error message and not a read-out: ${show(first)}`,
      'fix that first, and write standard output alone to the file',
    );
  }
  if (TABLE.test(first)) {
    return fatal(file, 'is a table, which leaves out most fields', 'add -o json to kubectl get');
  }
  if (NAMES.test(first)) {
    return fatal(file, 'has only the names of objects', 'add -o json to kubectl get');
  }
  if (DESCRIPTION.test(first)) {
    return fatal(
      file,
      'is what kubectl describe prints, for people to read',
      'use kubectl get -o json',
    );
  }
  return undefined;
}

/** Objects that stand for something else than themselves; undefined for all others. */
export function problemOfKind(
  kind: unknown,
  { message, place }: { readonly message: unknown; readonly place: string },
): Finding | undefined {
  if (kind === 'Status') {
    return fatal(
      place,
      `is an error message and not a read-out: ${show(message)}`,
      'fix that first, and get it again',
    );
  }
  if (kind === 'Table') {
    return fatal(place, 'is a table, which leaves out most fields', 'add -o json to kubectl get');
  }
  if (kind === 'PartialObjectMetadata' || kind === 'PartialObjectMetadataList') {
    return fatal(place, 'has only the metadata of objects', GET_AGAIN);
  }
  return undefined;
}

interface Whole {
  readonly objects: readonly LiveObject[];
  /** Objects without what only a server writes. */
  readonly written: readonly LiveObject[];
  readonly isComplete: boolean;
  /** Whether there were several objects, and no List. */
  readonly isOneByOne: boolean;
  /** Whether something is wrong already. */
  readonly isRefused: boolean;
  /** Whether there was nothing to read at all. */
  readonly isEmpty: boolean;
}

/** The kinds that `kubectl get all` gets, and that any other command gets more than. */
const OF_GET_ALL = [
  '/Pod',
  '/ReplicationController',
  '/Service',
  'apps/DaemonSet',
  'apps/Deployment',
  'apps/ReplicaSet',
  'apps/StatefulSet',
  'autoscaling/HorizontalPodAutoscaler',
  'batch/CronJob',
  'batch/Job',
];

/** What only shows once all is read. */
export function problemsOfWhole(whole: Whole): Finding[] {
  const { objects, written, isComplete, isOneByOne, isRefused, isEmpty } = whole;
  if (isRefused) return [];
  if (objects.length === 0 && written.length === 0) {
    const message = isEmpty ? 'the read-out is empty' : 'the read-out has no objects';
    return [fatal('', message, `check the context and the namespace, and ${GET_AGAIN}`)];
  }
  if (objects.length === 0) {
    const [first] = written;
    const message = `${nameOf(first)} has no uid, so it was not read from a cluster`;
    return [fatal(placeOf(first), message, `${GET_AGAIN}; manifests are other arguments`)];
  }
  return [
    ...(written.length === 0
      ? []
      : [
          minor(
            placeOf(written[0]),
            `${nameOf(written[0])}${written.length === 1 ? ' has no uid, so it was' : ` and ${written.length - 1} more have no uid, so they were`} not read from a cluster, and ${written.length === 1 ? 'is' : 'are'} left out`,
            'pass only what kubectl get prints',
          ),
        ]),
    ...partial(objects, isComplete),
    ...(isOneByOne
      ? [
          minor(
            objects[0].file,
            'the objects stand one by one, so kinds that none of them has count as unknown',
            GET_AGAIN,
          ),
        ]
      : []),
  ];
}

function partial(objects: readonly LiveObject[], isComplete: boolean): Finding[] {
  if (isComplete) return [];
  const kinds = new Set(objects.map(({ kindKey }) => kindKey));
  const message =
    kinds.size > 1 && [...kinds].every((kind) => OF_GET_ALL.includes(kind))
      ? 'looks like the output of kubectl get all, which has no claims, volumes and classes'
      : `has only ${listOf([...kinds].map((kind) => kind.slice(kind.indexOf('/') + 1)))}; whatever depends on other kinds stays unknown`;
  return [minor(objects[0].file, message, GET_AGAIN)];
}

const MOST_KINDS = 5;

function listOf(kinds: readonly string[]): string {
  const sorted = [...kinds].sort();
  const named = sorted.slice(0, sorted.length > MOST_KINDS ? MOST_KINDS - 1 : MOST_KINDS);
  const more = sorted.length - named.length;
  const words = more > 0 ? [...named, `${more} more kinds`] : named;
  return listed(words);
}

function nameOf({ kindKey, namespace, name }: LiveObject): string {
  return [kindKey.slice(kindKey.indexOf('/') + 1), namespace, name]
    .filter((part) => part !== undefined)
    .join('/');
}

function placeOf({ file, line }: LiveObject): string {
  return `${file}:${line}`;
}
