/**
 * Objects that live in a cluster beside claims and volumes, by what they are about: pods, events,
 * nodes.
 */
import { JudgedObject, World } from '../../judge';
import { addTo, Fields, fieldsOf, isStored } from '../../kube';
import { listOf, textOf, valuesOf } from '../../object';

/** An index of what was read from a server. */
interface Living {
  /** Pods by `namespace/claim`, those that ended too. */
  readonly podsOfClaim: ReadonlyMap<string, readonly JudgedObject[]>;
  /** Attachments by the name of the volume. */
  readonly attachments: ReadonlyMap<string, readonly Attachment[]>;
  /** The words of the last warning about an object, by its uid. */
  readonly warnings: ReadonlyMap<string, string>;
  /** What the drivers of a node have room for, by `node/driver`. */
  readonly limits: ReadonlyMap<string, number>;
}

export interface Attachment {
  readonly object: JudgedObject;
  readonly node: string;
  readonly driver: string;
  readonly isAttached: boolean;
  /** Why it is not attached, or not detached, in the words of the driver. */
  readonly error: string;
}

export function livingOf(world: World): Living {
  return {
    podsOfClaim: podsByClaim(world),
    attachments: attachmentsByVolume(world),
    warnings: warningsByUid(world),
    limits: limitsOf(world),
  };
}

/** How claims are found in the index. */
export function claimKey(namespace: string | undefined, name: string): string {
  return `${namespace ?? ''}/${name}`;
}

/** The pods in the cluster that mount a claim and have not ended. */
export function livingPods(
  { namespace, name }: JudgedObject,
  world: World,
): readonly JudgedObject[] {
  const pods = world.once(livingOf).podsOfClaim.get(claimKey(namespace, name)) ?? [];
  return pods.filter(
    ({ manifest }) => !['Succeeded', 'Failed'].includes(textOf(fieldsOf(manifest.status).phase)),
  );
}

/** The claims of a pod, those of its ephemeral volumes too. */
export function claimsOfPod({ name, manifest }: JudgedObject): string[] {
  return listOf(fieldsOf(manifest.spec).volumes).flatMap((volume) => {
    if (volume.ephemeral !== undefined) return [`${name}-${textOf(volume.name)}`];
    const claim = textOf(fieldsOf(volume.persistentVolumeClaim).claimName);
    return claim === '' ? [] : [claim];
  });
}

function podsByClaim(world: World): Map<string, JudgedObject[]> {
  const pods = new Map<string, JudgedObject[]>();
  for (const pod of world.ofKind('/Pod')) {
    if (!isStored(pod.manifest)) continue;
    for (const claim of new Set(claimsOfPod(pod))) addTo(pods, claimKey(pod.namespace, claim), pod);
  }
  return pods;
}

function attachmentsByVolume(world: World): Map<string, Attachment[]> {
  const attachments = new Map<string, Attachment[]>();
  for (const object of world.ofKind('storage.k8s.io/VolumeAttachment')) {
    const { attacher, nodeName, source } = fieldsOf(object.manifest.spec);
    const { attached, attachError, detachError } = fieldsOf(object.manifest.status);
    addTo(attachments, textOf(fieldsOf(source).persistentVolumeName), {
      object,
      node: textOf(nodeName),
      driver: textOf(attacher),
      isAttached: attached === true,
      error: textOf(fieldsOf(attachError).message) || textOf(fieldsOf(detachError).message),
    });
  }
  return attachments;
}

function warningsByUid(world: World): Map<string, string> {
  const latest = new Map<string, { readonly at: string; readonly words: string }>();
  for (const kind of ['/Event', 'events.k8s.io/Event']) {
    for (const { manifest } of world.ofKind(kind)) {
      if (manifest.type !== 'Warning') continue;
      const { involvedObject, regarding, message, note, lastTimestamp, eventTime, series } =
        manifest;
      const uid = textOf(fieldsOf(involvedObject ?? regarding).uid);
      const at =
        textOf(fieldsOf(series).lastObservedTime) || textOf(lastTimestamp) || textOf(eventTime);
      const known = latest.get(uid);
      if (!known || at > known.at) latest.set(uid, { at, words: oneLine(message ?? note) });
    }
  }
  return new Map([...latest].map(([uid, { words }]) => [uid, words]));
}

/** So much of a server's words is told. */
const LONGEST = 300;

/** Words of a server or a driver, in one line. */
export function oneLine(words: unknown): string {
  const line = textOf(words).replace(/\s+/g, ' ').trim();
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
}

function limitsOf(world: World): Map<string, number> {
  const limits = new Map<string, number>();
  for (const { name, manifest } of world.ofKind('storage.k8s.io/CSINode')) {
    for (const driver of listOf(fieldsOf(manifest.spec).drivers)) {
      const { count } = fieldsOf(driver.allocatable);
      if (typeof count === 'number') limits.set(`${name}/${textOf(driver.name)}`, count);
    }
  }
  return limits;
}

/** Whether a node is one of those that a selector asks for: any of its terms will do. */
export function isOnNode(selector: unknown, { name, labels }: JudgedObject): boolean {
  return listOf(fieldsOf(selector).nodeSelectorTerms).some((term) => {
    const expressions = listOf(term.matchExpressions);
    const fields = listOf(term.matchFields);
    return (
      expressions.length + fields.length > 0 &&
      expressions.every((one) => meets(one, labels[textOf(one.key)])) &&
      fields.every((one) => meets(one, name))
    );
  });
}

function meets({ operator, values }: Fields, value: unknown): boolean {
  const given = valuesOf(values);
  if (operator === 'In') return value !== undefined && given.includes(value);
  if (operator === 'NotIn') return !given.includes(value);
  if (operator === 'Exists') return value !== undefined;
  if (operator === 'DoesNotExist') return value === undefined;
  const [number, limit] = [Number(value), Number(given[0])];
  return operator === 'Gt' ? number > limit : number < limit;
}
