/**
 * What `EfsSharedVolume` costs against plain `ApiObject`s that make the same manifests, and how it grows.
 *
 * Prints the medians of nine runs each, taken in turn in one process, and the two ratios. Run it with `npm run bench`.
 */
import { createRequire } from 'node:module';
import { ApiObject, App, Chart, JsonPatch } from 'cdk8s';

// The compiled package, which is what users run.
const { EfsSharedVolume } = createRequire(__filename)('../lib') as typeof import('../src');

const RUNS = 9;

const id = (prefix: string, index: number) => `${prefix}-${(0x100000000 + index).toString(16)}`;

function withConstructs(count: number): string {
  const app = new App();
  const chart = new Chart(app, 'bench', { namespace: 'bench' });
  for (let index = 0; index < count; index++) {
    new EfsSharedVolume(chart, `v${index}`, {
      fileSystemId: 'fs-0123456789abcdef0', accessPointId: id('fsap', index), externalStorageClass: true,
    });
  }
  return app.synthYaml();
}

function withObjects(count: number): string {
  const app = new App();
  const chart = new Chart(app, 'bench', { namespace: 'bench' });
  for (let index = 0; index < count; index++) {
    const volume = new ApiObject(chart, `pv${index}`, {
      apiVersion: 'v1',
      kind: 'PersistentVolume',
      metadata: { name: `pv-bench-v${index}` },
      spec: {
        accessModes: ['ReadWriteMany'],
        capacity: { storage: '1Gi' },
        claimRef: { apiVersion: 'v1', kind: 'PersistentVolumeClaim', name: `pvc-v${index}`, namespace: 'bench' },
        csi: { driver: 'efs.csi.aws.com', volumeHandle: `fs-0123456789abcdef0::${id('fsap', index)}` },
        persistentVolumeReclaimPolicy: 'Retain',
        storageClassName: 'efs-sc',
        volumeMode: 'Filesystem',
      },
    });
    volume.addJsonPatch(JsonPatch.remove('/metadata/namespace'));
    new ApiObject(chart, `pvc${index}`, {
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: { name: `pvc-v${index}` },
      spec: {
        accessModes: ['ReadWriteMany'],
        resources: { requests: { storage: '1Gi' } },
        storageClassName: 'efs-sc',
        volumeMode: 'Filesystem',
        volumeName: `pv-bench-v${index}`,
      },
    });
  }
  return app.synthYaml();
}

function measure(work: () => unknown): number {
  global.gc?.();
  const start = process.hrtime.bigint();
  work();
  return Number(process.hrtime.bigint() - start) / 1e6;
}

const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];

if (withConstructs(20) !== withObjects(20)) throw new Error('the two sides do not make the same manifests');
for (let run = 0; run < 3; run++) {
  withConstructs(1000);
  withObjects(1000);
}

const times = { constructs: [] as number[], objects: [] as number[], tenfold: [] as number[] };
for (let run = 0; run < RUNS; run++) {
  times.objects.push(measure(() => withObjects(1000)));
  times.constructs.push(measure(() => withConstructs(1000)));
  times.tenfold.push(measure(() => withConstructs(10000)));
}
const [objects, constructs, tenfold] = [median(times.objects), median(times.constructs), median(times.tenfold)];
console.log(`1,000 PV + 1,000 PVC as ApiObjects  ${objects.toFixed(0)} ms`);
console.log(`1,000 EfsSharedVolumes              ${constructs.toFixed(0)} ms`);
console.log(`10,000 EfsSharedVolumes             ${tenfold.toFixed(0)} ms`);
console.log(`constructs / objects                ${(constructs / objects).toFixed(2)} (at most 1.25)`);
console.log(`10,000 / 1,000                      ${(tenfold / constructs).toFixed(1)} (at most 11)`);
