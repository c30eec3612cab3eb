/** The sources of volumes: exactly one for each, with what the API server asks of it. */
import { Finding, ServerAnswer, Severity, show, takenAt, violation } from '../findings';
import { subdomainProblems } from '../kube';
import { surplusAt } from './alternatives';
import { checkClaimTemplate } from './claim-template';
import { checkImage } from './image';
import {
  Fields,
  fieldsOf,
  isGiven,
  readQuantity,
  namesOf,
  numberOf,
  textOf,
  valuesOf,
} from '../object';
import { POD_RULES as RULES } from './rules';
import { checkFiles, checkProjections, hasDots } from './volume-files';

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
/** Which of these is the name of an object. */
const NAMES: readonly string[] = [
  'configMap.name',
  'persistentVolumeClaim.claimName',
  'secret.secretName',
];
/** Names that the API server takes as they are: the kubelet does not find the object. */
const TAKEN: readonly string[] = ['configMap.name', 'secret.secretName'];
const MAX_DRIVER = 63;

/**
 * Findings on the source of a volume; `none` is how much it weighs that there is none, which the
 * API server takes for an emptyDir.
 */
export function checkSource(
  { name, ...sources }: Fields,
  field: string,
  none: Severity = Severity.ERROR,
): Finding[] {
  const given = namesOf(sources);
  if (given.length === 0) {
    return [
      {
        ...wrong(
          field,
          `the volume ${show(name)} has no source`,
          'give one source, such as persistentVolumeClaim or emptyDir',
        ),
        severity: none,
      },
    ];
  }
  if (given.length > 1) {
    return [
      wrong(
        field,
        `the volume ${show(name)} has several sources: ${given.join(', ')}`,
        'give one source, such as persistentVolumeClaim or emptyDir',
        surplusAt(field, given, 'source'),
      ),
    ];
  }
  const [source] = given;
  const values = fieldsOf(sources[source]);
  const place = `${field}.${source}`;
  if (source === 'ephemeral') return checkClaimTemplate(name, values, place);
  return [
    ...(source === 'projected' ? checkProjections(values, place) : []),
    ...neededFindings(name, source, values, place),
    ...pathFindings(source, values, place),
    ...checkFiles(values, source, place),
    ...(source === 'csi' ? driverFindings(values, place) : []),
    ...(source === 'image' && textOf(values.reference) !== ''
      ? checkImage(values.reference, `${place}.reference`, 'registry.example.com/data:1.0.0')
      : []),
  ];
}

function neededFindings(volume: unknown, source: string, values: Fields, place: string): Finding[] {
  return (Object.hasOwn(NEEDED, source) ? NEEDED[source] : []).flatMap((name) => {
    const value = values[name];
    const field = `${place}.${name}`;
    if (textOf(value) === '' && valuesOf(value).length === 0) {
      return [
        wrong(field, `the ${source} of the volume ${show(volume)} has no ${name}`, `give ${name}`),
      ];
    }
    const server = TAKEN.includes(`${source}.${name}`) ? takenAt(field) : undefined;
    return NAMES.includes(`${source}.${name}`)
      ? nameFindings(value, subdomainProblems(textOf(value)), field, server)
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
      ? nameFindings(secret, subdomainProblems(secret), `${place}.nodePublishSecretRef.name`)
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
      'give the name of an object: at most 253 lower-case letters, digits, dashes and dots',
      server,
    ),
  );
}

function pathFindings(
  source: string,
  { path, sizeLimit, directory, partition, lun }: Fields,
  place: string,
): Finding[] {
  const field = `${place}.path`;
  const size = readQuantity(sizeLimit);
  return [
    ...(source === 'nfs' && !textOf(path).startsWith('/')
      ? [
          wrong(
            field,
            `${show(path)} is not an absolute path`,
            'give the path that the server exports',
          ),
        ]
      : []),
    ...(source === 'hostPath' && hasDots(path)
      ? [wrong(field, `${show(path)} has ..`, 'use the intended path')]
      : []),
    ...(source === 'gitRepo' && (hasDots(directory) || textOf(directory).startsWith('/'))
      ? [
          wrong(
            `${place}.directory`,
            `${show(directory)} is not a path inside the volume`,
            'give a relative path without ..',
          ),
        ]
      : []),
    ...(size && size.nano < 0n
      ? [
          wrong(
            `${place}.sizeLimit`,
            `${show(sizeLimit)} is negative`,
            'give a size that is not negative',
          ),
        ]
      : []),
    ...(
      [
        ['partition', partition],
        ['lun', lun],
      ] as const
    )
      .filter(([, number]) => numberOf(number ?? 0) < 0 || numberOf(number ?? 0) > 255)
      .map(([name, number]) =>
        wrong(`${place}.${name}`, `${show(number)} is not a valid ${name}`, 'give 0 to 255'),
      ),
  ];
}

function wrong(field: string, message: string, remedy: string, server?: ServerAnswer): Finding {
  return violation(RULES.volumeSource, field, message, remedy, server);
}
