/** Objects as the server stores them: what is given, with defaults. */
import { CLAIM } from '../kind-keys';
import { ServerSettings } from './settings';
import { Fields, fieldsOf } from '../../kube';
import { Draft, withoutNulls, writeDefaults } from '../../model';
import { AppliedManifest, writeCreated } from '../../validation';
import { classNameOf } from '../admission/quota';
import { defaultClassOf } from '../binding/default-class';
import { Cluster } from '../cluster';
import { ApplyWay } from '../spec';
import { transitionsOf } from '../transitions';

/** Who stores; of a cluster that was read out nobody knows which features are on. */
type StoredBy = Pick<ServerSettings, 'custom' | 'way'> & Partial<Pick<ServerSettings, 'minor'>>;

/** A new object as the server would store it. */
export function newObject(sent: AppliedManifest, cluster: Cluster, settings: StoredBy): Draft {
  const { way, minor } = settings;
  const given = withoutNulls(sent.type, sent.manifest, entriesOf(way), minor) as Draft;
  const live = complete(sent.type, given, sent, settings);
  writeCreated(sent, live);
  if (sent.kindKey === CLAIM) fillClass(live, cluster);
  return live;
}

/** kubectl leaves out the entries of maps that are null. */
function entriesOf(way: ApplyWay): 'zero' | 'none' {
  return way === 'serverSide' ? 'zero' : 'none';
}

export function updated(
  sent: AppliedManifest,
  applied: Fields,
  before: Draft,
  settings: StoredBy,
): Draft {
  const { way, minor } = settings;
  const merged = withoutNulls(sent.type, applied, entriesOf(way), minor) as Draft;
  const after = complete(sent.type, merged, sent, settings);
  transitionsOf(sent.kindKey).updated?.(after, before, sent);
  // Another version of a custom kind is the same object.
  if (sent.type === undefined) after.apiVersion = before.apiVersion;
  return after;
}

/** An object with defaults. The value is its own: nothing else has a part of it. */
export function complete(
  type: string | undefined,
  live: Draft,
  sent: AppliedManifest,
  { custom, way }: Pick<ServerSettings, 'custom' | 'way'>,
): Draft {
  if (type !== undefined) writeDefaults(type, live);
  else custom.writeDefaults(sent, live, way);
  return live;
}

/** A claim without a class gets the default one, if there is one by then. */
function fillClass(live: Draft, cluster: Cluster): void {
  const className = defaultClassOf(cluster);
  if (className !== undefined && classNameOf(live) === undefined) {
    live.spec = { ...fieldsOf(live.spec), storageClassName: className };
  }
}
