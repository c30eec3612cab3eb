/** What is given in place of a read-out, or is only a part of one, and what to do about it. */
import type { LiveObject, ReadOutProblem } from './spec';
import { show } from '../findings';

/** What to do in most cases. */
export const GET_AGAIN = 'run the command that cdk8s-volumes read-out prints';

/** How kubectl and shells begin what went wrong. */
const ERROR =
  /^(?:error: |Error from server|Unable to connect to the server|The connection to the server|No resources found|Warning: |E\d{4} |couldn't get |You must be logged in|bash: |zsh: |sh: )/;
/** How `kubectl get` begins without `-o`, and with `-o wide`. */
const TABLE = /^(?:NAMESPACE {2,})?NAME {2,}[A-Z][A-Z0-9()% -]+$/;
const NAMES = /^[a-z0-9.-]+\/[a-z0-9.:-]+$/;
const DESCRIPTION = /^Name: {2,}\S/;

/** What the first line of a text tells of where it is from; undefined if that may be a read-out. */
export function problemOfText(text: string, file: string): ReadOutProblem | undefined {
  const [line] = text.trimStart().split('\n', 1);
  const first = line.trimEnd();
  const fatal = (id: ReadOutProblem['id'], message: string, remedy: string): ReadOutProblem => ({
    id,
    isFatal: true,
    place: file,
    message,
    remedy,
  });
  if (first.startsWith('No resources found')) {
    return fatal(
      'empty',
      'kubectl found no resources',
      `check the context and the namespace, and ${GET_AGAIN}`,
    );
  }
  const missing = /the server doesn't have a resource type "([^"]*)"/.exec(first);
  if (missing) {
    return fatal(
      'error-message',
      `is an error message of kubectl: ${show(first)}`,
      `leave ${missing[1]} out, or pass --kubernetes to cdk8s-volumes read-out, which then leaves out what that version does not have`,
    );
  }
  if (ERROR.test(first)) {
    return fatal(
      'error-message',
      `is an error message and not a read-out: ${show(first)}`,
      'fix that first, and write standard output alone to the file',
    );
  }
  if (TABLE.test(first)) {
    return fatal('table', 'is a table, which leaves out most fields', 'add -o json to kubectl get');
  }
  if (NAMES.test(first)) {
    return fatal('names-only', 'has only the names of objects', 'add -o json to kubectl get');
  }
  if (DESCRIPTION.test(first)) {
    return fatal(
      'description',
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
): ReadOutProblem | undefined {
  const fatal = (id: ReadOutProblem['id'], words: string, remedy: string): ReadOutProblem => ({
    id,
    isFatal: true,
    place,
    message: words,
    remedy,
  });
  if (kind === 'Status') {
    return fatal(
      'error-message',
      `is an error message and not a read-out: ${show(message)}`,
      'fix that first, and get it again',
    );
  }
  if (kind === 'Table') {
    return fatal('table', 'is a table, which leaves out most fields', 'add -o json to kubectl get');
  }
  if (kind === 'PartialObjectMetadata' || kind === 'PartialObjectMetadataList') {
    return fatal('metadata-only', 'has only the metadata of objects', GET_AGAIN);
  }
  return undefined;
}

/** All that was read. */
export interface Whole {
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
export function problemsOfWhole(whole: Whole): ReadOutProblem[] {
  const { objects, written, isComplete, isOneByOne, isRefused, isEmpty } = whole;
  if (isRefused) return [];
  if (objects.length === 0 && written.length === 0) {
    return [
      {
        id: 'empty',
        isFatal: true,
        message: isEmpty ? 'the read-out is empty' : 'the read-out has no objects',
        remedy: `check the context and the namespace, and ${GET_AGAIN}`,
      },
    ];
  }
  if (objects.length === 0) {
    const [{ file, line }] = written;
    return [
      {
        id: 'manifests',
        isFatal: true,
        place: `${file}:${line}`,
        message: `${nameOf(written[0])} has no uid, so it was not read from a cluster`,
        remedy: `${GET_AGAIN}; manifests are other arguments`,
      },
    ];
  }
  return [
    ...(written.length === 0
      ? []
      : [
          {
            id: 'some-manifests' as const,
            isFatal: false,
            place: `${written[0].file}:${written[0].line}`,
            message: `${nameOf(written[0])}${written.length === 1 ? ' has no uid, so it was' : ` and ${written.length - 1} more have no uid, so they were`} not read from a cluster, and ${written.length === 1 ? 'is' : 'are'} left out`,
            remedy: 'pass only what kubectl get prints',
          },
        ]),
    ...partial(objects, isComplete),
    ...(isOneByOne
      ? [
          {
            id: 'one-by-one' as const,
            isFatal: false,
            place: objects[0].file,
            message:
              'the objects stand one by one, so kinds that none of them has count as unknown',
            remedy: GET_AGAIN,
          },
        ]
      : []),
  ];
}

function partial(objects: readonly LiveObject[], isComplete: boolean): ReadOutProblem[] {
  if (isComplete) return [];
  const [{ file }] = objects;
  const kinds = new Set(objects.map(({ kindKey }) => kindKey));
  if (kinds.size > 1 && [...kinds].every((kind) => OF_GET_ALL.includes(kind))) {
    return [
      {
        id: 'get-all',
        isFatal: false,
        place: file,
        message:
          'looks like the output of kubectl get all, which has no claims, volumes and classes',
        remedy: GET_AGAIN,
      },
    ];
  }
  return [
    {
      id: 'partial',
      isFatal: false,
      place: file,
      message: `has only ${listOf([...kinds].map((kind) => kind.slice(kind.indexOf('/') + 1)))}; whatever depends on other kinds stays unknown`,
      remedy: GET_AGAIN,
    },
  ];
}

const MOST_KINDS = 5;

function listOf(kinds: readonly string[]): string {
  const sorted = [...kinds].sort();
  const named = sorted.slice(0, sorted.length > MOST_KINDS ? MOST_KINDS - 1 : MOST_KINDS);
  const more = sorted.length - named.length;
  const words = more > 0 ? [...named, `${more} more kinds`] : named;
  return words.length === 1 ? words[0] : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

function nameOf({ kindKey, namespace, name }: LiveObject): string {
  return [kindKey.slice(kindKey.indexOf('/') + 1), namespace, name]
    .filter((part) => part !== undefined)
    .join('/');
}
