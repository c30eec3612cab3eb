/**
 * The definitions of custom kinds that files hold: CustomResourceDefinitions, and the schemas that
 * are made of them, in the layout of the public catalogue: `{group}/{kind}_{version}.json`.
 */
import { show } from '../findings';
import { readSchema } from './read-schema';
import { Fields, fieldsOf, isFields, itemsOfList, belowPath } from '../kube';
import { readYaml, startOf } from '../yaml';

/** A file that may hold definitions. */
interface DefinitionFile {
  readonly name: string;
  readonly text: string;
  /** What its name says that it is about, in a catalogue. */
  readonly about?: CatalogueName;
}

/** The definitions of files, and why some of these say none. */
interface Definitions {
  readonly definitions: readonly Fields[];
  readonly problems: readonly string[];
}

/** What a schema in the layout of the catalogue is about. */
export interface CatalogueName {
  readonly group: string;
  /** In small letters. */
  readonly kind: string;
  readonly version: string;
}

const CATALOGUE_NAME = /(?:^|\/)([^/]+)\/([a-z0-9]+)_(v\d+(?:(?:alpha|beta)\d+)?)\.json$/;

/** What a file is about by its whole path; undefined if that is not one of the catalogue. */
export function catalogueName(path: string): CatalogueName | undefined {
  const [, group, kind, version] = CATALOGUE_NAME.exec(path) ?? [];
  return group === undefined ? undefined : { group, kind, version };
}

/** Reads the definitions of files. Never throws, whatever they hold. */
export function readDefinitions(files: readonly DefinitionFile[]): Definitions {
  const reading = new Reading();
  for (const file of files) reading.read(file);
  return { definitions: reading.definitions, problems: reading.problems };
}

interface Found {
  readonly definition: Fields;
  readonly place: string;
  /** In a catalogue, the place of each version. */
  readonly versions?: Map<string, string>;
}

class Reading {
  public readonly problems: string[] = [];
  private readonly found = new Map<string, Found>();

  public get definitions(): readonly Fields[] {
    return [...this.found.values()].map(({ definition }) => definition);
  }

  public read({ name, text, about }: DefinitionFile): void {
    const stream = readYaml(text);
    for (const document of stream.documents) {
      const { data, problem } = document;
      const offset = problem ? problem.offset : startOf(stream, document);
      const place = `${name}:${stream.positionAt(offset).line}`;
      if (problem) {
        this.problems.push(`${place}: ${problem.message}; ${problem.remedy}`);
      } else if (about && isSchema(data)) {
        this.addSchema(about, data, place);
      } else if (isSchema(data) && name.endsWith('.json')) {
        this.problems.push(
          `${place}: the schema does not say which kind it is of; name the file GROUP/KIND_VERSION.json, such as cert-manager.io/certificate_v1.json`,
        );
      } else {
        this.addObject(data, place);
      }
    }
  }

  private addObject(data: unknown, place: string): void {
    if (!isFields(data)) return;
    const items = itemsOfList(data);
    if (items) for (const item of items) this.addObject(item, place);
    else if (data.kind === 'CustomResourceDefinition') this.addDefinition(data, place);
  }

  private addDefinition(definition: Fields, place: string): void {
    const { apiVersion, spec } = definition;
    const { group, names, versions } = fieldsOf(spec);
    const { kind } = fieldsOf(names);
    if (apiVersion !== 'apiextensions.k8s.io/v1') {
      this.problems.push(
        `${place}: the definition has the apiVersion ${show(apiVersion)}, which no cluster serves; convert it to apiextensions.k8s.io/v1`,
      );
    } else if (typeof group !== 'string' || typeof kind !== 'string' || !Array.isArray(versions)) {
      this.problems.push(
        `${place}: the definition does not say what it defines; add spec.group, spec.names.kind and spec.versions`,
      );
    } else {
      versions.forEach((version, index) => {
        const { schema } = fieldsOf(version);
        const { openAPIV3Schema } = fieldsOf(schema);
        if (openAPIV3Schema === undefined) return;
        const at = `spec.versions[${index}].schema.openAPIV3Schema`;
        this.readSchema(openAPIV3Schema, place, (path) => belowPath(at, path));
      });
      this.add(`${group}/${kind}`, { definition, place });
    }
  }

  /** Each version is a file of its own. */
  private addSchema({ group, kind, version }: CatalogueName, schema: Fields, place: string): void {
    const name = `${group}/${kind}`;
    this.readSchema(schema, place, (path) => path);
    const served = { name: version, served: true, schema: { openAPIV3Schema: schema } };
    const known = this.found.get(name);
    if (known?.versions && !known.versions.has(version)) {
      known.versions.set(version, place);
      (fieldsOf(known.definition.spec).versions as unknown[]).push(served);
      return;
    }
    const other = known?.versions?.get(version);
    const definition = {
      kind: 'CustomResourceDefinition',
      spec: { group, names: { kind }, versions: [served] },
    };
    this.add(name, { definition, place, versions: new Map([[version, place]]) }, other);
  }

  private readSchema(schema: unknown, place: string, whole: (path: string) => string): void {
    readSchema(schema, (path) => {
      this.problems.push(
        `${place}: ${whole(path)} is not what a schema has there; correct the definition`,
      );
    });
  }

  private add(name: string, found: Found, at?: string): void {
    // The catalogue writes kinds in small letters.
    const key = name.toLowerCase();
    const other = at ?? this.found.get(key)?.place;
    if (other === undefined) {
      this.found.set(key, found);
    } else {
      this.problems.push(
        `${found.place}: there is another definition of ${name}, in ${other}; remove one of the two`,
      );
    }
  }
}

/** Whether data are a schema, and no object that has a kind. */
function isSchema(data: unknown): data is Fields {
  return (
    isFields(data) &&
    data.apiVersion === undefined &&
    data.kind === undefined &&
    (isFields(data.properties) || data.type === 'object')
  );
}
