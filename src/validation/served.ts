/** Kinds and versions that no server of a release has. */
import { AppliedManifest } from './applied';
import { API_RULES, refusal } from '../resource';
import { servedInstead } from './versions';
import { Finding } from '../findings';
import { isServed, lifeOfKind } from '../model';

/** What an object is sent as. */
type ServedAs = Pick<AppliedManifest, 'apiVersion' | 'kind'>;

/** The words of a server that does not know the kind. */
export function noMatches({ apiVersion, kind }: ServedAs): string {
  return `no matches for kind ${JSON.stringify(kind)} in version ${JSON.stringify(apiVersion)}`;
}

/** That a server of that release does not know the kind. */
export function unservedRefusal(sent: ServedAs, minor: number): Finding {
  const { apiVersion, kind } = sent;
  const message = noMatches(sent);
  const remedy =
    servedInstead(apiVersion, kind, minor) ??
    'install what serves it first, or correct its apiVersion and kind';
  return refusal(API_RULES.served, '', message, remedy, { message });
}

/** That no release serves the kind, though its group is Kubernetes' own. */
export function unservedAlone(object: ServedAs, minor: number): Finding | undefined {
  const { apiVersion, kind } = object;
  const isKnown = lifeOfKind(apiVersion, kind) !== undefined || isServed(apiVersion, kind, minor);
  return isKnown ? undefined : unservedRefusal(object, minor);
}
