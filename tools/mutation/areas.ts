/** The areas of mutation: what is mutated together, and the tests that are to tell. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** One area. A folder stands for all that is below it. */
export interface Area {
  readonly mutate: readonly string[];
  readonly tests: readonly string[];
  /** What belongs to another area: files of code, and tests. */
  readonly except?: readonly string[];
}

const room = (name: string, ...tests: string[]): Area => ({
  mutate: [`src/${name}`],
  tests: [`test/${name}`, ...tests],
});
const constructs = (name: string, ...tests: string[]): Area => ({
  mutate: [`src/${name}/constructs`],
  tests: [`test/${name}`, ...tests],
});

/**
 * By name, lowest first. Only the tests that an area names can kill its mutants: what others would
 * find counts as survived.
 */
export const AREAS: { readonly [name: string]: Area } = {
  kube: room('kube'),
  findings: room('findings'),
  escape: room('escape'),
  yaml: room('yaml'),
  shape: room('shape'),
  topology: room('topology'),
  model: room('model', 'test/diff'),
  resource: room('resource'),
  tree: room('tree', 'test/findings', 'test/check'),
  synth: room('synth'),
  facts: room('facts'),
  judge: { mutate: ['src/judge'], tests: ['test/check', 'test/manifests'] },
  admission: {
    mutate: ['src/admission'],
    tests: ['test/admission', 'test/local', 'test/efs/edit-guard'],
  },
  manifests: room('manifests', 'test/check/check.conformance.test.ts'),
  local: room('local'),
  catalogue: { mutate: ['src/judges.ts', 'src/provide.ts'], tests: ['test/check', 'test/tools'] },
  validation: room('validation', 'test/check', 'test/diff'),
  check: room('check', 'test/cli/check.test.ts', 'test/cli/config.test.ts'),
  cel: {
    mutate: ['src/cel'],
    tests: ['test/cel', 'test/diff', 'test/validation/expressions.conformance.test.ts'],
  },
  'read-out': room('read-out', 'test/cli'),
  diff: room('diff', 'test/validation/empty-values.test.ts'),
  'what-if': room('what-if'),
  // Its selectors, labels and metadata show in the checks of those who have them.
  object: room('object', 'test/pod', 'test/storage', 'test/placement'),
  storage: room('storage'),
  pod: room('pod'),
  placement: room('placement'),
  csi: room('csi', 'test/efs/csi-driver'),
  efs: room('efs', 'test/render/shared-volume.test.ts'),
  locust: room('locust'),
  // The scripts of culling are run with processes of their own, which takes long.
  viewer: {
    ...room('viewer', 'test/render/pvc-viewer.test.ts'),
    except: ['src/viewer/cull', 'test/viewer/cull.test.ts', 'test/viewer/running.test.ts'],
  },
  'viewer/cull': {
    mutate: ['src/viewer/cull'],
    tests: ['test/viewer/cull.test.ts', 'test/viewer/check.test.ts', 'test/viewer/build.test.ts'],
  },
  // The script is run with real trees, which takes long.
  ownership: {
    ...room('ownership'),
    except: [
      'src/ownership/script.ts',
      'test/ownership/script.test.ts',
      'test/ownership/trees.conformance.test.ts',
    ],
  },
  gitops: room('gitops', 'test/render/gitops.test.ts'),
  'storage/constructs': constructs('storage'),
  'placement/constructs': constructs('placement'),
  'csi/constructs': constructs('csi', 'test/efs/csi-driver'),
  'efs/constructs': constructs('efs'),
  'gitops/constructs': constructs('gitops'),
  'local/constructs': constructs('local'),
  'locust/constructs': constructs('locust'),
  'ownership/script': {
    mutate: ['src/ownership/script.ts'],
    tests: ['test/ownership/script.test.ts', 'test/ownership/trees.conformance.test.ts'],
  },
  'ownership/constructs': {
    ...constructs('ownership'),
    except: ['test/ownership/script.test.ts', 'test/ownership/trees.conformance.test.ts'],
  },
  'check/constructs': constructs('check'),
  'viewer/constructs': {
    ...constructs('viewer'),
    except: ['test/viewer/cull.test.ts', 'test/viewer/running.test.ts'],
  },
  render: room('render', 'test/cli/render.test.ts', 'test/cli/pvc-viewer.test.ts'),
  report: room('report'),
  map: room('map'),
  cli: room('cli'),
};

/** What no area mutates: files of nothing but tables of rules, and lists of exports. */
const NOT_MUTATED = /(?:^|[/-])(?:rules|index|core)\.ts$/;

/** Tests that compare times, which instrumented code does not have. */
const TIMED = /growth\.test\.ts$/;

/** The files of source that an area mutates. Constructs are an area of their own. */
export function sourcesOf({ mutate, except }: Area): string[] {
  return filesOf(mutate, /\.ts$/, except)
    .filter((file) => !NOT_MUTATED.test(file))
    .filter(
      (file) =>
        !file.includes('/constructs/') || mutate.some((folder) => folder.endsWith('/constructs')),
    );
}

/** The tests of an area, those that take long last: a mutant is rarely left for them. */
export function testsOf({ tests, except }: Area): string[] {
  const rank = (file: string) =>
    [/constructs\//, /conformance/, /propert/, /cull|running/].findIndex((late) => late.test(file));
  return filesOf(tests, /\.test\.ts$/, except)
    .filter((file) => !TIMED.test(file))
    .sort((one, two) => rank(one) - rank(two));
}

function filesOf(
  places: readonly string[],
  name: RegExp,
  except: readonly string[] = [],
): string[] {
  const below = (place: string) =>
    readdirSync(place, { recursive: true })
      .map((file) => join(place, String(file)))
      .sort();
  return places
    .flatMap((place) => (statSync(place).isFile() ? [place] : below(place)))
    .filter(
      (file) =>
        name.test(file) && !except.some((other) => file === other || file.startsWith(`${other}/`)),
    );
}
