/** Properties of any Application, set, project or Kustomization. */
import {
  APPLICATION_SET_SHAPE,
  APPLICATION_SHAPE,
  ApplicationSetSpec,
  ApplicationSpec,
  buildApplication,
  buildApplicationSet,
  DELETIONS,
} from '../../src/gitops/applications';
import { checkApplication, checkApplicationSet } from '../../src/gitops/applications-check';
import {
  buildKustomization,
  checkKustomization,
  DELETION_POLICIES,
  KUSTOMIZATION_SHAPE,
  KustomizationSpec,
  SOURCE_KINDS,
} from '../../src/gitops/kustomizations';
import { buildProject, checkProject, PROJECT_SHAPE, ProjectSpec } from '../../src/gitops/projects';
import { checkShaped } from '../../src/shape';
import * as fc from '../support/fast-check';
import { holdsFor } from '../support/properties';

const name = fc.stringMatching(/^[a-z]([a-z0-9-]{0,8}[a-z0-9])?$/);
const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('/'));
const another = name.filter((one) => one !== 'own').map((one) => ({ name: one }));
const maybe = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: undefined });
const duration = fc.integer({ min: 1, max: 99 }).map((seconds) => `${seconds}s`);
const destination = fc.oneof(
  fc.constant({}),
  name.map((cluster) => ({ cluster })),
  name.map((host) => ({ server: `https://${host}.example.com` })),
);
const retry = fc.oneof(
  fc.constant({}),
  fc.record({ retries: fc.nat(9), retryBackoff: maybe(duration) }),
);
const delivery = fc
  .tuple(
    fc.record({
      name,
      namespace: name,
      projectName: name,
      repoUrl: name.map((one) => `https://git.example.com/${one}.git`),
      targetRevision: maybe(name),
      recurse: maybe(fc.boolean()),
      destinationNamespace: maybe(name),
      automated: fc.constant(true),
      prune: maybe(fc.boolean()),
      selfHeal: maybe(fc.boolean()),
      serverSideApply: maybe(fc.boolean()),
      pruneLast: maybe(fc.boolean()),
      syncOptions: maybe(fc.constant(['Validate=false'])),
      ignoreDifferences: maybe(
        fc.array(fc.record({ kind: name, jsonPointers: fc.constant(['/spec']) }), { maxLength: 2 }),
      ),
      ignoreClaimSizes: maybe(fc.boolean()),
      deletion: fc.constantFrom(...DELETIONS),
    }),
    destination,
    retry,
  )
  .map((parts) => Object.assign({}, ...parts) as Omit<ApplicationSpec, 'path'>);
const FIELDS = [
  'name',
  'namespace',
  'projectName',
  'repoUrl',
  'destinationNamespace',
  'syncOptions',
  'retries',
] as const;

holdsFor<ApplicationSpec>('an Application', {
  check: (spec) => checkShaped(spec, APPLICATION_SHAPE, checkApplication),
  build: (spec) => [buildApplication(spec)],
  fine: fc
    .tuple(delivery, fc.record({ path, include: maybe(name) }))
    .map(([one, other]) => ({ ...one, ...other })),
  fields: [...FIELDS, 'path'],
});

const element = fc
  .tuple(
    fc.record({ name, path, include: maybe(name), destinationNamespace: maybe(name) }),
    destination,
  )
  .map(([one, where]) => ({ ...one, ...where }));
holdsFor<ApplicationSetSpec>('a set', {
  check: (spec) => checkShaped(spec, APPLICATION_SET_SHAPE, checkApplicationSet),
  build: (spec) => [buildApplicationSet(spec)],
  fine: fc
    .tuple(
      delivery,
      fc.oneof(
        fc
          .uniqueArray(element, { minLength: 1, maxLength: 4, selector: (one) => one.name })
          .map((elements) => ({ elements })),
        fc.array(path, { minLength: 1, maxLength: 3 }).map((directories) => ({ directories })),
      ),
    )
    .map(([one, other]) => ({ ...one, ...other })),
  fields: [...FIELDS, 'elements', 'directories'],
});

holdsFor<KustomizationSpec>('a Kustomization', {
  check: (spec) => checkShaped(spec, KUSTOMIZATION_SHAPE, checkKustomization),
  build: (spec) => [buildKustomization(spec)],
  fine: fc.record({
    name: fc.constant('own'),
    namespace: name,
    sourceKind: fc.constantFrom(...SOURCE_KINDS),
    sourceName: name,
    sourceNamespace: maybe(name),
    path,
    interval: duration,
    retryInterval: maybe(duration),
    timeout: maybe(duration),
    prune: fc.boolean(),
    deletionPolicy: fc.constantFrom(...DELETION_POLICIES),
    wait: fc.boolean(),
    dependsOn: maybe(fc.uniqueArray(another, { maxLength: 3, selector: (one) => one.name })),
    targetNamespace: maybe(name),
    serviceAccountName: maybe(name),
    suspend: maybe(fc.boolean()),
  }),
  fields: ['name', 'path', 'dependsOn', 'targetNamespace', 'suspend'],
});

const kind = fc.record({ group: maybe(name), kind: name });
const member = fc
  .tuple(
    fc.record({
      repoUrl: name,
      destinationNamespace: maybe(name),
      manifests: fc.array(
        fc.record({
          apiVersion: fc.constantFrom('v1', 'apps/v1'),
          kind: name,
          metadata: fc.record({ name, namespace: maybe(name) }),
        }),
      ),
    }),
    destination,
  )
  .map(([one, other]) => ({ ...one, ...other }));
const project = fc.record({
  name,
  namespace: name,
  namespaces: maybe(fc.array(name, { maxLength: 2 })),
  clusterKinds: maybe(fc.array(kind, { maxLength: 2 })),
});

holdsFor<ProjectSpec>('a project', {
  check: (spec) => checkShaped(spec, PROJECT_SHAPE, checkProject),
  build: (spec) => [buildProject(spec, [])],
  fine: project,
  fields: ['name', 'description', 'namespaces', 'clusterKinds'],
});

test('a project is the same in whatever order its Applications come', () => {
  fc.assert(
    fc.property(project, fc.array(member, { maxLength: 4 }), (spec, members) => {
      expect(buildProject(spec, [...members].reverse())).toEqual(buildProject(spec, members));
    }),
  );
});
