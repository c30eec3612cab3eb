/** The files of an app, as cdk8s names and divides them. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ApiObject, App, Chart, Names, YamlOutputType } from 'cdk8s';
import { printDocuments, Synthesis } from './synthesis';
import { manifestOf } from '../tree';

/** Whether an app divides its files in a way that is known here. */
export function isKnownDivision(type: YamlOutputType): boolean {
  return Object.hasOwn(DIVISIONS, type);
}

/**
 * Writes all files of an app; each when its chart is ready, so that those before a failure are
 * there.
 */
export function writeFiles(app: App, synthesis: Synthesis): void {
  const charts = synthesis.charts();
  const write = (path: string, documents: readonly unknown[]) =>
    writeFileSync(
      join(app.outdir, `${path}${app.outputFileExtension}`),
      printDocuments(documents),
      { encoding: 'utf8' },
    );
  DIVISIONS[app.yamlOutputType]!({ charts, synthesis, write, outdir: app.outdir });
}

/** Which construct made which object, for the reports of cdk8s-cli. */
export function writeMetadata(app: App, synthesis: Synthesis): void {
  const resources: Record<string, { path: string }> = {};
  for (const { name, node } of synthesis.charts().flatMap((chart) => synthesis.objectsOf(chart))) {
    resources[name] = { path: node.path };
  }
  writeFileSync(
    join(app.outdir, 'construct-metadata.json'),
    JSON.stringify({ version: '1.0.0', resources }),
  );
}

interface Writing {
  readonly charts: readonly Chart[];
  readonly synthesis: Synthesis;
  readonly outdir: string;
  write(path: string, documents: readonly unknown[]): void;
}

const DIVISIONS: { readonly [type in YamlOutputType]?: (writing: Writing) => void } = {
  [YamlOutputType.FILE_PER_APP]: ({ charts, synthesis, write }) => {
    const documents = charts.flatMap((chart) => synthesis.manifestsOf(chart));
    if (charts.length > 0) write('app', documents);
  },
  [YamlOutputType.FILE_PER_CHART]: ({ charts, synthesis, write }) => {
    charts.forEach((chart, index) =>
      write(nameOf(chart, index, synthesis), synthesis.manifestsOf(chart)),
    );
  },
  [YamlOutputType.FILE_PER_RESOURCE]: ({ charts, synthesis, write }) => {
    for (const chart of charts) {
      for (const manifest of synthesis.manifestsOf(chart)) {
        if (manifest !== undefined) write(fileNameOf(manifest as ApiObject), [manifest]);
      }
    }
  },
  [YamlOutputType.FOLDER_PER_CHART_FILE_PER_RESOURCE]: ({ charts, synthesis, write, outdir }) => {
    charts.forEach((chart, index) => {
      const folder = nameOf(chart, index, synthesis);
      const objects = synthesis.objectsOf(chart);
      mkdirSync(join(outdir, folder), { recursive: true });
      for (const object of objects) write(join(folder, fileNameOf(object)), [manifestOf(object)]);
    });
  },
};

function nameOf(chart: Chart, index: number, synthesis: Synthesis): string {
  const name = Names.toDnsLabel(chart);
  return synthesis.hasDependentCharts ? `${index.toString().padStart(4, '0')}-${name}` : name;
}

function fileNameOf({ kind, metadata }: ApiObject): string {
  return `${kind}.${metadata.name}`.replace(/[^0-9a-zA-Z-_.]/g, '');
}
