/**
 * The resources of a test: quantities, what its containers ask for, and emptyDirs against the
 * storage that they may fill.
 */
import { Finding, show, violation } from '../../findings';
import {
  canonicalQuantity,
  compareQuantities,
  goQuantity,
  onceFor,
  ParsedQuantity,
  parseQuantity,
  sumOfQuantities,
} from '../../kube';
import { checkContainerResources, checkResourceClaims, ResourcesPlace } from '../../pod';
import { resourcesOf } from '../pod';
import { LOCUST_RULES as RULES } from '../rules';
import { OperatorSettings } from '../settings';
import {
  KubeValue,
  LocustTestResource,
  LocustTestSpec,
  Role,
  ROLES,
  sendsTelemetry,
} from '../spec';
import { volumesFor } from '../targets';

const STORAGE = 'ephemeral-storage';

export function checkResources(
  { spec = {} }: LocustTestResource,
  settings: OperatorSettings,
): Finding[] {
  return [
    ...ROLES.flatMap((role) => {
      const { resources } = spec[role] ?? {};
      return resourcesOf(spec, role, settings) === resources
        ? placeFindings({ resources, field: `spec.${role}.resources` })
        : findingsOfSettings(settings)[role];
    }),
    ...(sendsTelemetry(spec) ? [] : findingsOfSettings(settings).exporter),
    ...emptyDirFindings(spec, settings),
  ];
}

function placeFindings(place: ResourcesPlace): Finding[] {
  return [
    ...checkContainerResources(place),
    ...checkResourceClaims(
      (place.resources as KubeValue).claims,
      new Set(),
      `${place.field}.claims`,
      'remove it: the operator does not support resource claims',
    ),
  ];
}

type FindingsOfSettings = { readonly [container in Role | 'exporter']: Finding[] };

/** Findings on resources that come from the settings: the same for all tests. */
const findingsOfSettings = onceFor((settings: OperatorSettings): FindingsOfSettings => {
  const ofRole = (role: Role) =>
    placeFindings({ resources: resourcesOf({}, role, settings), settingsOf: `the ${role}` });
  return {
    master: ofRole('master'),
    worker: ofRole('worker'),
    exporter: placeFindings({
      resources: { ...settings.exporter.resources },
      settingsOf: 'the metrics exporter',
    }),
  };
});

/** Quantities that the schema admits and that are none, wherever they stand. */
export function checkQuantities({ spec = {} }: LocustTestResource): Finding[] {
  const findings: Finding[] = [];
  const look = (value: unknown, field: string) => {
    if (value === undefined || goQuantity(value as string | number) !== undefined) return;
    findings.push(
      violation(
        RULES.quantity,
        field,
        "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
        `${show(value)} is not a valid quantity: use one such as 500m or 1Gi`,
      ),
    );
  };
  for (const role of ROLES) {
    for (const list of ['requests', 'limits']) {
      for (const [name, value] of Object.entries(
        (spec[role]?.resources?.[list] as KubeValue | undefined) ?? {},
      )) {
        look(value, `spec.${role}.resources.${list}.${name}`);
      }
    }
  }
  (spec.volumes ?? []).forEach((volume, index) => {
    const field = `spec.volumes[${index}]`;
    look((volume.emptyDir as KubeValue | undefined)?.sizeLimit, `${field}.emptyDir.sizeLimit`);
    walkDivisors(volume, field, look);
    const claim = (
      (volume.ephemeral as KubeValue | undefined)?.volumeClaimTemplate as KubeValue | undefined
    )?.spec as KubeValue | undefined;
    for (const list of ['requests', 'limits']) {
      const quantities = (claim?.resources as KubeValue | undefined)?.[list] as
        | KubeValue
        | undefined;
      for (const [name, value] of Object.entries(quantities ?? {})) {
        look(value, `${field}.ephemeral.volumeClaimTemplate.spec.resources.${list}.${name}`);
      }
    }
  });
  walkDivisors(spec.env?.variables, 'spec.env.variables', look);
  return findings;
}

function walkDivisors(
  value: unknown,
  field: string,
  look: (value: unknown, field: string) => void,
): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, one] of Object.entries(value)) {
    const place = Array.isArray(value) ? `${field}[${key}]` : `${field}.${key}`;
    if (key === 'resourceFieldRef') look((one as KubeValue | null)?.divisor, `${place}.divisor`);
    else walkDivisors(one, place, look);
  }
}

/** emptyDirs on disk, whose content counts against the container's limit together with its logs. */
function emptyDirFindings(spec: LocustTestSpec, settings: OperatorSettings): Finding[] {
  if (spec.volumes === undefined) return [];
  const roles = ROLES.map((role) => ({
    role,
    limit: storageLimit(spec, role, settings),
    volumes: new Set(volumesFor(role, spec.volumes, spec.volumeMounts).volumes),
  }));
  return spec.volumes.flatMap((volume, index) => {
    const emptyDir = volume.emptyDir as KubeValue | undefined;
    if (
      !emptyDir ||
      emptyDir.medium === 'Memory' ||
      String(emptyDir.medium ?? '').startsWith('HugePages')
    ) {
      return [];
    }
    const tight = roles.find(
      ({ limit, volumes }) =>
        limit !== undefined && volumes.has(volume) && !fits(emptyDir.sizeLimit, limit),
    );
    if (!tight) return [];
    const size =
      emptyDir.sizeLimit === undefined
        ? 'has no sizeLimit'
        : `may grow to ${show(emptyDir.sizeLimit)}`;
    return [
      violation(
        RULES.emptyDirTooLarge,
        `spec.volumes[${index}].emptyDir`,
        `the emptyDir ${show(volume.name)} ${size}, but a pod of the ${tight.role} is evicted when it uses more than ${show(canonicalQuantity(tight.limit!))} of ${STORAGE}`,
        `raise resources.limits.${STORAGE} of the ${tight.role}, or set a sizeLimit below it`,
      ),
    ];
  });
}

/**
 * What the pod may use: kubelet adds up the limits of the containers that have one, the metrics
 * exporter's as well.
 */
function storageLimit(
  spec: LocustTestSpec,
  role: Role,
  settings: OperatorSettings,
): ParsedQuantity | undefined {
  const exporter =
    role === 'master' && !sendsTelemetry(spec)
      ? settings.exporter.resources.limits?.[STORAGE]
      : undefined;
  return sumOfQuantities(
    [(resourcesOf(spec, role, settings).limits as KubeValue | undefined)?.[STORAGE], exporter].map(
      (limit) => (limit === undefined ? undefined : parseQuantity(limit as string | number)),
    ),
  );
}

function fits(size: unknown, limit: ParsedQuantity): boolean {
  const one = size === undefined ? undefined : parseQuantity(size as string);
  return one !== undefined && compareQuantities(one, limit) < 0;
}
