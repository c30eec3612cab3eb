/**
 * Inputs that are large in one respect, at any size, and what is done with them: for the test that
 * counts steps and for the benchmark that takes the time.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiObject, App, Chart } from 'cdk8s';
import { liveObjects, nextManifests, printed, SECONDARY } from '../../bench/live-objects';
import {
  claim,
  configMap,
  deployment,
  many,
  meta,
  service,
  statefulSet,
  storageClass,
  volume,
} from '../../bench/objects';
import {
  CoLocation,
  CoLocationMode,
  LocustTest,
  Claim,
  PVCViewer,
  VolumeTopology,
} from '../../src';
import { FindingPatterns } from '../../src/check/patterns';
import { cidrProblems, goQuantity, ipProblems, parseDuration } from '../../src/kube';
import { finderOf } from '../../src/resource/automaton';
import { FORMATS } from '../../src/resource/formats';
import { isGatewayDuration } from '../../src/viewer/routing/durations';
import { runWith } from '../cli/session';

/** What was done: how much was read and written, in characters. */
export interface Work {
  readonly size: number;
  readonly output: string;
}

/** One respect in which an input can be large. */
export interface GrowthShape {
  readonly name: string;
  /** Sizes for the benchmark begin here: at four times as many it takes a second or so. */
  readonly count: number;
  /** Fewer than these are worked on in another way, which counts its steps otherwise. */
  readonly fewest?: number;
  /** Prepares so many; what is returned does the work. */
  readonly prepare: (count: number) => () => Work | Promise<Work>;
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
const documents = (...all: readonly string[]) => all.join('---\n');

/** A run of the program on one text. */
function program(argv: readonly string[], text: (count: number) => string): GrowthShape['prepare'] {
  return (count) => {
    const stdin = text(count);
    return async () => {
      const { stdout, stderr } = await runWith([...argv, '-'], { stdin });
      return { size: stdin.length + stdout.length + stderr.length, output: stdout + stderr };
    };
  };
}

/** What repeats in texts that are of a format but for their end. */
const NEARLY = ['a', '0', 'a-', 'a.', '1.', '1:', '::', '1h', '/', 'a@', '==', '00-', '1 '];

/** Something that is done with one text, or with several. */
function texts<T>(
  make: (count: number) => T,
  action: (text: T) => unknown,
): GrowthShape['prepare'] {
  return (count) => {
    const text = make(count);
    return () => {
      action(text);
      return { size: count, output: '' };
    };
  };
}

/** A run of `diff`, which takes files. */
function diffs(
  both: (count: number) => readonly [string, string],
  ...options: readonly string[]
): GrowthShape['prepare'] {
  return (count) => {
    const sides = both(count);
    return async () => {
      const folder = mkdtempSync(join(tmpdir(), 'cdk8s-volumes-growth-'));
      try {
        const files = sides.map((text, index) => {
          const file = join(folder, `${index}.yaml`);
          writeFileSync(file, text);
          return file;
        });
        const { stdout, stderr } = await runWith(['diff', ...files, ...options]);
        return {
          size: sides[0].length + sides[1].length + stdout.length + stderr.length,
          output: stdout + stderr,
        };
      } finally {
        rmSync(folder, { recursive: true });
      }
    };
  };
}

/** A run of `diff` in which as many claims as there are volumes are new, with these selectors. */
function selectingClaims(
  selector: (index: number, count: number) => string,
): GrowthShape['prepare'] {
  return diffs((count) => {
    const volumes = documents(
      ...numbers(count).map(
        (index) => `apiVersion: v1
kind: PersistentVolume
metadata: {name: v-${index}, labels: {own: v-${index}, type: nfs}}
spec: {capacity: {storage: 1Gi}, accessModes: [ReadWriteOnce], nfs: {server: a, path: /}}
`,
      ),
    );
    const claims = documents(
      ...numbers(count).map(
        (index) => `${meta('PersistentVolumeClaim', `c-${index}`, 'one')}spec:
  {accessModes: [ReadWriteOnce], storageClassName: '', resources: {requests: {storage: 1Gi}}, selector: ${selector(index, count)}}
`,
      ),
    );
    return [volumes, documents(volumes, claims)];
  });
}

/** A run of `diff` with a read-out: of so many live objects, every sixth is changed. */
function diffsOfLive(count: number): () => Promise<Work> {
  const [live, next] = [printed(liveObjects(count)), printed(nextManifests(count / SECONDARY))];
  return async () => {
    const folder = mkdtempSync(join(tmpdir(), 'cdk8s-volumes-growth-'));
    try {
      const files = ['live.json', 'next.json'].map((name) => join(folder, name));
      [live, next].forEach((text, index) => writeFileSync(files[index], text));
      const options = ['--field-manager', 'ci', '--force-conflicts', '--drift'];
      const { stdout, stderr } = await runWith(['diff', '--cluster', ...files, ...options]);
      return {
        size: live.length + next.length + stdout.length + stderr.length,
        output: stdout + stderr,
      };
    } finally {
      rmSync(folder, { recursive: true });
    }
  };
}

/**
 * A run of the program on files, one of which is to be its argument, or several that are given by
 * their folder.
 */
function inFolder(
  argv: (path: (name: string) => string) => readonly string[],
  make: (count: number) => { readonly [name: string]: string },
): GrowthShape['prepare'] {
  return (count) => {
    const all = Object.entries(make(count));
    return async () => {
      const folder = mkdtempSync(join(tmpdir(), 'cdk8s-volumes-growth-'));
      try {
        for (const [name, text] of all) {
          mkdirSync(join(folder, name, '..'), { recursive: true });
          writeFileSync(join(folder, name), text);
        }
        const { stdout, stderr } = await runWith(argv((name) => join(folder, name)));
        return {
          size: all.reduce((sum, [, text]) => sum + text.length, 0) + stdout.length + stderr.length,
          output: stdout + stderr,
        };
      } finally {
        rmSync(folder, { recursive: true });
      }
    };
  };
}

/** An app that is synthesized. */
function synth(fill: (chart: Chart, count: number) => void): GrowthShape['prepare'] {
  return (count) => () => {
    const app = new App();
    fill(new Chart(app, 'chart', { namespace: 'one', disableResourceNameHashes: true }), count);
    const output = synthesized(app);
    return { size: output.length, output };
  };
}

/** The YAML, or what is wrong, and what there is to warn of. */
function synthesized(app: App): string {
  const { write } = process.stderr;
  let told = '';
  process.stderr.write = (text: string | Uint8Array) => {
    told += String(text);
    return true;
  };
  try {
    return told + app.synthYaml();
  } catch (error) {
    return told + (error as Error).message;
  } finally {
    process.stderr.write = write;
  }
}

const pod = (fields: string) =>
  `${meta('Pod', 'one', 'one')}spec:\n  containers:\n  - name: app\n    image: registry.example.com/app:1\n${fields}`;
const lines = (count: number, line: (index: number) => string) =>
  numbers(count)
    .map((index) => `${line(index)}\n`)
    .join('');

const locustTest = (fields: string) => `apiVersion: locust.io/v2
kind: LocustTest
metadata: {name: a, namespace: b}
spec:
  image: locustio/locust:2.31.8
  master: {command: --locustfile /lotest/src/test.py}
  worker: {command: --locustfile /lotest/src/test.py, replicas: 3}
${fields}`;

const viewer = (index: number, pvc: string) => `apiVersion: kubeflow.org/v1alpha1
kind: PVCViewer
metadata: {name: viewer-${index}, namespace: one}
spec: {pvc: ${pvc}, rwoScheduling: true}
`;

const sharedVolume = (index: number) => `apiVersion: aws-efs.managed.openshift.io/v1alpha1
kind: SharedVolume
metadata: {name: v-${index}, namespace: one}
spec: {fileSystemID: fs-0123456789abcdef0, accessPointID: fsap-${String(index).padStart(17, '0')}}
`;

const workload = (
  chart: Chart,
  index: number,
  claims: readonly string[],
  labels: object = { app: `w-${index}` },
) =>
  new ApiObject(chart, `w-${index}`, {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: `w-${index}` },
    spec: {
      replicas: 1,
      strategy: { type: 'Recreate' },
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: {
          containers: [
            {
              name: 'main',
              image: 'registry.example.com/app:1.0.0',
              volumeMounts: claims.map((name) => ({ name, mountPath: `/${name}` })),
            },
          ],
          volumes: claims.map((name) => ({ name, persistentVolumeClaim: { claimName: name } })),
        },
      },
    },
  });
const claimObject = (chart: Chart, name: string) =>
  new ApiObject(chart, `claim-${name}`, {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name },
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
  });

const claimNamed = (chart: Chart, index: number) =>
  Claim.fromClaimName(chart, `named-${index}`, 'data');

const PLACEMENT: readonly GrowthShape[] = [
  {
    name: 'workloads that follow one claim',
    count: 100,
    prepare: synth((chart, count) => {
      claimObject(chart, 'data');
      for (const index of numbers(count)) {
        CoLocation.of(workload(chart, index, ['data'])).withClaim(claimNamed(chart, index));
      }
    }),
  },
  {
    name: 'workloads that share a label and follow one claim',
    count: 100,
    prepare: synth((chart, count) => {
      claimObject(chart, 'data');
      for (const index of numbers(count)) {
        CoLocation.of(
          workload(chart, index, ['data'], { app: `w-${index}`, part: 'shop' }),
        ).withClaim(claimNamed(chart, index));
      }
    }),
  },
  {
    name: 'workloads that require the next in a circle',
    count: 200,
    prepare: synth((chart, count) => {
      const all = numbers(count).map((index) => workload(chart, index, []));
      all.forEach((one, index) =>
        CoLocation.of(one).withWorkload(all[(index + 1) % count], {
          mode: CoLocationMode.REQUIRED,
        }),
      );
    }),
  },
  {
    name: 'circles of two',
    count: 200,
    prepare: synth((chart, count) => {
      const all = numbers(count).map((index) => workload(chart, index, []));
      const partner = (index: number) => all[index % 2 === 0 ? index + 1 : index - 1] ?? all[0];
      all.forEach((one, index) =>
        CoLocation.of(one).withWorkload(partner(index), { mode: CoLocationMode.REQUIRED }),
      );
    }),
  },
  {
    name: 'viewers beside workloads of one claim, in an app',
    count: 50,
    prepare: synth((chart, count) => {
      claimObject(chart, 'data');
      for (const index of numbers(count)) workload(chart, index, ['data']);
      for (const index of numbers(count)) {
        new PVCViewer(chart, `viewer-${index}`, {
          claim: claimNamed(chart, index),
          coLocation: CoLocationMode.AUTO,
        });
      }
    }),
  },
  {
    name: 'viewers beside workloads of one claim, rendered',
    count: 100,
    prepare: program(['render'], (count) =>
      documents(
        claim('data', 'one'),
        ...numbers(count).flatMap((index) => [
          deployment(`w-${index}`, 'one', 'data'),
          viewer(index, 'data'),
        ]),
      ),
    ),
  },
  {
    name: 'viewers of one claim each',
    count: 250,
    prepare: program(['render'], (count) =>
      documents(
        ...numbers(count).flatMap((index) => [
          claim(`c-${index}`, 'one'),
          deployment(`w-${index}`, 'one', `c-${index}`),
          viewer(index, `c-${index}`),
        ]),
      ),
    ),
  },
];

const ONE_OBJECT: readonly GrowthShape[] = [
  {
    name: 'mounts of volumes that are misspelt',
    count: 3_000,
    fewest: 150,
    prepare: program(['render'], (count) =>
      locustTest(
        `  volumes:\n${lines(count, (index) => `  - {name: volume-${index}, emptyDir: {}}`)}  volumeMounts:\n${lines(count, (index) => `  - {name: vlume-${index}, mountPath: /data/${index}}`)}`,
      ),
    ),
  },
  {
    name: 'volumes of a load test',
    count: 1_000,
    prepare: program(['render'], (count) =>
      locustTest(
        `  volumes:\n${lines(count, (index) => `  - {name: volume-${index}, emptyDir: {sizeLimit: 1Mi}}`)}  volumeMounts:\n${lines(count, (index) => `  - {name: volume-${index}, mountPath: /data/${index}}`)}`,
      ),
    ),
  },
  {
    name: 'mounts of one volume',
    count: 2_000,
    prepare: program(['check'], (count) =>
      pod(
        `    volumeMounts:\n${lines(count, (index) => `    - {name: a, mountPath: /data/${index}}`)}  volumes:\n  - {name: a, emptyDir: {}}\n`,
      ),
    ),
  },
  {
    name: 'volumes of a pod',
    count: 2_000,
    prepare: program(['check'], (count) =>
      pod(
        `    volumeMounts:\n${lines(count, (index) => `    - {name: v-${index}, mountPath: /data/${index}}`)}  volumes:\n${lines(count, (index) => `  - {name: v-${index}, emptyDir: {sizeLimit: 1Mi}}`)}`,
      ),
    ),
  },
  {
    name: 'volumes of one claim in a pod',
    count: 1_000,
    prepare: program(['check'], (count) =>
      documents(
        claim('data', 'one'),
        pod(
          `    volumeMounts:\n${lines(count, (index) => `    - {name: v-${index}, mountPath: /data/${index}}`)}  volumes:\n${lines(count, (index) => `  - {name: v-${index}, persistentVolumeClaim: {claimName: data}}`)}`,
        ),
      ),
    ),
  },
  {
    name: 'containers of a pod',
    count: 500,
    prepare: program(
      ['check'],
      (count) =>
        `${meta('Pod', 'one', 'one')}spec:\n  securityContext: {fsGroup: 2000}\n  containers:\n${lines(count, (index) => `  - {name: c-${index}, image: 'registry.example.com/app:1', ports: [{containerPort: ${1000 + index}}], volumeMounts: [{name: data, mountPath: /data}]}`)}  volumes:\n  - {name: data, hostPath: {path: /x}}\n`,
    ),
  },
  {
    name: 'one path of many parts',
    count: 10_000,
    prepare: program(['check'], (count) =>
      pod(
        `    volumeMounts:\n    - {name: a, mountPath: ${'/a'.repeat(count)}}\n    - {name: a, mountPath: /a}\n  volumes:\n  - {name: a, emptyDir: {}}\n`,
      ),
    ),
  },
  {
    name: 'keys of a ConfigMap',
    count: 5_000,
    prepare: program(
      ['check'],
      (count) =>
        `${meta('ConfigMap', 'one', 'one')}data:\n${lines(count, (index) => `  key-${index}: x`)}`,
    ),
  },
];

const MANY_OBJECTS: readonly GrowthShape[] = [
  {
    name: 'objects in realistic shares, checked',
    count: 2_000,
    prepare: program(['check'], (count) => documents(...many(count))),
  },
  {
    name: 'objects in realistic shares, with waves',
    count: 1_000,
    prepare: program(['render', '--gitops', 'argo'], (count) => documents(...many(count))),
  },
  {
    name: 'objects in realistic shares, drawn',
    count: 1_000,
    prepare: program(['map'], (count) => documents(...many(count))),
  },
  {
    name: 'objects in realistic shares, drawn as a picture',
    count: 200,
    prepare: program(['map', '--output', 'svg'], (count) => documents(...many(count))),
  },
  {
    name: 'objects in realistic shares, deleted',
    count: 1_000,
    prepare: program(['check', '--what-if', 'delete-app'], (count) => documents(...many(count))),
  },
  {
    name: 'objects in realistic shares, ownership',
    count: 1_000,
    prepare: program(['check', '--explain-ownership'], (count) => documents(...many(count))),
  },
  {
    name: 'objects in realistic shares, compared',
    count: 2_000,
    prepare: diffs((count) => [
      documents(...many(count)),
      documents(...many(count)).replaceAll('app:1.2.3', 'app:1.2.4'),
    ]),
  },
  {
    name: 'objects in realistic shares, compared with a plan',
    count: 1_000,
    prepare: diffs(
      (count) => [
        documents(...many(count)),
        documents(...many(count)).replaceAll('storage: 10Gi', 'storage: 5Gi'),
      ],
      '--plan',
    ),
  },
  {
    name: 'shared volumes',
    count: 1_000,
    prepare: program(['render'], (count) => documents(...numbers(count).map(sharedVolume))),
  },
  {
    name: 'load tests',
    count: 300,
    prepare: program(['render'], (count) =>
      documents(
        ...numbers(count).map((index) => locustTest('').replace('name: a', `name: a-${index}`)),
      ),
    ),
  },
  {
    name: 'load tests, in an app',
    count: 300,
    prepare: synth((chart, count) => {
      for (const index of numbers(count)) {
        new LocustTest(chart, `test-${index}`, {
          image: 'docker.io/locustio/locust:2.43.1',
          master: { command: '' },
          worker: { command: '', replicas: 3 },
        });
      }
    }),
  },
  {
    name: 'objects that are there many times',
    count: 1_000,
    prepare: program(['check'], (count) =>
      documents(
        ...numbers(count).map((index) => configMap('same', 'one').replace('8080', String(index))),
      ),
    ),
  },
  {
    name: 'objects of one name, in an app',
    count: 500,
    prepare: synth((chart, count) => {
      for (const index of numbers(count)) {
        new ApiObject(chart, `o-${index}`, {
          apiVersion: 'v1',
          kind: 'PersistentVolumeClaim',
          metadata: { name: 'same' },
        });
      }
    }),
  },
  {
    name: 'workloads of one claim, checked',
    count: 500,
    prepare: program(['check'], (count) =>
      documents(
        claim('data', 'one'),
        ...numbers(count).map((index) => deployment(`w-${index}`, 'one', 'data')),
      ),
    ),
  },
  {
    name: 'Services that select everything',
    count: 500,
    prepare: program(['check'], (count) =>
      documents(
        ...numbers(count).flatMap((index) => [
          service(`s-${index}`, 'one').replace(
            `app.kubernetes.io/name: s-${index}\n  ports`,
            'all: same\n  ports',
          ),
          deployment(`w-${index}`, 'one', 'data').replaceAll(
            `app.kubernetes.io/name: w-${index}`,
            `app.kubernetes.io/name: w-${index}\n        all: same`,
          ),
        ]),
      ),
    ),
  },
  {
    name: 'Services that select everything, with waves',
    count: 200,
    prepare: program(['render', '--gitops', 'argo'], (count) =>
      documents(
        ...numbers(count).flatMap((index) => [
          service(`s-${index}`, 'one').replace(
            `app.kubernetes.io/name: s-${index}\n  ports`,
            'all: same\n  ports',
          ),
          deployment(`w-${index}`, 'one', 'data').replaceAll(
            `app.kubernetes.io/name: w-${index}`,
            `app.kubernetes.io/name: w-${index}\n        all: same`,
          ),
        ]),
      ),
    ),
  },
  {
    name: 'claims and workloads of all of them, with waves',
    count: 200,
    prepare: program(['render', '--gitops', 'argo'], (count) =>
      documents(
        claim('data', 'one'),
        ...numbers(count).map((index) => deployment(`w-${index}`, 'one', 'data')),
      ),
    ),
  },
  {
    name: 'load tests of one claim',
    count: 100,
    prepare: program(['render'], (count) =>
      documents(
        claim('data', 'b'),
        ...numbers(count).map((index) =>
          locustTest(
            '  volumes:\n  - {name: data, persistentVolumeClaim: {claimName: data}}\n  volumeMounts:\n  - {name: data, mountPath: /data}\n',
          ).replace('name: a', `name: a-${index}`),
        ),
      ),
    ),
  },
  {
    name: 'workloads of one claim, drawn',
    count: 200,
    prepare: program(['map'], (count) =>
      documents(
        claim('data', 'one'),
        ...numbers(count).map((index) => deployment(`w-${index}`, 'one', 'data')),
      ),
    ),
  },
  {
    name: 'workloads of one claim, drawn as a tree',
    count: 200,
    prepare: program(['map', '--output', 'text'], (count) =>
      documents(
        claim('data', 'one'),
        ...numbers(count).map((index) => deployment(`w-${index}`, 'one', 'data')),
      ),
    ),
  },
  {
    name: 'claims that are alike, each with a volume, drawn as a page',
    count: 200,
    prepare: program(['map', '--output', 'html'], (count) =>
      documents(
        ...numbers(count).flatMap((index) => [
          claim(`c-${index}`, 'one', `v-${index}`),
          volume(`v-${index}`, `c-${index}`, 'one'),
        ]),
      ),
    ),
  },
  {
    name: 'workloads of one claim, deleted',
    count: 200,
    prepare: program(['check', '--what-if', 'delete-app'], (count) =>
      documents(
        claim('data', 'one'),
        ...numbers(count).map((index) => deployment(`w-${index}`, 'one', 'data')),
      ),
    ),
  },
  {
    name: 'workloads of one claim, ownership',
    count: 200,
    prepare: program(['check', '--explain-ownership'], (count) =>
      documents(
        claim('data', 'one'),
        ...numbers(count).map((index) =>
          deployment(`w-${index}`, 'one', 'data').replace(
            'containers:',
            'securityContext: {fsGroup: 2000}\n      containers:',
          ),
        ),
      ),
    ),
  },
  {
    name: 'viewers that a Service selects each',
    count: 100,
    prepare: program(['render'], (count) =>
      documents(
        ...numbers(count).flatMap((index) => [
          service(`s-${index}`, 'one').replace(
            `app.kubernetes.io/name: s-${index}\n  ports`,
            'app.kubernetes.io/part-of: pvc-viewer\n  ports',
          ),
          viewer(index, `c-${index}`),
        ]),
      ),
    ),
  },
  {
    name: 'pods of StatefulSets',
    count: 500,
    prepare: program(['check'], (count) =>
      documents(
        storageClass,
        ...numbers(count).flatMap((index) => [
          statefulSet(`s-${index}`, 'one'),
          claim(`data-s-${index}-0`, 'one'),
        ]),
      ),
    ),
  },
  {
    name: 'volumes that are bound by hand',
    count: 500,
    prepare: program(['check'], (count) =>
      documents(
        ...numbers(count).flatMap((index) => [
          volume(`v-${index}`, `c-${index}`, 'one'),
          claim(`c-${index}`, 'one', `v-${index}`),
        ]),
      ),
    ),
  },
  {
    name: 'volumes of one handle',
    count: 500,
    prepare: program(['check'], (count) =>
      documents(
        ...numbers(count).map((index) =>
          volume(`v-${index}`, `c-${index}`, 'one').replace(
            /volumeHandle: .*/,
            'volumeHandle: same',
          ),
        ),
      ),
    ),
  },
  {
    name: 'an app asked who mounts what, of each claim',
    count: 500,
    prepare: synth((chart, count) => {
      const claims = numbers(count).map((index) => {
        workload(chart, index, [`c-${index}`]);
        return Claim.fromClaimName(chart, `named-${index}`, `c-${index}`);
      });
      const topology = VolumeTopology.of(chart);
      for (const one of claims) topology.consumersOf(one);
    }),
  },
];

const ACCEPTED: readonly GrowthShape[] = [
  {
    name: 'acknowledgements in the configuration, one for each object',
    count: 500,
    prepare: inFolder(
      (path) => ['check', path('a.yaml'), '--config', path('c.yaml')],
      (count) => ({
        'a.yaml': documents(
          ...numbers(count).map((index) =>
            pod(
              '    volumeMounts: [{name: a, mountPath: data}]\n  volumes: [{name: a, emptyDir: {}}]\n',
            ).replace('name: one', `name: p-${index}`),
          ),
        ),
        'c.yaml': `acknowledge:\n${lines(count, (index) => `- {rule: pod/mount-path, object: Pod/one/p-${index}, reason: fine}`)}`,
      }),
    ),
  },
  {
    name: 'acknowledgements in the configuration, with stars',
    count: 500,
    prepare: inFolder(
      (path) => ['check', path('a.yaml'), '--config', path('c.yaml')],
      (count) => ({
        'a.yaml': documents(
          ...numbers(count).map((index) =>
            pod(
              '    volumeMounts: [{name: a, mountPath: data}]\n  volumes: [{name: a, emptyDir: {}}]\n',
            ).replace('name: one', `name: p-${index}`),
          ),
        ),
        'c.yaml': `acknowledge:\n${lines(count, (index) => `- {rule: pod/mount-path, object: '*/o*/p-${index}*', path: 'spec.*', reason: fine}`)}`,
      }),
    ),
  },
  {
    name: 'acknowledgements by annotations of rules that nobody knows',
    count: 500,
    prepare: program(['check'], (count) =>
      documents(
        ...numbers(count).map((index) =>
          configMap(`c-${index}`, 'one').replace(
            'metadata:',
            `metadata:\n  annotations: {cdk8s-volumes.io/acknowledge.x.r${1_000 + index}: why}`,
          ),
        ),
      ),
    ),
  },
  {
    name: 'stars of the path of an acknowledgement',
    count: 200,
    prepare: texts(
      (count) => count,
      (count) => {
        const patterns = new FindingPatterns(() => ({}));
        patterns.add({ path: `spec.${'*a'.repeat(count)}!` });
        return patterns.of({ path: `spec.${'a'.repeat(200)}` });
      },
    ),
  },
  {
    name: 'charts in a folder',
    count: 100,
    prepare: inFolder(
      (path) => ['check', path('')],
      (count) =>
        Object.fromEntries(
          numbers(count).flatMap((index) => [
            [`c-${index}/Chart.yaml`, `apiVersion: v2\nname: c-${index}\n`],
            [`c-${index}/values.yaml`, 'a: 1\n'],
            [`c-${index}/a.yaml`, configMap(`c-${index}`, 'one')],
          ]),
        ),
    ),
  },
];

const CHANGES: readonly GrowthShape[] = [
  {
    name: 'new claims that select their volumes by a label',
    count: 400,
    prepare: selectingClaims(
      (index, count) => `{matchLabels: {own: v-${count - 1 - index}, type: nfs}}`,
    ),
  },
  {
    name: 'new claims that select one of several volumes',
    count: 400,
    prepare: selectingClaims(
      (index, count) =>
        `{matchExpressions: [{key: own, operator: In, values: [v-${count - 1 - index}, v-${(count - index) % count}]}]}`,
    ),
  },
  {
    name: 'new claims that select all volumes but one',
    count: 400,
    prepare: selectingClaims(
      (index) => `{matchExpressions: [{key: own, operator: NotIn, values: [v-${index}]}]}`,
    ),
  },
  {
    name: 'live objects of a read-out, with their field managers',
    count: 12_000,
    prepare: diffsOfLive,
  },
  {
    name: 'items of one custom object',
    count: 5_000,
    prepare: diffs((count) => {
      const list = (size: number) =>
        `apiVersion: example.com/v1\nkind: Thing\nmetadata: {name: a, namespace: one}\nspec:\n  items:\n${lines(count, (index) => `  - {name: item-${index}, value: "v-${index}", size: ${index + size}, tags: [a, b]}`)}`;
      return [list(0), list(1)];
    }),
  },
  {
    name: 'variables, of which two have one name, by kubectl',
    count: 2_000,
    prepare: diffs((count) => {
      const withVariables = (value: number) =>
        `apiVersion: v1
kind: Pod
metadata: {name: a, namespace: one}
spec:
  containers:
  - name: main
    image: registry.example.com/app:1.0.0
    env:
    - {name: TWIN}
${lines(count, (index) => `    - {name: V_${index}, value: "${value}"}`)}    - {name: TWIN}
`;
      return [withVariables(1), withVariables(2)];
    }, '--client-side'),
  },
  {
    name: 'new Services under a quota',
    count: 400,
    prepare: diffs((count) => {
      const quota = `${meta('ResourceQuota', 'q', 'one')}spec: {hard: {services.nodeports: "100000", services.loadbalancers: "100000", count/services: "100000"}}\n`;
      return [
        quota,
        documents(
          quota,
          ...numbers(count).map(
            (index) =>
              `${meta('Service', `s-${index}`, 'one')}spec: {type: LoadBalancer, ports: [{port: 80}]}\n`,
          ),
        ),
      ];
    }),
  },
];

const LONG_TEXTS: readonly GrowthShape[] = [
  {
    name: 'letters that a pattern may take in many ways',
    count: 2_000,
    prepare: texts((count) => `${'a'.repeat(count)}!`, finderOf('^(a+)+(a|a)*a*a*a*a*$', 'u')!),
  },
  {
    name: 'zeros of a quantity',
    count: 40_000,
    prepare: texts((count) => `1${'0'.repeat(count)}`, goQuantity),
  },
  {
    name: 'digits of a quantity behind the point',
    count: 40_000,
    prepare: texts((count) => `0.${'0'.repeat(count)}1`, goQuantity),
  },
  {
    name: 'hours of a duration',
    count: 40_000,
    prepare: texts(
      (count) => `${'1h'.repeat(count)}x`,
      (text) => [parseDuration(text), isGatewayDuration(text)],
    ),
  },
  {
    name: 'colons and digits of an address',
    count: 40_000,
    prepare: texts(
      (count) => '1:'.repeat(count),
      (text) => [ipProblems(text), cidrProblems(text)],
    ),
  },
  ...Object.entries(FORMATS).map(([format, isOf]): GrowthShape => ({
    name: `texts that are nearly of the format ${format}`,
    count: 20_000,
    prepare: texts(
      (count) => count,
      (count) => NEARLY.map((part) => isOf(`${part.repeat(count)}!`)),
    ),
  })),
];

/** Shapes by what is large in them; `test/growth` has a file for each group. */
export const GROWTH_GROUPS = {
  placement: PLACEMENT,
  large: [...ONE_OBJECT, ...LONG_TEXTS],
  many: [...MANY_OBJECTS, ...ACCEPTED, ...CHANGES],
} satisfies { readonly [group: string]: readonly GrowthShape[] };

export const GROWTH_SHAPES: readonly GrowthShape[] = Object.values(GROWTH_GROUPS).flat();
