/** The sources of volumes: exactly one for each, with what the API server asks of it. */
import { Finding, ServerAnswer, Severity, show, takenAt, violationOf } from '../findings';
import { subdomainProblems, own } from '../kube';
import { inOrder, surplusAt } from './alternatives';
import { checkClaimTemplate } from './ephemeral-claim';
import { checkImage } from './image';
import { Fields, fieldsOf, isGiven, readQuantity, namesOf, textOf, valuesOf } from '../object';
import { POD_RULES as RULES } from './rules';
import { checkFiles, checkProjections } from './volume-files';
import { checkSourceFields, isLongPortal } from '../storage/core';

const wrong = violationOf(RULES.volumeSource);

/** What a source cannot be without. */
const NEEDED: { readonly [source: string]: readonly string[] } = {
  awsElasticBlockStore: ['volumeID'],
  azureDisk: ['diskName', 'diskURI'],
  azureFile: ['secretName', 'shareName'],
  cephfs: ['monitors'],
  cinder: ['volumeID'],
  configMap: ['name'],
  csi: ['driver'],
  flexVolume: ['driver'],
  gcePersistentDisk: ['pdName'],
  gitRepo: ['repository'],
  glusterfs: ['endpoints', 'path'],
  hostPath: ['path'],
  image: ['reference'],
  iscsi: ['targetPortal', 'iqn'],
  nfs: ['server'],
  persistentVolumeClaim: ['claimName'],
  photonPersistentDisk: ['pdID'],
  portworxVolume: ['volumeID'],
  quobyte: ['registry', 'volume'],
  rbd: ['monitors', 'image'],
  scaleIO: ['gateway', 'system', 'volumeName'],
  secret: ['secretName'],
  storageos: ['volumeName'],
  vsphereVolume: ['volumePath'],
};
/** Names that the API server takes as they are: the kubelet does not find the object. */
const NAMES: readonly string[] = [
  'configMap.name',
  'persistentVolumeClaim.claimName',
  'secret.secretName',
];
const MAX_DRIVER = 63;

/** How a source is looked at. */
interface SourceOptions {
  /** How much it weighs that there is none, which the API server takes for an emptyDir. */
  readonly none?: Severity;
  /** Whether it stands in the Pod itself, of which the server asks more than of a template. */
  readonly isOfPod?: boolean;
}

export function checkSource(
  { name, ...sources }: Fields,
  field: string,
  { none = Severity.ERROR, isOfPod = false }: SourceOptions = {},
): Finding[] {
  const given = namesOf(sources);
  if (given.length === 0) {
    return [
      {
        ...wrong(
          field,
          `the volume ${show(name)} has no source`,
          'add one source, such as persistentVolumeClaim or emptyDir',
        ),
        severity: none,
      },
    ];
  }
  // The server looks at the first source, and refuses the others.
  const [source, ...others] = inOrder(given, 'source');
  const findings = sourceFindings(
    { name, source, values: fieldsOf(sources[source]), isOfPod },
    field,
  );
  if (others.length === 0) return findings;
  return [
    wrong(
      field,
      `the volume ${show(name)} has several sources: ${given.join(', ')}`,
      'keep one source, such as persistentVolumeClaim or emptyDir',
      surplusAt(field, given, 'source'),
    ),
    ...findings,
  ];
}

interface VolumeSource {
  readonly name: unknown;
  /** The field of the source, such as `configMap`. */
  readonly source: string;
  readonly values: Fields;
  readonly isOfPod: boolean;
}

function sourceFindings(volume: VolumeSource, field: string): Finding[] {
  const { name, source, values } = volume;
  const place = `${field}.${source}`;
  if (source === 'ephemeral') return checkClaimTemplate(name, values, place);
  return [
    ...(source === 'projected' ? checkProjections(values, place) : []),
    ...neededFindings(volume, place),
    ...sizeFindings(values, place),
    ...checkSourceFields(source, values, { path: place, rule: RULES.volumeSource }),
    ...(isLongPortal(textOf(name), source, values)
      ? [
          wrong(
            `${field}.name`,
            `${show(name)} and the targetPortal are too long for a volume with an initiatorName`,
            'use a shorter name: both have at most 63 characters together',
          ),
        ]
      : []),
    ...checkFiles(values, source, place),
    ...(source === 'csi' ? driverFindings(values, place) : []),
    ...(source === 'image' && textOf(values.reference) !== ''
      ? checkImage(values.reference, `${place}.reference`, 'registry.example.com/data:1.0.0')
      : []),
  ];
}

function neededFindings(volume: VolumeSource, place: string): Finding[] {
  const { source, values, isOfPod } = volume;
  return (own(NEEDED, source) ?? []).flatMap((name) => {
    const value = values[name];
    const field = `${place}.${name}`;
    if (textOf(value) === '' && valuesOf(value).length === 0) {
      return [
        wrong(
          field,
          `the ${source} of the volume ${show(volume.name)} has no ${name}`,
          `set ${name}`,
          source === 'gcePersistentDisk'
            ? { field: field.replace('.gcePersistentDisk.', '.persistentDisk.') }
            : source === 'image' && !isOfPod
              ? takenAt(field)
              : undefined,
        ),
      ];
    }
    return NAMES.includes(`${source}.${name}`)
      ? nameFindings(value, subdomainProblems(textOf(value)), field, takenAt(field))
      : [];
  });
}

function driverFindings({ driver, nodePublishSecretRef }: Fields, place: string): Finding[] {
  const name = textOf(driver);
  const secret = textOf(fieldsOf(nodePublishSecretRef).name);
  const problems = [
    ...subdomainProblems(name.toLowerCase()),
    ...(name.length > MAX_DRIVER ? [`must be no more than ${MAX_DRIVER} characters`] : []),
  ];
  return [
    ...(name === '' ? [] : nameFindings(name, problems, `${place}.driver`)),
    ...(isGiven(nodePublishSecretRef)
      ? nameFindings(
          secret,
          subdomainProblems(secret),
          `${place}.nodePublishSecretRef.name`,
          // The server misplaces it.
          secret === '' ? undefined : { field: `${place}.name` },
        )
      : []),
  ];
}

function nameFindings(
  value: unknown,
  problems: readonly string[],
  field: string,
  server?: ServerAnswer,
): Finding[] {
  return problems.map((problem) =>
    wrong(
      field,
      `${show(value)}: ${problem}`,
      'use the name of an object: at most 253 lower-case letters, digits, dashes and dots',
      server,
    ),
  );
}

function sizeFindings({ sizeLimit }: Fields, place: string): Finding[] {
  const size = readQuantity(sizeLimit);
  if (!size || size.nano >= 0n) return [];
  return [
    wrong(
      `${place}.sizeLimit`,
      `${show(sizeLimit)} is negative`,
      'use a size that is not negative',
    ),
  ];
}
