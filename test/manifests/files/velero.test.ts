/** Annotations of Velero. */
import { FILE_JUDGES } from '../../../src/manifests/files';
import {
  cronJobOf,
  deploymentOf,
  judged,
  mounting,
  podOf,
  setOf,
  templateOfClaims,
  volumeOfClaim,
} from '../../support/judged';

const said = (...manifests: object[]) => judged(FILE_JUDGES, manifests);
const VOLUMES = 'backup.velero.io/backup-volumes';
const EXCLUDES = 'backup.velero.io/backup-volumes-excludes';
const SPEC = mounting([
  volumeOfClaim('config', 'kavita-config'),
  volumeOfClaim('data'),
  { name: 'host', hostPath: { path: '/srv' } },
]);

describe('an annotation that names volumes', () => {
  const of = (value: unknown, annotation: string = VOLUMES) =>
    said(deploymentOf(SPEC, { podAnnotations: { [annotation]: value } }));
  const missing = (
    name: string,
    remedy: string,
    what: string = 'is not in the backup',
    annotation: string = VOLUMES,
  ) =>
    `Deployment/web warning files/velero-volume spec.template.metadata.annotations["${annotation}"]: the pods have no volume "${name}", so it ${what}; ${remedy}`;

  test.each<readonly [unknown, readonly string[]]>([
    ['config', []],
    ['config,data', []],
    ['config,', []],
    ['', []],
    [5, []],
    [
      'kavita-config',
      [missing('kavita-config', 'use the name of the volume, not of its claim: "config"')],
    ],
    ['config, data', [missing(' data', 'remove the space: names are separated only by commas')]],
    ['confg', [missing('confg', 'perhaps you meant "config"')]],
    ['elsewhere', [missing('elsewhere', 'use names of volumes: config, data, host')]],
    [
      'elsewhere,config,elsewhere',
      [missing('elsewhere', 'use names of volumes: config, data, host')],
    ],
    ['["config"]', [missing('[\\"config\\"]', 'use names of volumes: config, data, host')]],
    [
      'host',
      [
        `Deployment/web warning files/velero-volume spec.template.metadata.annotations["${VOLUMES}"]: the volume "host" is a path of the node (hostPath), which Velero skips: it is not in the backup; ` +
          'back it up by other means, and remove it from the annotation',
      ],
    ],
  ])('%s', (value, lines) => {
    expect(of(value)).toEqual(lines);
  });

  test.each<readonly [string, readonly string[]]>([
    ['config,host', []],
    [
      'cache',
      [
        missing(
          'cache',
          'use names of volumes: config, data, host',
          'is not left out of the backup',
          EXCLUDES,
        ),
      ],
    ],
  ])('which are left out: %s', (value, lines) => {
    expect(of(value, EXCLUDES)).toEqual(lines);
  });

  test('may name templates', () => {
    const set = setOf(mounting([{ name: 'data' }, { name: 'conf' }]), [
      templateOfClaims('data'),
      templateOfClaims('conf'),
    ]) as any;
    const annotated = (value: string) => ({
      ...set,
      spec: {
        ...set.spec,
        template: { ...set.spec.template, metadata: { annotations: { [VOLUMES]: value } } },
      },
    });
    expect(said(annotated('data,conf'))).toEqual([]);
    expect(said(annotated('data-db-0'))).toEqual([
      `StatefulSet/db warning files/velero-volume spec.template.metadata.annotations["${VOLUMES}"]: the pods have no volume "data-db-0", so it is not in the backup; ` +
        'use the name of the volume, not of its claim: "data"',
    ]);
  });

  test('may name a claim whose volume is a path of the node', () => {
    const volume = {
      apiVersion: 'v1',
      kind: 'PersistentVolume',
      metadata: { name: 'pv' },
      spec: { claimRef: { name: 'data', namespace: 'default' }, hostPath: { path: '/srv' } },
    };
    const claim = {
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: { name: 'data' },
      spec: {},
    };
    expect(
      said(deploymentOf(SPEC, { podAnnotations: { [VOLUMES]: 'data' } }), claim, volume),
    ).toEqual([
      `Deployment/web warning files/velero-volume spec.template.metadata.annotations["${VOLUMES}"]: the volume "data" is a path of the node (hostPath), which Velero skips: it is not in the backup; ` +
        'back it up by other means, and remove it from the annotation',
    ]);
  });

  test('of pods without volumes', () => {
    expect(
      said(deploymentOf({ containers: [] }, { podAnnotations: { [VOLUMES]: 'data' } })),
    ).toEqual([missing('data', 'remove it: the pods have no volumes')]);
  });

  test('of a Pod is its own', () => {
    expect(said(podOf(SPEC, { annotations: { [VOLUMES]: 'config' } }))).toEqual([]);
    expect(said(podOf(SPEC, { annotations: { [VOLUMES]: 'confg' } }))).toEqual([
      `Pod/tool warning files/velero-volume metadata.annotations["${VOLUMES}"]: the pods have no volume "confg", so it is not in the backup; perhaps you meant "config"`,
    ]);
  });
});

describe('an annotation on what makes the pods', () => {
  const misplaced = (
    annotation: string,
    object: string = 'Deployment/web',
    path: string = 'metadata',
    template: string = 'spec.template',
  ) => [
    `${object} warning files/velero-place ${path}.annotations["${annotation}"]: Velero looks for ${annotation} on pods, which do not inherit the annotations of their workload: it has no effect; ` +
      `move it to ${template}.metadata.annotations`,
  ];

  test.each([
    VOLUMES,
    EXCLUDES,
    'pre.hook.backup.velero.io/command',
    'post.hook.backup.velero.io/container',
    'init.hook.restore.velero.io/container-image',
    'post.hook.restore.velero.io/command',
  ])('has no effect: %s', (annotation) => {
    expect(said(deploymentOf(SPEC, { annotations: { [annotation]: 'config' } }))).toEqual(
      misplaced(annotation),
    );
  });

  test.each([
    'velero.io/exclude-from-backup',
    'backup.velero.io/must-include-additional-items',
    'example.com/backup-volumes',
  ])('is none that pods have: %s', (annotation) => {
    expect(said(deploymentOf(SPEC, { annotations: { [annotation]: 'true' } }))).toEqual([]);
  });

  test('does no harm if the pods have it, too', () => {
    expect(
      said(
        deploymentOf(SPEC, {
          annotations: { [VOLUMES]: 'x' },
          podAnnotations: { [VOLUMES]: 'config' },
        }),
      ),
    ).toEqual([]);
  });

  test('may be that of a CronJob, or of its Jobs', () => {
    const job = cronJobOf(SPEC) as any;
    const annotations = { [VOLUMES]: 'config' };
    const TEMPLATE = 'spec.jobTemplate.spec.template';
    expect(said({ ...job, metadata: { ...job.metadata, annotations } })).toEqual(
      misplaced(VOLUMES, 'CronJob/nightly', 'metadata', TEMPLATE),
    );
    expect(
      said({
        ...job,
        spec: { ...job.spec, jobTemplate: { ...job.spec.jobTemplate, metadata: { annotations } } },
      }),
    ).toEqual(misplaced(VOLUMES, 'CronJob/nightly', 'spec.jobTemplate.metadata', TEMPLATE));
  });
});
