/**
 * What the API server says of the pods that a workload asks for, in the checks that the whole
 * library has of them.
 */
import { isChosen } from './chosen';
import { Sent } from './objects';
import { Finding, Severity } from '../findings';
import {
  Fields,
  fieldsOf,
  labelValueProblems,
  podTemplatePath,
  qualifiedKeyProblems,
} from '../kube';
import { checkPodSpec, POD_RULES, restartPoliciesOf } from '../pod';
import { invalid, Refusal } from '../validation';
import { fieldsAt, listAt } from './rules/kind-rules';

/**
 * What the server takes though it does not work: the pods are made, and do not start or are not
 * scheduled.
 */
const TAKEN: readonly ((finding: Finding, isPod: boolean) => boolean)[] = [
  ({ rule }) => rule === POD_RULES.emptyNodeTerm.id,
  ({ rule, message }, isPod) =>
    rule === POD_RULES.image.id && message !== NO_IMAGE && !(isPod && message.endsWith(AROUND)),
  ({ path, message }) => path.endsWith('.runAsUser') && message.includes('runAsNonRoot'),
  ({ path, message }) =>
    /\.(configMap\.name|secret\.secretName)$/.test(path) && message.includes('RFC 1123'),
];
const NO_IMAGE = 'the image is empty';
const AROUND = 'has whitespace around it';

/** What is wrong with the pods of an object; nothing if it has none. */
export function podProblems({ apiVersion, kind, kindKey }: Sent, live: Fields): Refusal[] {
  const template = podTemplatePath(apiVersion, kind);
  if (!template) return [];
  const path = [...template, 'spec'];
  const spec = path.reduce<unknown>((value, field) => fieldsOf(value)[field], live);
  const claimTemplates = listAt(live, 'spec.volumeClaimTemplates').map(({ metadata }) =>
    String(fieldsOf(metadata).name),
  );
  return checkPodSpec(spec ?? {}, {
    path: path.join('.'),
    claimTemplates,
    restartPolicies: restartPoliciesOf(kindKey),
  })
    .filter(
      (finding) =>
        finding.severity === Severity.ERROR &&
        !TAKEN.some((isTaken) => isTaken(finding, kindKey === '/Pod')),
    )
    .flatMap(({ path: field, message, remedy }) => {
      const fields = surplusOf(field, message).map((one) =>
        resourceName(serversName(one), message),
      );
      return fields.map((one) => ({ field: one, message, remedy }));
    });
}

/**
 * Sources of volumes and handlers in the order in which the server looks for them: it finds fault
 * with all but the first.
 */
const ALTERNATIVES = [
  'emptyDir',
  'hostPath',
  'gitRepo',
  'gcePersistentDisk',
  'awsElasticBlockStore',
  'secret',
  'nfs',
  'iscsi',
  'glusterfs',
  'flocker',
  'persistentVolumeClaim',
  'rbd',
  'cinder',
  'cephfs',
  'quobyte',
  'downwardAPI',
  'fc',
  'flexVolume',
  'configMap',
  'azureFile',
  'vsphereVolume',
  'photonPersistentDisk',
  'portworxVolume',
  'azureDisk',
  'storageos',
  'scaleIO',
  'projected',
  'csi',
  'ephemeral',
  'image',
  'exec',
  'httpGet',
  'tcpSocket',
  'grpc',
  'sleep',
];

/** The fields that are too many, if that is what is wrong; otherwise the field itself. */
function surplusOf(field: string, message: string): string[] {
  const [, list] = /several (?:sources|actions)(?: are set)?: (.*)$/.exec(message) ?? [];
  if (list === undefined) return [field];
  const given = list.split(', ').sort((a, b) => ALTERNATIVES.indexOf(a) - ALTERNATIVES.indexOf(b));
  return given.slice(1).map((one) => `${field}.${one}`);
}

/** What the server calls a field: it does not always go as deep as the library does. */
function serversName(path: string): string {
  return SERVERS_NAMES.reduce((name, [own, servers]) => name.replace(own, servers), path);
}

/** Of an amount above its limit the server names the list, of others the key. */
function resourceName(field: string, message: string): string {
  return field.replace(
    /\.resources\.(requests|limits)\.(.+)$/,
    (_, list: string, name: string) =>
      `.resources.${list}${isAboveLimit(message) ? '' : `[${name}]`}`,
  );
}

function isAboveLimit(message: string): boolean {
  return message.includes('the limit');
}

const SERVERS_NAMES: readonly (readonly [own: RegExp, servers: string])[] = [
  [/volumeMounts\[\d+\]\.mountPropagation$/, 'volumeMounts.mountPropagation'],
  [/dnsConfig\.nameservers$/, 'dnsConfig'],
  [/metadata\.labels$/, 'labels'],
];

/** Labels and annotations of a template, which the server calls by other names than their own. */
export function templateProblems({ apiVersion, kind }: Sent, live: Fields): Refusal[] {
  const template = podTemplatePath(apiVersion, kind);
  if (!template || template.length === 0) return [];
  const { labels, annotations } = fieldsAt(live, [...template, 'metadata'].join('.'));
  const path = template.join('.');
  const wrong = (field: string, value: unknown, why: string): Refusal =>
    invalid(`${path}.${field}`, value, why, 'correct it in the metadata of the template');
  return [
    ...Object.entries(fieldsOf(labels)).flatMap(([key, value]) => [
      ...qualifiedKeyProblems(key).map((why) => wrong('labels', key, why)),
      ...(typeof value === 'string' && !isChosen(value)
        ? labelValueProblems(value).map((why) => wrong('labels', value, why))
        : []),
    ]),
    ...Object.keys(fieldsOf(annotations)).flatMap((key) =>
      qualifiedKeyProblems(key.toLowerCase()).map((why) => wrong('annotations', key, why)),
    ),
  ];
}
