/**
 * Sources of volumes, such as `iscsi`, as pods and persistent volumes have them: what the API
 * server asks of their fields, beyond which of them are there.
 */
import { isInitiator, hasHostAndPorts } from './storage-networks';
import { Finding, Rule, show, violation } from '../../findings';
import { labelProblems, own } from '../../kube';
import { Fields, fieldsOf, isGiven, numberOf, textOf, valuesOf, USE_A_LABEL } from '../../object';

interface SourcePlace {
  readonly path: string;
  readonly rule: Rule;
  /** Whether it is that of a persistent volume, of which the server asks more. */
  readonly isPersistent?: boolean;
}

/**
 * A finding on a field below the source, or on the source itself for an empty text, with the
 * server's name of the field where it has another.
 */
type Wrong = (field: string, message: string, remedy: string, as?: string) => Finding;

type Check = (values: Fields, wrong: Wrong, isPersistent: boolean) => Finding[];

export function checkSourceFields(
  source: string,
  values: Fields,
  { path, rule, isPersistent = false }: SourcePlace,
): Finding[] {
  const check = own(CHECKS, source);
  if (!check) return [];
  const at = (field: string) => (field === '' ? path : `${path}.${field}`);
  const wrong: Wrong = (field, message, remedy, as) =>
    violation(rule, at(field), message, remedy, as === undefined ? undefined : { field: at(as) });
  return check(values, wrong, isPersistent);
}

/** Whether a path leads up somewhere. */
export function hasDots(path: unknown): boolean {
  return textOf(path).split('/').includes('..');
}

const MOST = 255;
const MAX_PORTAL = 64;
const MAX_TENANT = 64;
const RESERVED = /\.(?:kubernetes|k8s)\.io$/;
/** Where a disk is, by its kind: a managed one, or one of a storage account. */
const DISKS = { Managed: '/subscriptions/', others: 'https://' };

const CHECKS: { readonly [source: string]: Check } = {
  awsElasticBlockStore: ({ partition }, wrong) => within('partition', partition, wrong),
  azureDisk: checkDisk,
  azureFile: ({ secretNamespace }, wrong, isPersistent) =>
    isPersistent && secretNamespace === ''
      ? [wrong('secretNamespace', MISSING, 'set the namespace of the secret, or remove it')]
      : [],
  cinder: ({ secretRef }, wrong, isPersistent) => checkSecret(secretRef, wrong, isPersistent),
  fc: checkChannel,
  flexVolume: ({ options }, wrong) =>
    Object.keys(fieldsOf(options))
      .filter((key) => RESERVED.test(`.${key.split('/')[0].toLowerCase()}`))
      .map((key) =>
        wrong(
          `options.${key}`,
          `the option ${show(key)} is in a namespace of Kubernetes`,
          'use an option of the driver',
          `options[${key}]`,
        ),
      ),
  flocker: checkFlocker,
  gcePersistentDisk: ({ partition }, wrong) => within('partition', partition, wrong),
  gitRepo: ({ directory }, wrong) =>
    hasDots(directory) || textOf(directory).startsWith('/')
      ? [
          wrong(
            'directory',
            `${show(directory)} is not a path inside the volume`,
            'use a relative path without ..',
          ),
        ]
      : [],
  hostPath: ({ path }, wrong) => upwards(path, wrong),
  iscsi: checkIscsi,
  local: ({ path }, wrong) => upwards(path, wrong),
  nfs: ({ path }, wrong) =>
    textOf(path).startsWith('/')
      ? []
      : [
          wrong(
            'path',
            isGiven(path) ? `${show(path)} is not an absolute path` : 'there is no absolute path',
            'set the path that the server exports',
          ),
        ],
  quobyte: checkQuobyte,
  storageos: checkStorageos,
};

const MISSING = 'it is missing';

function within(field: string, value: unknown, wrong: Wrong): Finding[] {
  const number = numberOf(value ?? 0);
  return number < 0 || number > MOST
    ? [wrong(field, `${show(value)} is not a valid ${field}`, `use 0 to ${MOST}`)]
    : [];
}

function upwards(path: unknown, wrong: Wrong): Finding[] {
  return hasDots(path) ? [wrong('path', `${show(path)} has ..`, 'use the intended path')] : [];
}

/** A secret of a persistent volume is somewhere; that of a pod is beside the pod. */
function checkSecret(secretRef: unknown, wrong: Wrong, isPersistent: boolean): Finding[] {
  if (!isGiven(secretRef)) return [];
  const { name, namespace } = fieldsOf(secretRef);
  return [
    ...(textOf(name) === '' ? [wrong('secretRef.name', MISSING, 'use the name of a secret')] : []),
    ...(isPersistent && textOf(namespace) === ''
      ? [wrong('secretRef.namespace', MISSING, 'set the namespace of the secret')]
      : []),
  ];
}

function checkDisk({ diskURI, kind }: Fields, wrong: Wrong): Finding[] {
  const start = kind === 'Managed' ? DISKS.Managed : DISKS.others;
  const isUnknown = !['', 'Dedicated', 'Managed', 'Shared'].includes(textOf(kind));
  return isUnknown || textOf(diskURI) === '' || textOf(diskURI).startsWith(start)
    ? []
    : [
        wrong(
          'diskURI',
          `${show(diskURI)} is not the URI of a ${kind === 'Managed' ? 'managed disk' : 'blob'}`,
          `use one that begins with ${start}`,
        ),
      ];
}

function checkChannel({ targetWWNs, wwids, lun }: Fields, wrong: Wrong): Finding[] {
  const [targets, ids] = [valuesOf(targetWWNs).length > 0, valuesOf(wwids).length > 0];
  const unclear = (message: string) =>
    wrong('targetWWNs', message, 'set either targetWWNs and lun, or wwids');
  return [
    ...(targets || ids ? [] : [unclear('there are neither targetWWNs nor wwids')]),
    ...(targets && ids ? [unclear('there are both targetWWNs and wwids')] : []),
    ...(targets && !isGiven(lun) ? [wrong('lun', MISSING, 'set the lun of targetWWNs')] : []),
    ...(targets ? within('lun', lun, wrong) : []),
  ];
}

function checkFlocker({ datasetName, datasetUUID }: Fields, wrong: Wrong): Finding[] {
  const [name, uuid] = [textOf(datasetName), textOf(datasetUUID)];
  const remedy = 'set either datasetName or datasetUUID';
  return [
    ...(name === '' && uuid === ''
      ? [wrong('', 'there is neither datasetName nor datasetUUID', remedy)]
      : []),
    ...(name !== '' && uuid !== ''
      ? [wrong('', 'there are both datasetName and datasetUUID', remedy)]
      : []),
    ...(name.includes('/')
      ? [wrong('datasetName', `${show(datasetName)} has a slash`, remedy)]
      : []),
  ];
}

function checkIscsi(
  { iqn, lun, secretRef, initiatorName, chapAuthDiscovery, chapAuthSession }: Fields,
  wrong: Wrong,
  isPersistent: boolean,
): Finding[] {
  const isSecret = chapAuthDiscovery === true || chapAuthSession === true;
  const initiator = (field: string, value: unknown, as?: string) =>
    isInitiator(textOf(value))
      ? []
      : [
          wrong(
            field,
            `${show(value)} is not a valid name of an initiator`,
            'use one such as iqn.2001-04.com.example:storage',
            as,
          ),
        ];
  return [
    ...(textOf(iqn) === '' ? [] : initiator('iqn', iqn)),
    ...within('lun', lun, wrong),
    ...(isSecret && !isGiven(secretRef)
      ? [wrong('secretRef', MISSING, 'set the secret for CHAP, or disable CHAP')]
      : []),
    ...(isPersistent ? checkSecret(secretRef, wrong, false) : []),
    ...(isGiven(initiatorName) ? initiator('initiatorName', initiatorName, 'initiatorname') : []),
  ];
}

/** Whether the name of a volume and the portal of its source are too long for an initiator. */
export function isLongPortal(name: string, source: string, values: Fields): boolean {
  return (
    source === 'iscsi' &&
    isGiven(values.initiatorName) &&
    Buffer.byteLength(`${name}:${textOf(values.targetPortal)}`) > MAX_PORTAL
  );
}

function checkQuobyte({ registry, tenant }: Fields, wrong: Wrong): Finding[] {
  if (textOf(registry) === '') return [];
  if (Buffer.byteLength(textOf(tenant)) > MAX_TENANT) {
    const message = `${show(tenant)} has more than ${MAX_TENANT} characters`;
    return [wrong('tenant', message, 'use a UUID')];
  }
  return hasHostAndPorts(textOf(registry))
    ? []
    : [
        wrong(
          'registry',
          `${show(registry)} is not a list of hosts with ports`,
          'use pairs such as registry:7861, with commas between them',
        ),
      ];
}

function checkStorageos(
  { volumeName, volumeNamespace, secretRef }: Fields,
  wrong: Wrong,
  isPersistent: boolean,
): Finding[] {
  const named = Object.entries({ volumeName, volumeNamespace }).flatMap(([field, value]) =>
    (textOf(value) === '' ? [] : labelProblems(textOf(value))).map((problem) =>
      wrong(field, `${show(value)}: ${problem}`, USE_A_LABEL),
    ),
  );
  return [...named, ...checkSecret(secretRef, wrong, isPersistent)];
}
