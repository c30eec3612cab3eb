/** The resources of a test: quantities, requests against limits, and emptyDirs against the storage that they may fill. */
import { Finding, show, violation } from '../../findings';
import { compareQuantities, parseQuantity } from '../../kube';
import { resourcesOf } from '../pod';
import { LOCUST_RULES as RULES } from '../rules';
import { OperatorSettings } from '../settings';
import { KubeValue, LocustTestResource, LocustTestSpec, Role, ROLES } from '../spec';
import { volumesFor } from '../targets';

const STORAGE = 'ephemeral-storage';

/** Findings on the resources. */
export function checkResources({ spec = {} }: LocustTestResource, settings: OperatorSettings): Finding[] {
  return [...ROLES.flatMap((role) => orderFindings(spec, role)), ...emptyDirFindings(spec, settings)];
}

/** Quantities that the schema admits and that are none, wherever they stand. */
export function checkQuantities({ spec = {} }: LocustTestResource): Finding[] {
  const findings: Finding[] = [];
  const look = (value: unknown, field: string) => {
    if (value === undefined || parseQuantity(value as string | number)) return;
    findings.push(violation(RULES.quantity, field, 'quantities must match the regular expression \'^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$\'',
      `${show(value)} is no quantity: give one such as 500m or 1Gi`));
  };
  for (const role of ROLES) {
    for (const list of ['requests', 'limits']) {
      for (const [name, value] of Object.entries(spec[role]?.resources?.[list] as KubeValue | undefined ?? {})) look(value, `spec.${role}.resources.${list}.${name}`);
    }
  }
  (spec.volumes ?? []).forEach((volume, index) => {
    const field = `spec.volumes[${index}]`;
    look((volume.emptyDir as KubeValue | undefined)?.sizeLimit, `${field}.emptyDir.sizeLimit`);
    walkDivisors(volume, field, look);
    const claim = ((volume.ephemeral as KubeValue | undefined)?.volumeClaimTemplate as KubeValue | undefined)?.spec as KubeValue | undefined;
    for (const list of ['requests', 'limits']) {
      const quantities = (claim?.resources as KubeValue | undefined)?.[list] as KubeValue | undefined;
      for (const [name, value] of Object.entries(quantities ?? {})) look(value, `${field}.ephemeral.volumeClaimTemplate.spec.resources.${list}.${name}`);
    }
  });
  walkDivisors(spec.env?.variables, 'spec.env.variables', look);
  return findings;
}

function walkDivisors(value: unknown, field: string, look: (value: unknown, field: string) => void): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, one] of Object.entries(value)) {
    const place = Array.isArray(value) ? `${field}[${key}]` : `${field}.${key}`;
    if (key === 'resourceFieldRef') look((one as KubeValue | null)?.divisor, `${place}.divisor`);
    else walkDivisors(one, place, look);
  }
}

function orderFindings(spec: LocustTestSpec, role: Role): Finding[] {
  const { requests = {}, limits = {} } = (spec[role]?.resources ?? {}) as { requests?: KubeValue; limits?: KubeValue };
  const findings: Finding[] = [];
  for (const [list, quantities] of [['requests', requests], ['limits', limits]] as const) {
    for (const [name, value] of Object.entries(quantities)) {
      const quantity = parseQuantity(value as string);
      if (quantity && quantity.nano < 0n) {
        findings.push(violation(RULES.resources, `spec.${role}.resources.${list}.${name}`, `${show(value)} is negative`, 'give a quantity that is not'));
      }
    }
  }
  for (const [name, value] of Object.entries(requests)) {
    const request = parseQuantity(value as string);
    const limit = limits[name] === undefined ? undefined : parseQuantity(limits[name] as string);
    if (request && limit && compareQuantities(request, limit) > 0) {
      findings.push(violation(RULES.resources, `spec.${role}.resources.requests.${name}`, `${show(value)} is more than the limit ${show(limits[name])}`,
        'request less or raise the limit'));
    }
  }
  return findings;
}

/** emptyDirs on disk, whose content counts against the container's limit together with its logs. */
function emptyDirFindings(spec: LocustTestSpec, settings: OperatorSettings): Finding[] {
  return (spec.volumes ?? []).flatMap((volume, index) => {
    const emptyDir = volume.emptyDir as KubeValue | undefined;
    if (!emptyDir || emptyDir.medium === 'Memory' || String(emptyDir.medium ?? '').startsWith('HugePages')) return [];
    const tight = ROLES.map((role) => ({ role, limit: storageLimit(spec, role, settings) })).find(({ role, limit }) =>
      limit !== undefined && volumesFor(role, [volume], spec.volumeMounts).volumes.length > 0 && !fits(emptyDir.sizeLimit, limit));
    if (!tight) return [];
    const size = emptyDir.sizeLimit === undefined ? 'has no sizeLimit' : `may grow to ${show(emptyDir.sizeLimit)}`;
    return [violation(RULES.emptyDirTooLarge, `spec.volumes[${index}].emptyDir`,
      `the emptyDir ${show(volume.name)} ${size}, but a pod of the ${tight.role} is evicted when it uses more than ${show(tight.limit)} of ${STORAGE}`,
      `raise resources.limits.${STORAGE} of the ${tight.role}, or give a sizeLimit below it`)];
  });
}

function storageLimit(spec: LocustTestSpec, role: Role, settings: OperatorSettings): unknown {
  return (resourcesOf(spec, role, settings).limits as KubeValue | undefined)?.[STORAGE];
}

function fits(size: unknown, limit: unknown): boolean {
  const one = size === undefined ? undefined : parseQuantity(size as string);
  const other = parseQuantity(limit as string);
  return one !== undefined && other !== undefined && compareQuantities(one, other) < 0;
}
