/** The differences beside each cdk8s-plus: those of docs/cdk8s-plus.md, and no others. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { plainly } from '../../src/tree';
import { Beside, beside, MINORS, TRIED } from '../support/plus';

const ROOT = join(__dirname, '..', '..');
const IMAGE = 'registry.example.com/app:1.0.0';
const OWN = MINORS[0];

const LOST = 'a StatefulSet without claim templates is written with its volumes';

/** The differences, by the words that begin their rows. */
const DIFFERENCES: readonly [row: string, isSo: (modules: Beside) => boolean][] = [
  [
    'every pod has `shareProcessNamespace: false`',
    (modules) => written(modules, 'DaemonSet').includes('shareProcessNamespace: false'),
  ],
  [
    'every Deployment has `revisionHistoryLimit: 10`',
    (modules) => written(modules, 'Deployment').includes('revisionHistoryLimit: 10'),
  ],
  [
    'a StatefulSet has its own claim templates',
    ({ kplus }) => 'addVolumeClaimTemplate' in kplus.StatefulSet.prototype,
  ],
  [LOST, (modules) => written(modules, 'StatefulSet').includes('emptyDir')],
  ['volumes by a name alone', ({ kplus }) => 'fromName' in kplus.Volume],
];

/** A workload of cdk8s-plus alone, as it is written. */
function written(
  { cdk8s, kplus }: Beside,
  kind: 'DaemonSet' | 'Deployment' | 'StatefulSet',
): string {
  const app = new cdk8s.App();
  const chart = new cdk8s.Chart(app, 'shop');
  const workload = new kplus[kind](chart, 'app', {
    containers: [{ image: IMAGE, portNumber: 80 }],
  });
  workload.containers[0].mount('/scratch', kplus.Volume.fromEmptyDir(chart, 'scratch', 'scratch'));
  return app.synthYaml();
}

/** The rows of the table: what is different, and whether it is so with each minor. */
function rows(): Map<string, ReadonlyMap<string, boolean>> {
  const cells = (line: string) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
  const [head, ...lines] = readFileSync(join(ROOT, 'docs', 'cdk8s-plus.md'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(0, DIFFERENCES.length + 1);
  const columns = cells(head).slice(1);
  return new Map(
    lines
      .map(cells)
      .map(([row, ...said]) => [
        row,
        new Map(
          columns.flatMap((column, index) =>
            column
              .split(', ')
              .map((minor): [string, boolean] => [minor, /^(?:\*\*)?yes/.test(said[index])]),
          ),
        ),
      ]),
  );
}

/** Versions that have no bug any more, from the second table. */
function isMended(minor: string): boolean {
  const [, fixed] =
    new RegExp(`^\\| ${minor} \\| [\\d.]+ \\| ([\\d.]+) \\|$`, 'm').exec(
      readFileSync(join(ROOT, 'docs', 'cdk8s-plus.md'), 'utf8'),
    ) ?? [];
  const { version } = JSON.parse(
    readFileSync(join(ROOT, 'node_modules', `cdk8s-plus-${minor}`, 'package.json'), 'utf8'),
  ) as { version: string };
  return fixed !== undefined && version.localeCompare(fixed, 'en', { numeric: true }) >= 0;
}

describe('the table of differences', () => {
  test('has every minor, and every difference that is tried', () => {
    const table = [...rows()];
    expect(table.map(([, said]) => [...said.keys()])).toEqual(DIFFERENCES.map(() => [...MINORS]));
    for (const [row] of DIFFERENCES) {
      expect(table.filter(([text]) => text.startsWith(row))).toHaveLength(1);
    }
  });

  test.each(TRIED)('is right of cdk8s-plus-%s', (minor) => {
    const table = [...rows()];
    const said = DIFFERENCES.map(([row]) => [
      row,
      table.find(([text]) => text.startsWith(row))![1].get(minor) ||
        (row === LOST && isMended(minor)),
    ]);
    expect(DIFFERENCES.map(([row, isSo]) => [row, isSo(beside(minor))])).toEqual(said);
  });
});

describe('an app with every point of touch', () => {
  /** What the table names, in the workloads of cdk8s-plus. */
  const DEFAULTS = /^ *(?:shareProcessNamespace: false|revisionHistoryLimit: 10)\n/gm;
  const code = ts.transpile(readFileSync(join(ROOT, 'test', 'types', 'app.ts'), 'utf8'), {
    module: ts.ModuleKind.CommonJS,
    target: ts.ScriptTarget.ES2022,
  });

  /** What it writes where all is of one minor, as in a flavour. */
  function app({ cdk8s, kplus, volumes }: Beside): string {
    const modules = { cdk8s: cdk8s, 'cdk8s-plus-28': kplus, 'cdk8s-volumes': volumes };
    const built = { build: (_app: object): void => undefined };
    // eslint-disable-next-line @typescript-eslint/no-implied-eval
    (
      new Function('exports', 'require', code) as (
        exports: object,
        require: (name: string) => unknown,
      ) => void
    )(built, (name) => modules[name as keyof typeof modules]);
    const root = new cdk8s.App();
    built.build(root);
    return root.synthYaml();
  }

  test.each(TRIED.slice(1))('is the same but for the table: cdk8s-plus-%s', (minor) => {
    const [own, other] = [app(beside(OWN)), app(beside(minor))];
    expect(other.replace(DEFAULTS, '')).toBe(own.replace(DEFAULTS, ''));
    expect(own).not.toMatch(DEFAULTS);
  });
});

describe('structs of Kubernetes', () => {
  const source = (minor: string, ending: string) =>
    readFileSync(
      join(ROOT, 'node_modules', `cdk8s-plus-${minor}`, 'lib', 'imports', `k8s.${ending}`),
      'utf8',
    );
  const api = readFileSync(join(ROOT, 'test', 'types', 'app.ts'), 'utf8');
  const used = [...new Set([...api.matchAll(/kplus\.k8s\.(\w+)/g)].map(([, name]) => name))];

  /** The fields of a struct or class; undefined if there is none of the name. */
  function fieldsOf(text: string, name: string): string[] | undefined {
    const [, body] =
      new RegExp(`^export (?:interface|declare class) ${name}\\b[^{]*\\{(.*?)^\\}`, 'ms').exec(
        text,
      ) ?? [];
    return body === undefined
      ? undefined
      : [...body.matchAll(/^ {4}readonly (\w+)\??:/gm)].map(([, field]) => field);
  }

  test.each(TRIED.slice(1))(
    'that the API has are there under the same name, with all of their fields: cdk8s-plus-%s',
    (minor) => {
      const [own, other] = [source(OWN, 'd.ts'), source(minor, 'd.ts')];
      expect(used.length).toBeGreaterThan(10);
      for (const name of used) {
        expect([name, fieldsOf(own, name)]).toEqual([name, expect.anything()]);
        expect([name, fieldsOf(other, name)]).toEqual([
          name,
          expect.arrayContaining(fieldsOf(own, name)!),
        ]);
      }
    },
  );

  test.each(TRIED)(
    'spell no field of pods, claims, drivers and rules otherwise than this library knows: cdk8s-plus-%s',
    (minor) => {
      const writers = new Map(
        [...source(minor, 'js').matchAll(/^function toJson_(\w+)\(obj\) \{(.*?)^\}/gms)].map(
          ([, name, body]) => [name, body],
        ),
      );
      const reached = new Set([
        'PodSpec',
        'PersistentVolumeClaimSpec',
        'CsiDriverSpec',
        'PolicyRule',
        'VolumeNodeAffinity',
        'TopologySelectorTerm',
      ]);
      for (const name of reached) {
        for (const [, inner] of (writers.get(name) ?? '').matchAll(/toJson_(\w+)\(/g)) {
          reached.add(inner);
        }
      }
      const spelt = [...reached].flatMap((name) =>
        [...(writers.get(name) ?? '').matchAll(/^\s*'([^']+)': .*?obj\.(\w+)/gm)].map(
          ([, field, struct]) => [struct, field],
        ),
      );
      expect(spelt.length).toBeGreaterThan(300);
      expect(
        spelt.map(([struct]) => Object.keys(plainly<object>({ [struct]: 1 }, ['']))[0]),
      ).toEqual(spelt.map(([, field]) => field));
    },
  );

  test.each(TRIED)(
    'may have fields that came later: they are written beside cdk8s-plus-%s',
    (minor) => {
      const { cdk8s, kplus, volumes } = beside(minor);
      const app = new cdk8s.App();
      const chart = new cdk8s.Chart(app, 'shop', { namespace: 'shop' });
      const claim = volumes.Claim.fromClaimName(chart, 'files', 'files');
      const later = {
        resources: { limits: { cpu: kplus.k8s.Quantity.fromString('1') } },
        securityContext: {
          supplementalGroupsPolicy: 'Strict',
          appArmorProfile: { type: 'RuntimeDefault' },
        },
        containers: [
          {
            name: 'main',
            image: IMAGE,
            volumeMounts: [
              { name: 'files', mountPath: '/data', readOnly: true, recursiveReadOnly: 'Enabled' },
            ],
          },
        ],
        volumes: [
          { name: 'files', persistentVolumeClaim: { claimName: 'files' } },
          { name: 'tools', image: { reference: IMAGE } },
        ],
      };
      const { deployment } = new volumes.PVCViewer(chart, 'viewer', {
        claim,
        podSpec: later as never,
      });
      const spec = deployment.toJson().spec.template.spec;
      expect(spec).toMatchObject({ ...later, resources: { limits: { cpu: '1' } } });
    },
  );
});
