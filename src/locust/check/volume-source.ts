/** The sources of volumes: exactly one for each, with what the API server asks of it. */
import { Finding, show, violation } from '../../findings';
import { parseQuantity, subdomainProblems } from '../../kube';
import { checkAccessModes, checkSize } from '../../storage/core';
import { LOCUST_RULES as RULES } from '../rules';
import { KubeValue, VolumeSpec } from '../spec';

/** Where a source names what it is of, and whether that is the name of an object. */
const NAMED_BY: { readonly [source: string]: { readonly field: string; readonly isName: boolean } } = {
  configMap: { field: 'name', isName: true },
  csi: { field: 'driver', isName: true },
  hostPath: { field: 'path', isName: false },
  nfs: { field: 'server', isName: false },
  persistentVolumeClaim: { field: 'claimName', isName: true },
  secret: { field: 'secretName', isName: true },
};
const MAX_MODE = 0o777;

/** Findings on the source of a volume. */
export function checkSource({ name, ...sources }: VolumeSpec, field: string): Finding[] {
  const given = Object.keys(sources).filter((source) => sources[source] !== undefined && sources[source] !== null);
  if (given.length !== 1) {
    const what = given.length === 0 ? 'has no source' : `has several sources: ${given.join(', ')}`;
    return [wrong(field, `the volume ${show(name)} ${what}`, 'give one source, such as persistentVolumeClaim or emptyDir')];
  }
  const [source] = given;
  const values = sources[source] as KubeValue;
  const place = `${field}.${source}`;
  if (source === 'ephemeral') return templateFindings(name, values, place);
  const projected = source === 'projected' && Array.isArray(values.sources) ? values.sources as KubeValue[] : [];
  return [...projected.flatMap((one, index) => projectionFindings(one, `${place}.sources[${index}]`)), ...nameFindings(name, source, values, place), ...pathFindings(source, values, place), ...partFindings(values, place)];
}

function nameFindings(volume: string, source: string, values: KubeValue, place: string): Finding[] {
  const named = Object.hasOwn(NAMED_BY, source) ? NAMED_BY[source] : undefined;
  if (!named) return [];
  const value = values[named.field];
  const field = `${place}.${named.field}`;
  if (typeof value !== 'string' || value === '') return [wrong(field, `the ${source} of the volume ${show(volume)} has no ${named.field}`, `give ${named.field}`)];
  return named.isName ? subdomainProblems(value).map((problem) => wrong(field, `${show(value)}: ${problem}`,
    'give the name of an object: at most 253 lower-case letters, digits, dashes and dots')) : [];
}

function pathFindings(source: string, { path, sizeLimit }: KubeValue, place: string): Finding[] {
  const field = `${place}.path`;
  const size = sizeLimit === undefined ? undefined : parseQuantity(sizeLimit as string | number);
  return [
    ...source === 'nfs' && !String(path).startsWith('/') ? [wrong(field, `${show(path)} is no absolute path`, 'give the path that the server exports')] : [],
    ...source === 'hostPath' && hasDots(path) ? [wrong(field, `${show(path)} has ..`, 'give the path that is meant')] : [],
    ...size && size.nano < 0n ? [wrong(`${place}.sizeLimit`, `${show(sizeLimit)} is negative`, 'give a size that is not')] : [],
  ];
}

function projectionFindings(projection: KubeValue, field: string): Finding[] {
  const given = Object.keys(projection).filter((source) => projection[source] !== undefined);
  if (given.length > 1) return [wrong(field, `there are several sources: ${given.join(', ')}`, 'give each of them an entry of the list')];
  return ['configMap', 'secret'].filter((source) => given.includes(source) && !(projection[source] as KubeValue).name).map((source) =>
    wrong(`${field}.${source}.name`, `the ${source} has no name`, 'give name'));
}

/** Files of config maps, secrets and projections: their keys, paths and modes, however deep they stand. */
function partFindings(value: unknown, field: string): Finding[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]): Finding[] => {
    const place = Array.isArray(value) ? `${field}[${key}]` : `${field}.${key}`;
    if (key === 'items' && Array.isArray(one)) return [...one.flatMap((item, index) => itemFindings(item as KubeValue, `${place}[${index}]`)), ...partFindings(one, place)];
    if (key !== 'defaultMode' && key !== 'mode') return partFindings(one, place);
    return typeof one === 'number' && (one < 0 || one > MAX_MODE)
      ? [wrong(place, `${one} is no file mode`, `give one from 0 to 0777 (in JSON ${MAX_MODE})`)] : [];
  });
}

function itemFindings({ key, path }: KubeValue, field: string): Finding[] {
  return [
    ...key === '' ? [wrong(`${field}.key`, 'the key is empty', 'give a key')] : [],
    ...path === '' || String(path).startsWith('/') || hasDots(path) ? [wrong(`${field}.path`, `${show(path)} is no relative path inside the volume`, 'give one without ..')] : [],
  ];
}

/** A claim that comes and goes with the pod: what the API server asks of any claim. */
function templateFindings(name: string, { volumeClaimTemplate }: KubeValue, field: string): Finding[] {
  const spec = (volumeClaimTemplate as KubeValue | undefined)?.spec as KubeValue | undefined;
  if (!spec) return [wrong(field, `the ephemeral volume ${show(name)} has no volumeClaimTemplate`, 'give one, with a spec')];
  const storage = ((spec.resources as KubeValue | undefined)?.requests as KubeValue | undefined)?.storage;
  return [
    ...checkAccessModes(spec.accessModes).map((finding) => ({ ...finding, path: `${field}.volumeClaimTemplate.spec.${finding.path}` })),
    ...checkSize(storage, `${field}.volumeClaimTemplate.spec.resources.requests.storage`).findings,
  ];
}

function hasDots(path: unknown): boolean {
  return String(path).split('/').includes('..');
}

function wrong(field: string, message: string, remedy: string): Finding {
  return violation(RULES.volumeSource, field, message, remedy);
}
