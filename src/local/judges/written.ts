/** Claims on local disks as they are written: objects of their own, templates of StatefulSets, and ephemeral volumes of pods. */
import { show } from '../../findings';
import { JudgedObject, World } from '../../judge';
import { Fields, fieldsOf, listOf, textOf } from '../../object';
import { ClassOfClaim, Labels, StorageClass } from '../../topology';
import { LOCAL_DRIVER } from '../names';

/** A claim, or what one is made of. */
export interface LocalClaim {
  readonly origin: 'declared' | 'template' | 'ephemeral';
  /** The field in which it is, with a dot behind it; empty for an object of its own. */
  readonly at: string;
  readonly title: string;
  readonly manifest: Fields;
  /** Its class, and who says so. */
  readonly storageClass: StorageClass;
  readonly classFrom: ClassOfClaim['from'];
}

/** The claims of an object that are on local disks, as far as their classes are known. */
export function localClaimsOf(object: JudgedObject, world: World): LocalClaim[] {
  return claimsIn(object).flatMap((claim) => {
    const { metadata, spec } = claim.manifest;
    const { storageClass, from } = world.topology.classFor({ spec: fieldsOf(spec), annotations: labelsOf(fieldsOf(metadata).annotations) });
    return storageClass?.provisioner === LOCAL_DRIVER ? [{ ...claim, storageClass, classFrom: from }] : [];
  });
}

/** What is no text is for others to tell. */
function labelsOf(annotations: unknown): Labels {
  return Object.fromEntries(Object.entries(fieldsOf(annotations)).filter((pair): pair is [string, string] => typeof pair[1] === 'string'));
}

type WrittenClaim = Omit<LocalClaim, 'storageClass' | 'classFrom'>;

function claimsIn({ kindKey, name, manifest, workload, podPath }: JudgedObject): WrittenClaim[] {
  if (kindKey === '/PersistentVolumeClaim') return [{ origin: 'declared', at: '', title: `the claim ${show(name)}`, manifest }];
  if (!workload) return [];
  const templates = workload.claims.some(({ origin }) => origin === 'template') ? listOf(fieldsOf(manifest.spec).volumeClaimTemplates) : [];
  return [
    ...templates.map((template, index): WrittenClaim => ({
      origin: 'template',
      at: `spec.volumeClaimTemplates[${index}].`,
      title: `the claim template ${show(textOf(fieldsOf(template.metadata).name))}`,
      manifest: template,
    })),
    ...listOf(workload.podSpec.volumes).flatMap((volume, index): WrittenClaim[] => {
      const template = fieldsOf(fieldsOf(volume.ephemeral).volumeClaimTemplate);
      return Object.keys(template).length === 0 ? [] : [{
        origin: 'ephemeral',
        at: `${podPath}.volumes[${index}].ephemeral.volumeClaimTemplate.`,
        title: `the ephemeral volume ${show(textOf(volume.name))}`,
        manifest: template,
      }];
    }),
  ];
}
