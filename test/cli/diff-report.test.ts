/** The report of `diff` on a change: what matters first, and what does not in few lines. */
import { join } from 'node:path';
import { ALL, LABEL_ONLY, release } from './release';
import { filesIn, folderWith, removeFolders, runWith, World } from './session';

afterEach(removeFolders);

type Manifest = { readonly [field: string]: unknown };

const textOf = (objects: readonly Manifest[]) =>
  objects.map((one) => `${JSON.stringify(one)}\n`).join('---\n');

async function diff(
  old: string | readonly Manifest[],
  next: string | readonly Manifest[],
  args: readonly string[] = [],
  world: World = {},
) {
  const [before, after] = [old, next].map((side) =>
    typeof side === 'string' ? side : textOf(side),
  );
  const folder = folderWith({ 'old.yaml': before, 'new.yaml': after });
  const at = (name: string) => join(folder, name);
  const ended = await runWith(['diff', at('old.yaml'), at('new.yaml'), ...args], world);
  return { ...ended, folder };
}

test('a number of 64 bits is a value like others', async () => {
  const driver = (spec: string) =>
    `apiVersion: storage.k8s.io/v1\nkind: CSIDriver\nmetadata: { name: a.b }\nspec: { ${spec} }\n`;
  const most = '9223372036854775807';
  const next = driver(`nodeAllocatableUpdatePeriodSeconds: ${most}`);
  const { stdout } = await diff(driver(''), next, ['-o', 'json']);
  expect(stdout).toContain(`"after": ${most}`);
});

test.each([
  ['1', '9223372036854775807', 'spec.size: 1 -> 9223372036854775807'],
  ['[1]', '[9223372036854775807]', 'spec.size: [1] -> ["9223372036854775807"]'],
  ['[1, 9223372036854775807]', '[9223372036854775807, 1]', 'spec.size: in another order'],
])('a number of more bits is shown: %s, %s', async (before, after, line) => {
  const sized = (size: string) =>
    `apiVersion: example.com/v1\nkind: Disk\nmetadata: { name: a }\nspec: { size: ${size} }\n`;
  const { stdout } = await diff(sized(before), sized(after));
  expect(stdout).toContain(line);
});

test.each(['{ toString: 1 }', '[{ toString: 1 }]'])(
  'a name that is no text is none: %s',
  async (name) => {
    const claim = (size: string) =>
      `apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: { name: ${name} }\nspec: { a: ${size} }\n`;
    const { stdout, stderr } = await diff(claim('1'), claim('2'));
    expect([stdout, stderr].join('')).toContain('PersistentVolumeClaim/default/');
  },
);

const CLASS = {
  apiVersion: 'storage.k8s.io/v1',
  kind: 'StorageClass',
  metadata: { name: 'fast' },
  provisioner: 'disk.example.com',
  allowVolumeExpansion: true,
};
const claim = (name: string, storage: string = '1Gi') => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { name, namespace: 'shop' },
  spec: {
    accessModes: ['ReadWriteOnce'],
    storageClassName: 'fast',
    resources: { requests: { storage } },
  },
});
const web = (image: string, claims: readonly string[] = []) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web', namespace: 'shop' },
  spec: {
    selector: { matchLabels: { app: 'web' } },
    template: {
      metadata: { labels: { app: 'web' } },
      spec: {
        containers: [{ name: 'web', image }],
        volumes: claims.map((claimName) => ({
          name: claimName,
          persistentVolumeClaim: { claimName },
        })),
      },
    },
  },
});
const settings = (name: string, data: Manifest, labels: Manifest = {}) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace: 'shop', labels },
  data,
});

describe('an upgrade of a large stack', () => {
  test('fits a screen, with objects that change in a label of their version in one line', async () => {
    const { status, stdout } = await diff(release(0), release(1));
    const lines = stdout.trimEnd().split('\n');
    expect({ status, last: lines.at(-1) }).toEqual({ status: 0, last: `${ALL} changed` });
    expect(lines.length).toBeLessThanOrEqual(50);
    expect(stdout).toContain(
      `changed   ${LABEL_ONLY} objects, only in a label of their version (as 46 of the others)\n` +
        '          25 NetworkPolicy, 22 ClusterRoleBinding, 20 ServiceAccount\n',
    );
    expect(lines.slice(0, 3)).toEqual([
      'changed   Deployment/monitoring/exporter-0',
      '          spec.template.spec.containers[app].image: registry.example.com/exporter-0:v0.67.1 -> registry.example.com/exporter-0:v0.76.0',
      '          pods: all pods are replaced',
    ]);
  });

  test('fits a comment, and the file that is asked for has all of it', async () => {
    const more = ['-o', 'markdown', '--full-report'];
    const folder = folderWith({});
    const { stdout } = await diff(release(0), release(1), [...more, join(folder, 'all.md')]);
    expect(stdout.length).toBeLessThan(10_000);
    const whole = filesIn(folder)['all.md'];
    expect(whole.match(/^\| changed \|/gm)).toHaveLength(ALL);
    expect(whole).toContain('metadata.labels\\[app.kubernetes.io/version\\]: 0.67.1 -\\> 0.76.0');
  });

  test('is told object by object if that is asked for', async () => {
    const { stdout } = await diff(release(0), release(1), ['--verbose']);
    expect(stdout.match(/^changed /gm)).toHaveLength(ALL);
    expect(stdout).not.toContain('more fields');
  });
});

test('what matters comes first: refusals, lost data, data in doubt, restarts, then the rest', async () => {
  const old = [
    settings('a', { x: '1' }),
    web('a:1', ['used']),
    CLASS,
    claim('used'),
    claim('lost'),
    { ...claim('doubt'), spec: { ...claim('doubt').spec, storageClassName: 'other' } },
    { ...web('a:1', ['lost', 'doubt']), metadata: { name: 'old', namespace: 'shop' } },
  ];
  const next = [
    settings('a', { x: '2' }),
    web('a:2', ['used']),
    { ...CLASS, provisioner: 'elsewhere.example.com' },
    claim('used'),
    settings('new', {}),
  ];
  const { status, stdout } = await diff(old, next);
  expect(status).toBe(1);
  expect(
    stdout
      .split('\n')
      .filter((line) => /^[a-z]/.test(line))
      .map((line) => line.replace(/: .*/, '')),
  ).toEqual([
    'refused   StorageClass/fast',
    'deleted   PersistentVolumeClaim/shop/lost',
    'deleted   PersistentVolumeClaim/shop/doubt',
    'changed   Deployment/shop/web',
    'deleted   Deployment/shop/old',
    'changed   ConfigMap/shop/a',
    'created   ConfigMap/shop/new',
  ]);
});

describe('a claim that is removed while a workload still mounts it', () => {
  const old = [CLASS, claim('data'), web('a:1', ['data'])];
  const next = [CLASS, web('a:1', ['data'])];

  test('fails the run: its data is lost with the last pod', async () => {
    const { status, stdout } = await diff(old, next);
    expect(status).toBe(1);
    expect(stdout.split('\n').slice(0, 2)).toEqual([
      'stuck     PersistentVolumeClaim/shop/data',
      '          its data is LOST when the last pod that uses it ends: its driver deletes the volume with the claim (reclaim policy Delete)',
    ]);
    const { objects, findings } = JSON.parse((await diff(old, next, ['-o', 'json'])).stdout);
    expect(objects.at(-1)).toMatchObject({
      verdict: 'stuck',
      data: 'may be lost',
      dataAfterwards: 'lost',
    });
    expect(findings.map(({ rule, severity }: Manifest) => [rule, severity])).toContainEqual([
      'diff/data-lost',
      'error',
    ]);
  });

  test('does not if the volume is kept', async () => {
    const retain = { ...CLASS, reclaimPolicy: 'Retain' };
    const [before, after] = [old, next].map((side) => [retain, ...side.slice(1)]);
    expect((await diff(before, after)).status).toBe(0);
  });
});

describe('a changed field is told with its old and its new value', () => {
  const of = async (before: Manifest, after: Manifest) => {
    const { stdout } = await diff([settings('a', before)], [settings('a', after)]);
    return stdout.split('\n').slice(0, -2).join('\n').replace('changed   ConfigMap/shop/a', '');
  };

  test.each([
    [{ x: 'a' }, { x: 'b' }, ': data.x: a -> b'],
    [{ x: '80' }, { x: '81' }, ': data.x: "80" -> "81"'],
    [{ x: 'a b' }, { x: '' }, ': data.x: "a b" -> ""'],
    [{}, { x: 'b' }, ': data: added {"x":"b"}'],
    [{ x: 'a', z: 'b' }, { x: 'a' }, ': data.z: removed, was b'],
    [{ x: 'a\n'.repeat(40) }, { x: 'a\n'.repeat(50) }, ': data.x: changed, 41 lines -> 51 lines'],
    [{ x: 'a'.repeat(80) }, { x: 'b'.repeat(80) }, ': data.x: changed'],
  ])('%p, %p', async (before, after, words) => {
    expect(await of(before as Manifest, after as Manifest)).toBe(words);
  });

  test.each([
    ['1Gi', '2Gi', '1Gi -> 2Gi'],
    ['1024Mi', '1.5Gi', '1024Mi -> "1.5Gi"'],
  ])('a size as it is written: %s, %s', async (before, after, words) => {
    const { stdout } = await diff([CLASS, claim('c', before)], [CLASS, claim('c', after)]);
    expect(stdout).toContain(`spec.resources.requests.storage: ${words}\n`);
  });

  test('also where it is open whether it changes', async () => {
    const { stdout } = await diff([claim('c', '1Gi')], [claim('c', '2Gi')]);
    expect(stdout.split('\n').slice(0, 2)).toEqual([
      'depends   PersistentVolumeClaim/shop/c',
      '          spec.resources.requests.storage: 1Gi -> 2Gi',
    ]);
  });

  test('but for what is secret', async () => {
    const secret = (value: string) => ({
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 's', namespace: 'shop' },
      stringData: { password: value },
    });
    for (const format of ['text', 'json', 'markdown']) {
      const { stdout } = await diff([secret('hunter2')], [secret('hunter3')], ['-o', format]);
      expect(stdout).toContain('data.password');
      expect(stdout).not.toMatch(/hunter|aHVudGVy/);
    }
  });

  test('and a list that is only in another order is told as that', async () => {
    const [before, after] = [
      ['a', 'b'],
      ['b', 'a'],
    ].map((names) => {
      const one = web('a:1');
      const { template } = one.spec;
      const env = names.map((name) => ({ name }));
      const containers = [{ name: 'web', image: 'a:1', env }];
      const spec = { ...template.spec, containers };
      return { ...one, spec: { ...one.spec, template: { ...template, spec } } };
    });
    expect((await diff([before], [after])).stdout).toContain(
      'spec.template.spec.containers[web].env: in another order',
    );
  });
});

test('of a definition, fields that are removed are named, and all others counted', async () => {
  const definition = (properties: Manifest) => ({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'things.example.com' },
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names: { plural: 'things', singular: 'thing', kind: 'Thing', listKind: 'ThingList' },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: {
            openAPIV3Schema: {
              type: 'object',
              properties: { spec: { type: 'object', properties } },
            },
          },
        },
      ],
    },
  });
  const text = { type: 'string' };
  const { stdout } = await diff(
    [definition({ a: text, b: text, 'c.d': text })],
    [definition({ a: { ...text, description: 'x' }, e: text, f: text })],
  );
  expect(stdout.split('\n').slice(0, -2).join(' ').replace(/\s+/g, ' ')).toBe(
    'changed CustomResourceDefinition/things.example.com schema of v1: 2 fields removed (spec.b, spec[c.d]), 2 fields added, 1 detail changed',
  );
});

describe('objects of one kind that change alike', () => {
  const sides = (count: number) =>
    ['1', '2'].map((value) =>
      Array.from({ length: count }, (_, index) => settings(`c${index}`, { [`k${index}`]: value })),
    );

  test.each([
    [
      2,
      [
        'changed   ConfigMap/shop/c0: data.k0: "1" -> "2"',
        'changed   ConfigMap/shop/c1: data.k1: "1" -> "2"',
      ],
    ],
    [3, ['changed   3 ConfigMap: data of shop/c0, shop/c1, shop/c2']],
    [
      8,
      [
        'changed   8 ConfigMap: data of shop/c0, shop/c1, shop/c2, shop/c3, shop/c4, shop/c5, and 2 more',
      ],
    ],
  ])('%d of them', async (count, lines) => {
    const [old, next] = sides(count);
    expect((await diff(old, next)).stdout.split('\n').slice(0, -2)).toEqual(lines);
  });

  test('so are those that are created', async () => {
    const [old] = sides(4);
    expect((await diff([], old)).stdout).toBe(
      'created   4 ConfigMap: shop/c0, shop/c1, shop/c2, shop/c3\n4 created\n',
    );
  });

  test('two that change in a label of version are told by themselves', async () => {
    const [old, next] = ['1.0', '2.0'].map((version) =>
      [0, 1].map((index) => settings(`c${index}`, {}, { 'helm.sh/chart': `x-${version}` })),
    );
    expect((await diff(old, next)).stdout.split('\n')[0]).toBe(
      'changed   ConfigMap/shop/c0: metadata.labels[helm.sh/chart]: x-1.0 -> x-2.0',
    );
  });
});

describe('a comment', () => {
  const many = ['1', '2'].map((value) =>
    Array.from({ length: 900 }, (_, index) => ({
      ...web(`registry.example.com/${'long/'.repeat(20)}app:${value}`),
      metadata: { name: `web-${index}`, namespace: 'shop' },
    })),
  );

  test('never has more than GitHub takes, and says what is left out and where it is', async () => {
    const folder = folderWith({});
    const file = join(folder, 'all.md');
    const { stdout } = await diff(many[0], many[1], ['-o', 'markdown', '--full-report', file]);
    expect(stdout.length).toBeLessThan(61_000);
    const shown = stdout.match(/^\| changed \|/gm)!.length;
    expect(stdout).toContain(
      `\n900 changed\n\n**Not shown: ${900 - shown} of 900 rows**, since a comment has no room for more; all of it is in \``,
    );
    expect(filesIn(folder)['all.md'].match(/^\| changed \|/gm)).toHaveLength(900);
    expect((await diff(many[0], many[1], ['-o', 'markdown'])).stdout).toContain(
      '; `-o text` shows all of them.',
    );
  });

  test('has what later events do to data, unless it is not wanted', async () => {
    const objects = [CLASS, claim('data'), web('a:1', ['data'])];
    const { stdout } = await diff(objects, objects, ['-o', 'markdown']);
    expect(stdout).toBe(`3 unchanged

<details><summary>What later events do to data: 1 object</summary>

| data | object | when |
|---|---|---|
| **lost** | \`PersistentVolumeClaim/shop/data\` | Argo CD deletes the Application and its resources<br>Flux deletes the Kustomization<br>Argo CD prunes what is no longer in the folder<br>Flux prunes what is no longer in the folder<br>Argo CD syncs with Force and Replace<br>Flux applies with force, and a change to the object is rejected<br>kubectl delete |

</details>
`);
    const without = await diff(objects, objects, ['-o', 'markdown', '--no-what-if']);
    expect(without.stdout).toBe('3 unchanged\n');
  });
});

test('lines are as wide as the terminal', async () => {
  const world = { stdoutIsTerminal: true, env: { NO_COLOR: '1' }, width: 70 };
  const { stdout } = await diff(release(0), release(1), [], world);
  const long = stdout.split('\n').filter((line) => line.length > 70);
  // A name that is longer than a line stays whole.
  expect(long.filter((line) => line.trim().includes(' -> '))).toEqual([]);
});
