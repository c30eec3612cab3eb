/**
 * The reading of what `kubectl get` printed, in one pass. Only one object's text is held at a time,
 * and managedFields stay as they were printed until somebody asks for them.
 */
import { coverOf } from './cover';
import { timeOf, versionAmong } from './facts';
import { Printed, textOf } from './kept';
import { fatal, GET_AGAIN, minor, problemOfKind, problemOfText, problemsOfWhole } from './problems';
import { withoutValues } from './secrets';
import { LiveObject, ReadOut, ReadOutSource } from './spec';
import { itemsOfPrintedList } from './split';
import { textIn } from './utf16';
import { Window } from './window';
import { Finding, hasErrors } from '../findings';
import {
  Fields,
  fieldsOf,
  isClusterScoped,
  isFields,
  isListKind,
  itemsOfList,
  kindKey as kindKeyOf,
  groupedBy,
} from '../kube';
import { readYaml } from '../yaml';

/** Reads all files as one read-out. Never throws: what is wrong is in its `problems`. */
export function readReadOut(sources: readonly ReadOutSource[]): ReadOut {
  const reading = new Reading();
  for (const source of sources) reading.read(source);
  return reading.done();
}

/** What is taken from one object on the way in. */
interface Given {
  readonly data: unknown;
  readonly file: string;
  readonly line: number;
  readonly managedFields?: Printed;
}

/** So many digits may be more than JavaScript's own reader of JSON keeps. */
const MOST_DIGITS = 16;

class Reading {
  private readonly objects = new Map<string, LiveObject>();
  private readonly managedFields = new Map<string, Printed | readonly Fields[]>();
  private readonly listed = new Set<string>();
  private readonly problems: Finding[] = [];
  private readonly written: LiveObject[] = [];
  private notBefore = '';
  private version?: string;
  private documents = 0;
  private lists = 0;
  private singles = 0;

  public read({ name, bytes }: ReadOutSource): void {
    const window = new Window(textIn(bytes));
    for (;;) {
      const items = itemsOfPrintedList(window);
      let next = items.next();
      if (next.done && next.value === undefined) break;
      this.lists += 1;
      this.documents += 1;
      for (; !next.done; next = items.next()) {
        const { text, isJson, line, managedFields } = next.value;
        this.add({ data: itemOf(text, isJson), file: name, line, managedFields });
      }
      if (!next.value!.isWhole) {
        this.fail(`${name}:${window.line}`, CUT_OFF.message, CUT_OFF.remedy);
        return;
      }
    }
    this.readRest(window, name);
  }

  /** What was printed by other programs, or is no List. */
  private readRest(window: Window, name: string): void {
    const { line } = window;
    const text = window.rest();
    if (text.trim() === '') return;
    const problem = problemOfText(text, name);
    if (problem) {
      this.problems.push(problem);
      return;
    }
    const stream = readYaml(text);
    for (const { data, problem: wrong, start } of stream.documents) {
      const at = line - 1 + stream.positionAt(wrong?.offset ?? start).line;
      if (wrong) {
        this.fail(`${name}:${at}`, `is not YAML or JSON: ${wrong.message}`, GET_AGAIN);
        return;
      }
      this.documents += 1;
      this.unpack({ data, file: name, line: at }, 0);
    }
  }

  private unpack(given: Given, depth: number): void {
    const data = fieldsOf(given.data);
    const { kind, apiVersion, serverVersion, gitVersion } = data;
    // What `kubectl version -o json` prints, or `kubectl get --raw /version`.
    const version =
      kind === undefined ? (fieldsOf(serverVersion).gitVersion ?? gitVersion) : undefined;
    if (typeof version === 'string') {
      this.version = version;
      return;
    }
    const problem = problemOfKind(kind, {
      message: data.message,
      place: `${given.file}:${given.line}`,
    });
    if (problem) {
      this.problems.push(problem);
      return;
    }
    const items = itemsOfList(data);
    if (!items) {
      this.singles += 1;
      this.add(given);
      return;
    }
    this.lists += 1;
    if (depth === 1) {
      this.warn(
        `${given.file}:${given.line}`,
        'a List is an item of another List',
        'print one List with one kubectl get',
      );
    }
    if (typeof kind === 'string' && kind !== 'List' && isListKind(kind)) {
      this.listed.add(kindKeyOf(String(apiVersion), kind.slice(0, -'List'.length)));
    }
    for (const item of items) this.unpack({ ...given, data: item }, depth + 1);
  }

  private add({ data, file, line, managedFields }: Given): void {
    if (isFields(data) && itemsOfList(data)) {
      this.unpack({ data, file, line }, 1);
      return;
    }
    const object = isFields(data) ? liveObject(data, file, line) : undefined;
    if (!object) {
      this.fail(
        `${file}:${line}`,
        'is not a Kubernetes object',
        'pass what kubectl get prints with -o yaml or -o json',
      );
      return;
    }
    if (!isLive(object.manifest)) {
      this.written.push(object);
      return;
    }
    const { manifest, kindKey } = object;
    const uid = keyOf(object);
    this.notBefore = timeOf(kindKey, manifest, this.notBefore);
    // Events are many, and only those that warn say why something does not go on.
    if (kindKey === '/Event' && manifest.type !== 'Warning') {
      this.listed.add(kindKey);
      return;
    }
    const fields = fieldsOf(manifest.metadata).managedFields;
    if (managedFields) this.managedFields.set(uid, managedFields);
    else if (Array.isArray(fields)) this.managedFields.set(uid, fields.map(fieldsOf));
    // What is printed twice was read twice: the later one is nearer to what is there now.
    this.objects.set(uid, fields === undefined ? object : withoutFields(object));
  }

  public done(): ReadOut {
    const objects = [...this.objects.values()];
    const kinds = groupedBy(objects, (object) => object.kindKey);
    const names = new Map<string, Map<string, LiveObject>>();
    const namesOf = (kindKey: string): Map<string, LiveObject> => {
      let known = names.get(kindKey);
      if (!known) {
        const own = kinds.get(kindKey) ?? [];
        known = new Map(own.map((one) => [`${one.namespace ?? ''}/${one.name}`, one]));
        names.set(kindKey, known);
      }
      return known;
    };
    const { isComplete, covers } = coverOf(objects, this.listed);
    const { managedFields } = this;
    return {
      objects,
      find: (kindKey, namespace, name) => namesOf(kindKey).get(`${namespace ?? ''}/${name}`),
      ofKind: (kindKey) => kinds.get(kindKey) ?? [],
      byUid: (uid) => this.objects.get(uid),
      isComplete,
      covers,
      hasManagedFields: managedFields.size > 0,
      managedFieldsOf: (object) => fieldsOfText(managedFields.get(keyOf(object))),
      kubernetes: versionAmong(objects, this.version),
      notBefore: this.notBefore === '' ? undefined : this.notBefore,
      problems: [
        ...this.problems,
        ...problemsOfWhole({
          objects,
          written: this.written,
          isComplete,
          isOneByOne: this.lists === 0 && this.singles > 1,
          isRefused: hasErrors(this.problems),
          isEmpty: this.documents === 0,
        }),
      ],
    };
  }

  private fail(place: string, message: string, remedy: string): void {
    this.problems.push(fatal(place, message, remedy));
  }

  private warn(place: string, message: string, remedy: string): void {
    if (this.problems.some((one) => one.message === message)) return;
    this.problems.push(minor(place, message, remedy));
  }
}

const CUT_OFF = {
  message: 'the read-out ends in the middle of a List',
  remedy: `${GET_AGAIN} again, and check whether it ends with an error`,
};

function itemOf(text: string, isJson: boolean): unknown {
  if (isJson && !hasLongNumber(text)) {
    try {
      return JSON.parse(text);
    } catch {
      return undefined;
    }
  }
  const { data } = readYaml(text).documents.at(0) ?? {};
  return isJson || !Array.isArray(data) ? data : (data as unknown[])[0];
}

/** Looks at one character of so many, as there is a digit among those in every long number. */
function hasLongNumber(text: string): boolean {
  for (let at = MOST_DIGITS - 1; at < text.length; at += MOST_DIGITS) {
    if (!isDigit(text, at)) continue;
    let [from, to] = [at, at + 1];
    while (isDigit(text, from - 1)) from -= 1;
    while (isDigit(text, to)) to += 1;
    if (to - from >= MOST_DIGITS) return true;
  }
  return false;
}

function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 48 && code <= 57;
}

function liveObject(data: Fields, file: string, line: number): LiveObject | undefined {
  const { apiVersion, kind } = data;
  const { name, namespace, uid } = fieldsOf(data.metadata);
  if (typeof apiVersion !== 'string' || typeof kind !== 'string' || typeof name !== 'string') {
    return undefined;
  }
  const kindKey = kindKeyOf(apiVersion, kind);
  const more = {
    name,
    uid: typeof uid === 'string' ? uid : '',
    manifest: kindKey === '/Secret' ? withoutValues(data) : data,
    file,
    line,
  };
  return typeof namespace === 'string' && !isClusterScoped(apiVersion, kind)
    ? { kindKey, namespace, ...more }
    : { kindKey, ...more };
}

/** Whether a server has taken it: it writes uids and revisions, and controllers a status. */
function isLive({ metadata, status }: Fields): boolean {
  const { uid, resourceVersion } = fieldsOf(metadata);
  return (
    typeof uid === 'string' ||
    typeof resourceVersion === 'string' ||
    Object.keys(fieldsOf(status)).length > 0
  );
}

function keyOf({ uid, kindKey, namespace = '', name }: LiveObject): string {
  return uid === '' ? `${kindKey}/${namespace}/${name}` : uid;
}

function withoutFields(object: LiveObject): LiveObject {
  const { managedFields: _, ...metadata } = fieldsOf(object.manifest.metadata);
  return { ...object, manifest: { ...object.manifest, metadata } };
}

function fieldsOfText(
  given: Printed | readonly Fields[] | undefined,
): readonly Fields[] | undefined {
  if (given === undefined || !('bytes' in given)) return given;
  const text = textOf(given);
  const data: unknown = text.startsWith('[')
    ? JSON.parse(text)
    : fieldsOf(readYaml(text).documents.at(0)?.data).managedFields;
  return Array.isArray(data) ? data.map(fieldsOf) : [];
}
