/** `VolumesApp` writes what `App` writes, whatever is in the tree. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, Chart, Helm, Include } from 'cdk8s';
import { build, Outcome, outcomeOf, recipes } from './trees';
import { apps } from '../../examples/gitops/main';
import { app as tenant } from '../../examples/tenant/main';
import { VolumesApp } from '../../src';
import * as fc from '../support/fast-check';
import { runsOf } from '../support/size';

test('random apps become the same files, the same text and the same errors', () => {
  const seen = { written: 0, thrown: 0 };
  fc.assert(
    fc.property(recipes, (recipe) => {
      const expected = outcomeOf((outdir) => build(recipe, App, outdir), recipe.isUnsorted);
      const actual = outcomeOf((outdir) => build(recipe, VolumesApp, outdir), recipe.isUnsorted);
      seen[expected.thrown === undefined ? 'written' : 'thrown'] += 1;
      expect(actual).toEqual(expected);
    }),
    { numRuns: 600 },
  );
  process.stdout.write(
    `${seen.written} random apps are written alike, ${seen.thrown} fail alike\n`,
  );
  expect(seen.written).toBeGreaterThan(runsOf(300));
});

test('the examples become the same text', () => {
  const folder = mkdtempSync(join(tmpdir(), 'examples-'));
  try {
    process.env.CDK8S_OUTDIR = folder;
    const examples = [tenant, ...Object.values(apps(folder)), ...platform()];
    expect(examples).toHaveLength(7);
    for (const app of examples) {
      expect(VolumesApp.prototype.synthYaml.call(app)).toBe(app.synthYaml());
    }
  } finally {
    delete process.env.CDK8S_OUTDIR;
    rmSync(folder, { recursive: true });
  }
});

/** A chart with what is in a file, by the function that reads it. */
function outcomes(include: (chart: Chart, folder: string) => unknown): Outcome[] {
  const folder = mkdtempSync(join(tmpdir(), 'included-'));
  try {
    return [App, VolumesApp].map((type) =>
      outcomeOf((outdir) => {
        const app = new type({ outdir });
        include(new Chart(app, 'chart', { namespace: 'shop' }), folder);
        return app;
      }),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('what is included from a file becomes the same files', () => {
  const [expected, actual] = outcomes((chart, folder) => {
    const url = join(folder, 'objects.yaml');
    writeFileSync(
      url,
      'kind: ConfigMap\napiVersion: v1\nmetadata:\n  name: a\ndata:\n  on: "yes"\n  b: |2\n     x\n    y\n---\nkind: Secret\napiVersion: v1\nmetadata: {name: b, labels: {}}\n',
    );
    return new Include(chart, 'included', { url });
  });
  expect(actual).toEqual(expected);
  expect(Object.keys(actual.files)).toEqual(['chart.k8s.yaml']);
});

const hasHelm = spawnSync('helm', ['version']).status === 0;
(hasHelm ? test : test.skip)(
  `what a Helm chart renders becomes the same files${hasHelm ? '' : ' (skipped: no helm is installed)'}`,
  () => {
    const [expected, actual] = outcomes((scope, folder) => {
      const chart = join(folder, 'web');
      mkdirSync(join(chart, 'templates'), { recursive: true });
      writeFileSync(join(chart, 'Chart.yaml'), 'apiVersion: v2\nname: web\nversion: 1.0.0\n');
      writeFileSync(
        join(chart, 'templates', 'map.yaml'),
        'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: {{ .Release.Name }}\ndata:\n  a: {{ .Values.a | quote }}\n',
      );
      return new Helm(scope, 'web', { chart, values: { a: 'yes' } });
    });
    expect(actual).toEqual(expected);
  },
);

/** The apps of the platform, which its program synthesizes as soon as it is loaded. */
function platform(): App[] {
  const made: App[] = [];
  const synth = jest.spyOn(App.prototype, 'synth').mockImplementation(function (this: App) {
    made.push(this);
  });
  jest.requireActual('../../examples/platform/main');
  synth.mockRestore();
  return made;
}
