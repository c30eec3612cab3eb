/**
 * Annotations for order, guards and Jobs that GitOps gives to objects, and names of Jobs that
 * change with them.
 */
import { guarded, isKept, withSyncOptions } from './guards';
import { annotatedJob, hashedName, JobWay, wayOfJob } from './jobs';
import { GitOpsSpec } from './spec';
import { planWaves } from './waves';
import { JudgedObject, World } from '../judge';
import { isTooLong, SYNC_WAVE } from '../manifests/gitops/core';
import { Fields, fieldsOf } from '../object';

/** What becomes of one object when it is written. */
export type GitOpsChange = (manifest: Fields) => Fields;

/**
 * What is left for the annotations that come on top: these here, and that by which Argo CD finds
 * its objects; each appears twice.
 */
const TRACKING_BYTES = 2 * 1024;

/**
 * What becomes of the objects of the world that somebody asks it for, by `specOf`; those of which
 * nothing changes have none. The others count for the order, too. Linear.
 */
export function planGitOps(
  world: World,
  specOf: (object: JudgedObject) => GitOpsSpec | undefined,
): ReadonlyMap<JudgedObject, GitOpsChange> {
  const waves = planWaves(world, (object) => {
    const spec = specOf(object);
    return spec?.engine === 'argocd' ? (spec.wave ?? 0) : undefined;
  });
  return new Map(
    world.objects.flatMap((object): [JudgedObject, GitOpsChange][] => {
      const spec = specOf(object);
      if (!spec) return [];
      const plan = {
        spec,
        wave: waves.get(object) ?? 0,
        isKept: isKept(object, world),
        way: wayOfJob(object, spec, world),
      };
      return [[object, (manifest) => changed(manifest, plan)]];
    }),
  );
}

interface Plan {
  readonly spec: GitOpsSpec;
  readonly wave: number;
  readonly isKept: boolean;
  readonly way?: JobWay;
}

function changed(manifest: Fields, { spec, wave, isKept: isData, way }: Plan): Fields {
  const metadata = fieldsOf(manifest.metadata);
  const given = fieldsOf(metadata.annotations);
  let annotations = given;
  if (isData) annotations = guarded(annotations, fieldsOf(metadata.labels), spec);
  if (way) annotations = annotatedJob(annotations, way, spec.engine);
  if (wave !== 0) annotations = { ...annotations, [SYNC_WAVE]: String(wave) };
  if (spec.engine === 'argocd' && isTooLong(manifest, TRACKING_BYTES)) {
    annotations = withSyncOptions(annotations, ['ServerSideApply=true']);
  }
  if (annotations === given && way !== 'hashedName') return manifest;
  const name = way === 'hashedName' ? { name: hashedName(manifest) } : {};
  return {
    ...manifest,
    metadata: { ...metadata, ...name, ...(annotations === given ? {} : { annotations }) },
  };
}
