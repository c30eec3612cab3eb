/**
 * Facts about the cluster as a whole that its objects show: the version of its server, and the
 * time.
 */
import type { LiveObject } from './spec';
import { Fields, fieldsOf, listOf } from '../kube';
import { parseVersion } from '../model';

/** The image of a server that runs as a pod. */
const SERVER_IMAGE = /(?:^|\/)kube-apiserver(?:-\w+)?:(v\d+\.\d+[^@]*)/;

/**
 * The version of the server: what it says itself, then the image that it runs; else that of the
 * newest kubelet, as no kubelet is newer than its server.
 */
export function versionAmong(objects: readonly LiveObject[], said?: string): string | undefined {
  const told = said === undefined ? undefined : parseVersion(said);
  if (told) return `1.${told.minor}`;
  let kubelet: number | undefined;
  let server: number | undefined;
  for (const { kindKey, manifest } of objects) {
    if (kindKey === '/Node') {
      const { kubeletVersion } = fieldsOf(fieldsOf(manifest.status).nodeInfo);
      const minor = minorOf(kubeletVersion);
      if (minor !== undefined) kubelet = Math.max(kubelet ?? 0, minor);
    } else if (kindKey === '/Pod') {
      const { labels } = fieldsOf(manifest.metadata);
      if (fieldsOf(labels).component !== 'kube-apiserver') continue;
      for (const container of listOf(fieldsOf(manifest.spec).containers)) {
        const minor = minorOf(SERVER_IMAGE.exec(String(container.image))?.[1]);
        // While they are exchanged, the oldest one decides what is taken everywhere.
        if (minor !== undefined) server = Math.min(server ?? minor, minor);
      }
    }
  }
  const minor = server ?? kubelet;
  return minor === undefined ? undefined : `1.${minor}`;
}

function minorOf(version: unknown): number | undefined {
  const found = typeof version === 'string' ? /^v?1\.(\d+)/.exec(version) : undefined;
  return found ? Number(found[1]) : undefined;
}

/**
 * The latest time that a server or a kubelet wrote into an object, or what is `known`, if that is
 * later; empty if there is none.
 */
export function timeOf(kindKey: string, manifest: Fields, known: string = ''): string {
  const { creationTimestamp, deletionTimestamp } = fieldsOf(manifest.metadata);
  let latest = later(known, creationTimestamp);
  if (kindKey !== '/Pod') latest = later(latest, deletionTimestamp);
  if (kindKey === '/Event') {
    const { lastTimestamp, eventTime, series } = manifest;
    for (const one of [lastTimestamp, eventTime, fieldsOf(series).lastObservedTime]) {
      latest = later(latest, one);
    }
  } else if (kindKey === '/Node' || kindKey === '/Pod') {
    for (const { lastHeartbeatTime, lastTransitionTime } of listOf(
      fieldsOf(manifest.status).conditions,
    )) {
      latest = later(later(latest, lastHeartbeatTime), lastTransitionTime);
    }
  }
  return latest;
}

/** The later of a time and of a value, if that is one. */
function later(known: string, value: unknown): string {
  // Most are earlier: with its fraction a time is less than without.
  if (typeof value !== 'string' || value <= known) return known;
  const time = asTime(value);
  return time > known ? time : known;
}

/** In UTC, and without fractions, so that times compare as texts. */
function asTime(value: string): string {
  const found = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.\d+)?Z$/.exec(value);
  return found ? `${found[1]}Z` : '';
}
