/** `VolumesApp` writes what `App` writes, whatever is in the tree. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'cdk8s';
import { build, outcomeOf, recipes } from './trees';
import { apps } from '../../examples/gitops/main';
import { app as tenant } from '../../examples/tenant/main';
import { VolumesApp } from '../../src';
import * as fc from '../support/fast-check';

test('random apps become the same files, the same text and the same errors', () => {
  const seen = { written: 0, thrown: 0 };
  fc.assert(fc.property(recipes, (recipe) => {
    const expected = outcomeOf((outdir) => build(recipe, App, outdir), recipe.isUnsorted);
    const actual = outcomeOf((outdir) => build(recipe, VolumesApp, outdir), recipe.isUnsorted);
    seen[expected.thrown === undefined ? 'written' : 'thrown'] += 1;
    expect(actual).toEqual(expected);
  }), { numRuns: 1000 });
  process.stdout.write(`${seen.written} random apps are written alike, ${seen.thrown} fail alike\n`);
  expect(seen.written).toBeGreaterThan(500);
});

test('the examples become the same text', () => {
  const folder = mkdtempSync(join(tmpdir(), 'examples-'));
  try {
    process.env.CDK8S_OUTDIR = folder;
    const examples = [tenant, ...Object.values(apps(folder)), ...platform()];
    expect(examples).toHaveLength(7);
    for (const app of examples) expect(VolumesApp.prototype.synthYaml.call(app)).toBe(app.synthYaml());
  } finally {
    delete process.env.CDK8S_OUTDIR;
    rmSync(folder, { recursive: true });
  }
});

/** The apps of the platform, which its program synthesizes as soon as it is loaded. */
function platform(): App[] {
  const made: App[] = [];
  const synth = jest.spyOn(App.prototype, 'synth').mockImplementation(function (this: App) { made.push(this); });
  jest.requireActual('../../examples/platform/main');
  synth.mockRestore();
  return made;
}
