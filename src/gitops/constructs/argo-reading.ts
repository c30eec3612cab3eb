/**
 * The plain input of a user's props: durations as Go writes them, and the objects of charts and
 * folders.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ApiObject } from 'cdk8s';
import { IConstruct } from 'constructs';
import { Finding, show, violation } from '../../findings';
import { append, Fields } from '../../kube';
import { SHAPE_RULES } from '../../shape';
import { goDurationOf, isDuration } from '../../tree';
import { readYaml } from '../../yaml';
import { objectsIn } from '../projects';

/** What is plain data, and what is wrong with the rest. */
export interface Plain<T> {
  readonly plain: T;
  readonly findings: readonly Finding[];
}

interface Options {
  readonly [option: string]: unknown;
}

/** The props with durations as text, and without those that hold constructs. */
export function plainProps(
  props: object | undefined,
  durations: readonly string[],
  constructs: readonly string[],
): Plain<Options> {
  const findings: Finding[] = [];
  const plain: { -readonly [option in keyof Options]: Options[option] } = { ...props };
  for (const option of durations) {
    const value = plain[option];
    if (value === undefined) continue;
    if (isDuration(value)) {
      plain[option] = goDurationOf(value);
    } else {
      delete plain[option];
      findings.push(
        violation(
          SHAPE_RULES.type,
          option,
          `${show(value)} is not a Duration`,
          'call one of its functions, such as Duration.minutes(5)',
        ),
      );
    }
  }
  for (const option of constructs) delete plain[option];
  return { plain, findings };
}

/** The charts and other constructs of an option. */
export function constructsOf(value: unknown, option: string): Plain<readonly IConstruct[]> {
  if (value === undefined) return { plain: [], findings: [] };
  if (!Array.isArray(value)) {
    return {
      plain: [],
      findings: [
        violation(
          SHAPE_RULES.type,
          option,
          `${show(value)} is not a list`,
          'pass a list of charts',
        ),
      ],
    };
  }
  const isConstruct = (one: unknown): one is IConstruct =>
    typeof (one as IConstruct | undefined)?.node?.findAll === 'function';
  return {
    plain: value.filter(isConstruct),
    findings: value.flatMap((one, index) =>
      isConstruct(one)
        ? []
        : [
            violation(
              SHAPE_RULES.type,
              `${option}[${index}]`,
              `${show(one)} is not a construct`,
              'pass a chart, an app or another construct',
            ),
          ],
    ),
  };
}

/**
 * Objects of this room, which read others when they are written: among what they read, they count
 * by what they are.
 */
const readers = new WeakSet<ApiObject>();

/** Says that an object reads others: it may be among those. */
export function readsOthers(object: ApiObject): void {
  readers.add(object);
}

function identityOf({ apiVersion, kind, metadata }: ApiObject): unknown {
  return { apiVersion, kind, metadata: { name: metadata.name, namespace: metadata.namespace } };
}

/** All objects below some constructs, as they are written. Call it at synthesis. */
export function manifestsBelow(constructs: readonly IConstruct[]): readonly Fields[] {
  const objects = new Set(
    constructs
      .flatMap((one) => one.node.findAll())
      .filter((one): one is ApiObject => ApiObject.isApiObject(one)),
  );
  return objectsIn(
    [...objects].map((one) => (readers.has(one) ? identityOf(one) : (one.toJson() as unknown))),
  );
}

const MANIFEST = /\.(?:ya?ml|json)$/i;

/** All objects in some folders or files, and what cannot be read. */
export function manifestsInFolders(folders: readonly string[] = []): Plain<readonly Fields[]> {
  const findings: Finding[] = [];
  const found: unknown[] = [];
  folders.forEach((folder, index) => {
    const path = `folders[${index}]`;
    if (existsSync(folder)) {
      for (const file of filesBelow(folder)) append(found, documentsOf(file, path, findings));
    } else {
      findings.push(
        violation(
          SHAPE_RULES.type,
          path,
          `there is nothing at ${show(folder)}`,
          'pass a folder or a file with manifests',
        ),
      );
    }
  });
  return { plain: objectsIn(found), findings };
}

function documentsOf(file: string, path: string, findings: Finding[]): unknown[] {
  return readYaml(readFileSync(file, 'utf8')).documents.flatMap(({ problem, data }) => {
    if (problem) {
      findings.push(
        violation(
          SHAPE_RULES.type,
          path,
          `${show(file)} cannot be read: ${problem.message}`,
          'fix the file',
        ),
      );
    }
    return problem ? [] : [data];
  });
}

function filesBelow(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => MANIFEST.test(name))
    .sort()
    .map((name) => join(path, name))
    .filter((name) => statSync(name).isFile());
}
