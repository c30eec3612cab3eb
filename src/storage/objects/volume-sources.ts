/**
 * Sources of volumes, such as `iscsi`, as pods and persistent volumes have them: what the API
 * server asks of their fields, beyond which of them are there.
 */
import { isInitiator, hasHostAndPorts } from './storage-networks';
import { Finding, Problem, Rule, show, violation } from '../../findings';
import { labelProblems } from '../../kube';
import { Fields, fieldsOf, isGiven, numberOf, textOf, valuesOf } from '../../object';

/** Where a source is. */
export interface SourcePlace {
  readonly path: string;
  readonly rule: Rule;
  /** Whether it is that of a persistent volume, of which the server asks more. */
  readonly isPersistent?: boolean;
}

/** What is wrong: the field below the source, or the source itself for an empty text. */
interface FieldProblem extends Problem {
  readonly field: string;
  /** What the server calls the field, if not so. */
  readonly as?: string;
}

type Check = (values: Fields, isPersistent: boolean) => readonly FieldProblem[];

/** Findings on the fields of a source. */
export function checkSourceFields(
  source: string,
  values: Fields,
  { path, rule, isPersistent = false }: SourcePlace,
): Finding[] {
  const check = Object.hasOwn(CHECKS, source) ? CHECKS[source] : undefined;
  if (!check) return [];
  const at = (field: string) => (field === '' ? path : `${path}.${field}`);
  return check(values, isPersistent).map(({ field, message, remedy, as }) =>
    violation(rule, at(field), message, remedy, as === undefined ? undefined : { field: at(as) }),
  );
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
  awsElasticBlockStore: ({ partition }) => within('partition', partition),
  azureDisk: diskProblems,
  azureFile: ({ secretNamespace }, isPersistent) =>
    isPersistent && secretNamespace === ''
      ? [missing('secretNamespace', 'set the namespace of the secret, or remove it')]
      : [],
  cinder: ({ secretRef }, isPersistent) => secretProblems(secretRef, isPersistent),
  fc: channelProblems,
  flexVolume: ({ options }) =>
    Object.keys(fieldsOf(options))
      .filter((key) => RESERVED.test(`.${key.split('/')[0].toLowerCase()}`))
      .map((key) => ({
        field: `options.${key}`,
        message: `the option ${show(key)} is in a namespace of Kubernetes`,
        remedy: 'use an option of the driver',
        as: `options[${key}]`,
      })),
  flocker: flockerProblems,
  gcePersistentDisk: ({ partition }) => within('partition', partition),
  gitRepo: ({ directory }) =>
    hasDots(directory) || textOf(directory).startsWith('/')
      ? [
          {
            field: 'directory',
            message: `${show(directory)} is not a path inside the volume`,
            remedy: 'use a relative path without ..',
          },
        ]
      : [],
  hostPath: ({ path }) => upwards(path),
  iscsi: iscsiProblems,
  local: ({ path }) => upwards(path),
  nfs: ({ path }) =>
    textOf(path).startsWith('/')
      ? []
      : [
          {
            field: 'path',
            message: isGiven(path)
              ? `${show(path)} is not an absolute path`
              : 'there is no absolute path',
            remedy: 'set the path that the server exports',
          },
        ],
  quobyte: quobyteProblems,
  storageos: storageosProblems,
};

function within(field: string, value: unknown): FieldProblem[] {
  const number = numberOf(value ?? 0);
  return number < 0 || number > MOST
    ? [{ field, message: `${show(value)} is not a valid ${field}`, remedy: `use 0 to ${MOST}` }]
    : [];
}

function missing(field: string, remedy: string): FieldProblem {
  return { field, message: 'it is missing', remedy };
}

function upwards(path: unknown): FieldProblem[] {
  return hasDots(path)
    ? [{ field: 'path', message: `${show(path)} has ..`, remedy: 'use the intended path' }]
    : [];
}

/** A secret of a persistent volume is somewhere; that of a pod is beside the pod. */
function secretProblems(secretRef: unknown, isPersistent: boolean): FieldProblem[] {
  if (!isGiven(secretRef)) return [];
  const { name, namespace } = fieldsOf(secretRef);
  return [
    ...(textOf(name) === '' ? [missing('secretRef.name', 'use the name of a secret')] : []),
    ...(isPersistent && textOf(namespace) === ''
      ? [missing('secretRef.namespace', 'set the namespace of the secret')]
      : []),
  ];
}

function diskProblems({ diskURI, kind }: Fields): FieldProblem[] {
  const start = kind === 'Managed' ? DISKS.Managed : DISKS.others;
  const isUnknown = !['', 'Dedicated', 'Managed', 'Shared'].includes(textOf(kind));
  return isUnknown || textOf(diskURI) === '' || textOf(diskURI).startsWith(start)
    ? []
    : [
        {
          field: 'diskURI',
          message: `${show(diskURI)} is not the URI of a ${kind === 'Managed' ? 'managed disk' : 'blob'}`,
          remedy: `use one that begins with ${start}`,
        },
      ];
}

function channelProblems({ targetWWNs, wwids, lun }: Fields): FieldProblem[] {
  const [targets, ids] = [valuesOf(targetWWNs).length > 0, valuesOf(wwids).length > 0];
  const wrong = (message: string): FieldProblem => ({
    field: 'targetWWNs',
    message,
    remedy: 'set either targetWWNs and lun, or wwids',
  });
  return [
    ...(targets || ids ? [] : [wrong('there are neither targetWWNs nor wwids')]),
    ...(targets && ids ? [wrong('there are both targetWWNs and wwids')] : []),
    ...(targets && !isGiven(lun) ? [missing('lun', 'set the lun of targetWWNs')] : []),
    ...(targets ? within('lun', lun) : []),
  ];
}

function flockerProblems({ datasetName, datasetUUID }: Fields): FieldProblem[] {
  const [name, uuid] = [textOf(datasetName), textOf(datasetUUID)];
  const wrong = (field: string, message: string): FieldProblem => ({
    field,
    message,
    remedy: 'set either datasetName or datasetUUID',
  });
  return [
    ...(name === '' && uuid === ''
      ? [wrong('', 'there is neither datasetName nor datasetUUID')]
      : []),
    ...(name !== '' && uuid !== ''
      ? [wrong('', 'there are both datasetName and datasetUUID')]
      : []),
    ...(name.includes('/') ? [wrong('datasetName', `${show(datasetName)} has a slash`)] : []),
  ];
}

function iscsiProblems(
  { iqn, lun, secretRef, initiatorName, chapAuthDiscovery, chapAuthSession }: Fields,
  isPersistent: boolean,
): FieldProblem[] {
  const isSecret = chapAuthDiscovery === true || chapAuthSession === true;
  const initiator = (field: string, value: unknown, as?: string): FieldProblem[] =>
    isInitiator(textOf(value))
      ? []
      : [
          {
            field,
            message: `${show(value)} is not a valid name of an initiator`,
            remedy: 'use one such as iqn.2001-04.com.example:storage',
            as,
          },
        ];
  return [
    ...(textOf(iqn) === '' ? [] : initiator('iqn', iqn)),
    ...within('lun', lun),
    ...(isSecret && !isGiven(secretRef)
      ? [missing('secretRef', 'set the secret for CHAP, or disable CHAP')]
      : []),
    ...(isPersistent ? secretProblems(secretRef, false) : []),
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

function quobyteProblems({ registry, tenant }: Fields): FieldProblem[] {
  if (textOf(registry) === '') return [];
  if (Buffer.byteLength(textOf(tenant)) > MAX_TENANT) {
    const message = `${show(tenant)} has more than ${MAX_TENANT} characters`;
    return [{ field: 'tenant', message, remedy: 'use a UUID' }];
  }
  return hasHostAndPorts(textOf(registry))
    ? []
    : [
        {
          field: 'registry',
          message: `${show(registry)} is not a list of hosts with ports`,
          remedy: 'use pairs such as registry:7861, with commas between them',
        },
      ];
}

function storageosProblems(
  { volumeName, volumeNamespace, secretRef }: Fields,
  isPersistent: boolean,
): FieldProblem[] {
  const named = Object.entries({ volumeName, volumeNamespace }).flatMap(([field, value]) =>
    (textOf(value) === '' ? [] : labelProblems(textOf(value))).map((problem) => ({
      field,
      message: `${show(value)}: ${problem}`,
      remedy: 'use at most 63 lower-case letters, digits and dashes',
    })),
  );
  return [...named, ...secretProblems(secretRef, isPersistent)];
}
