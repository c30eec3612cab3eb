/** Findings before anything is made: by a construct's `check`, which leaves its tree as it was. */
import { ApiObject, App, Chart } from 'cdk8s';
import {
  AppProject,
  ArgoApplication,
  CsiDriverStack,
  EfsCsiDriver,
  EfsSharedVolume,
  Findings,
  LocustTest,
  Claim,
  Platform,
  PVCViewer,
  Severity,
  StorageClass,
} from '../../src';
import { CALLS } from '../api/calls';

const EFS = { fileSystemId: 'fs-0123456789abcdef0', accessPointId: 'fsap-0123456789abcdef0' };

let app: App;
let chart: Chart;
beforeEach(() => {
  app = new App();
  chart = new Chart(app, 'shop', { namespace: 'shop' });
});

test('what the constructor would throw is returned, with rule, path, message, remedy and construct', () => {
  const findings = EfsSharedVolume.check(chart, 'images', {
    ...EFS,
    fileSystemId: 'fs-WRONG',
    mountOptions: ['iam', 'iam'],
  });
  expect(
    findings.map(({ rule, severity, path, construct }) => ({ rule, severity, path, construct })),
  ).toEqual([
    {
      rule: 'efs/file-system-id',
      severity: Severity.ERROR,
      path: 'fileSystemId',
      construct: 'shop/images',
    },
    {
      rule: 'efs/mount-option-form',
      severity: Severity.WARNING,
      path: 'mountOptions[1]',
      construct: 'shop/images',
    },
  ]);
  expect(findings[0].message).toBe('"fs-WRONG" is not the ID of a file system');
});

test('warnings are returned, and not printed at the synthesis', () => {
  const stderr = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
  try {
    expect(
      EfsSharedVolume.check(chart, 'images', { ...EFS, mountOptions: ['IAM'] }).map(
        ({ rule }) => rule,
      ),
    ).toEqual(['efs/mount-option-form']);
    app.synthYaml();
    expect(stderr).not.toHaveBeenCalled();
  } finally {
    stderr.mockRestore();
  }
});

test('what only the tree shows is among them', () => {
  new StorageClass(chart, 'fast', { name: 'fast', provisioner: 'example.com/disk' });
  const findings = StorageClass.check(chart, 'other', {
    name: 'fast',
    provisioner: 'example.com/disk',
  });
  expect(findings.map(({ rule }) => rule)).toEqual(['input/object-twice']);
});

test('what is fine has no findings, and nothing of it stays', () => {
  new EfsSharedVolume(chart, 'other', { ...EFS, accessPointId: 'fsap-0aaaabbbbccccdddd' });
  const before = app.synthYaml();
  expect(EfsSharedVolume.check(chart, 'images', EFS)).toEqual([]);
  expect(
    LocustTest.check(chart, 'load', {
      image: 'docker.io/locustio/locust:2.43.1',
      master: { command: '' },
      worker: { command: '', replicas: 1 },
    }),
  ).toEqual([]);
  expect(
    CsiDriverStack.check(chart, 'efs', { driver: new EfsCsiDriver(), platform: Platform.EKS }),
  ).toEqual([]);
  expect(app.synthYaml()).toBe(before);
  expect(Findings.of(app).all).toEqual([]);
});

test('what was checked is not told of what is made in its stead', () => {
  const size = () => app.node.findAll().length;
  const before = size();
  new StorageClass(chart, 'fast', { name: 'fast', provisioner: 'example.com/disk' });
  const own = size() - before;
  StorageClass.check(chart, 'other', { name: 'fast', provisioner: 'example.com/disk' });
  for (let index = 0; index < own; index += 1) {
    new ApiObject(chart, `settings-${index}`, {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: `settings-${index}` },
    });
  }
  expect(Findings.of(app).all).toEqual([]);
});

test('what is checked can be made afterwards, under the same id', () => {
  PVCViewer.check(chart, 'data', { claim: Claim.fromClaimName(chart, 'claim', 'data') });
  EfsSharedVolume.check(chart, 'images', { ...EFS, fileSystemId: 'fs-WRONG' });
  expect(new EfsSharedVolume(chart, 'images', EFS).claimName).toBe('pvc-images');
});

test('an Application that is only checked is not in its project', () => {
  const project = new AppProject(chart, 'project');
  ArgoApplication.check(chart, 'one', {
    project,
    repoUrl: 'https://git.example.com/a.git',
    path: 'dist',
    destinationNamespace: 'shop',
    charts: [],
  });
  expect(Findings.of(app).all.map(({ rule }) => rule)).toEqual(['gitops/project-applications']);
});

test('a project is not told that it has no Applications yet', () => {
  expect(
    AppProject.check(chart, 'project', { description: 'x'.repeat(256) }).map(({ rule }) => rule),
  ).toEqual(['gitops/project-text']);
  expect(AppProject.check(chart, 'project')).toEqual([]);
});

test('a construct that is there already stays, and the error about its id passes', () => {
  const there = new EfsSharedVolume(chart, 'images', EFS);
  expect(() => EfsSharedVolume.check(chart, 'images', EFS)).toThrow(
    "There is already a Construct with name 'images' in Chart [shop]",
  );
  expect(chart.node.tryFindChild('images')).toBe(there);
});

describe('nothing of a check is left', () => {
  const names = Object.keys(CALLS)
    .filter((name) => name.endsWith('.check'))
    .map((name) => name.slice(0, -'.check'.length));
  /** What makes what a check of this name only tries, if that is no constructor. */
  const MAKERS: { readonly [name: string]: string } = { ClaimTemplates: 'ClaimTemplates.add' };

  /**
   * What is written and found of a construct, with a chart beside it in which one like it may have
   * been checked.
   */
  function madeOf(name: string, isChecked: boolean) {
    const tree = new App();
    const [beside, own] = ['beside', 'own'].map((id) => new Chart(tree, id, { namespace: 'app' }));
    const make = CALLS[MAKERS[name] ?? name];
    if (isChecked) CALLS[`${name}.check`].call(beside, make.fine);
    const made = beside.node.children.length;
    make.call(own, make.fine);
    return { made, text: own.toJson(), findings: Findings.of(tree).all };
  }

  test('there are constructs with a check', () => {
    expect(names.length).toBeGreaterThan(20);
  });

  test.each(names)('%s', (name) => {
    const { made, ...rest } = madeOf(name, true);
    // The claim that a viewer is given, and the StatefulSet of templates with its Service, are
    // somebody else's.
    expect(made).toBe({ PVCViewer: 1, ClaimTemplates: 2 }[name] ?? 0);
    expect(rest).toEqual({
      text: madeOf(name, false).text,
      findings: madeOf(name, false).findings,
    });
  });
});
