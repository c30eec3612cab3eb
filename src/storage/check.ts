/** Checks of the storage kinds: all findings at once, whatever the input is. */
import { Finding, inQuotes, show, violation } from '../findings';
import {
  annotationBytes, append, compareQuantities, labelProblems, labelValueProblems, MAX_ANNOTATION_BYTES, MAX_LABEL_LENGTH,
  ParsedQuantity, parseQuantity, qualifiedKeyProblems, subdomainProblems,
} from '../kube';
import { DEFAULT_CLASS } from './build';
import { STORAGE_RULES as RULES } from './rules';
import { ClaimRef, ClaimSpec, CsiPersistentVolumeSpec, ObjectSpec, StorageClassSpec } from './spec';

const ACCESS_MODES = ['ReadWriteOnce', 'ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOncePod'];
const RECLAIM_POLICIES = ['Delete', 'Retain'];
const VOLUME_MODES = ['Filesystem', 'Block'];
const BINDING_MODES = ['Immediate', 'WaitForFirstConsumer'];

/** Findings on a StorageClass. */
export function checkStorageClass(spec: StorageClassSpec): Finding[] {
  return [
    ...checkObject(spec),
    ...checkProvisioner(spec.provisioner),
    ...checkFlag(spec.allowVolumeExpansion, 'allowVolumeExpansion'),
    ...checkFlag(spec.isDefault, 'isDefault'),
    ...checkChoice(spec.reclaimPolicy, 'reclaimPolicy', RECLAIM_POLICIES),
    ...checkChoice(spec.volumeBindingMode, 'volumeBindingMode', BINDING_MODES),
    ...checkTexts(spec.mountOptions, 'mountOptions'),
    ...checkStringMap(spec.parameters, 'parameters'),
  ];
}

/** Findings on a persistent volume. */
export function checkCsiPersistentVolume(spec: CsiPersistentVolumeSpec): Finding[] {
  const findings = [
    ...checkObject(spec),
    ...checkDriverName(spec.driver),
    ...checkFlag(spec.readOnly, 'readOnly'),
    ...checkText(spec.volumeHandle, 'volumeHandle', 'give the handle by which the driver knows the volume'),
    ...checkStringMap(spec.volumeAttributes, 'volumeAttributes'),
    ...checkSize(spec.capacity, 'capacity').findings,
    ...checkAccessModes(spec.accessModes),
    ...checkClassName(spec.storageClassName),
    ...checkChoice(spec.reclaimPolicy, 'reclaimPolicy', RECLAIM_POLICIES),
    ...checkChoice(spec.volumeMode, 'volumeMode', VOLUME_MODES),
    ...checkTexts(spec.mountOptions, 'mountOptions'),
  ];
  if (spec.claimRef !== undefined) {
    append(findings, checkName(spec.claimRef?.name, 'claimRef.name'));
    append(findings, checkNamespace(spec.claimRef?.namespace, 'claimRef.namespace', true));
  }
  return findings;
}

/** Findings on a claim. */
export function checkClaim(spec: ClaimSpec): Finding[] {
  const storage = checkSize(spec.storage, 'storage');
  const findings = [
    ...checkObject(spec),
    ...checkAccessModes(spec.accessModes),
    ...storage.findings,
    ...checkClassName(spec.storageClassName),
    ...checkChoice(spec.volumeMode, 'volumeMode', VOLUME_MODES),
  ];
  if (spec.limit !== undefined) {
    const limit = checkSize(spec.limit, 'limit');
    append(findings, limit.findings);
    if (storage.size && limit.size && compareQuantities(storage.size, limit.size) > 0) {
      findings.push(violation(RULES.claimLimit, 'limit', `the claim requests ${spec.storage} but is limited to ${spec.limit}`,
        'request less or raise the limit'));
    }
  }
  if (spec.volumeName !== undefined) {
    append(findings, checkName(spec.volumeName, 'volumeName'));
    if (spec.selector !== undefined || spec.dataSource !== undefined || spec.dataSourceRef !== undefined) {
      const other = spec.selector !== undefined ? 'selector' : 'dataSource';
      findings.push(violation(RULES.boundAndSelected, other, `the claim names its volume ${show(spec.volumeName)}, so its ${other} has no effect`,
        `leave out volumeName or ${other}`));
    }
  }
  if (spec.dataSource !== undefined && spec.dataSourceRef !== undefined && JSON.stringify(spec.dataSource) !== JSON.stringify(spec.dataSourceRef)) {
    findings.push(violation(RULES.dataSource, 'dataSourceRef', 'dataSource and dataSourceRef name different objects', 'give dataSourceRef alone'));
  }
  return findings;
}

/** A class as it counts for the rule on default classes. */
export interface DefaultClass { readonly construct: string; readonly name: string }

/** Findings on all classes of an app that are marked as the default; those of this library come first. */
export function checkDefaultClasses(classes: readonly DefaultClass[]): Finding[] {
  const distinct = classes.filter((one, index) => classes.findIndex(({ name }) => name === one.name) === index);
  const [first, ...others] = distinct;
  return others.map((other) => ({
    ...violation(RULES.defaultClass, 'isDefault', `the classes ${show(first.name)} (${first.construct}) and ${show(other.name)} are both the default`,
      'make one of them the default only'),
    construct: other.construct,
  }));
}

/** Whether annotations make a class the default one, in the present form or in the former one. */
export function isDefaultClass(annotations: { readonly [key: string]: string } | undefined): boolean {
  return [DEFAULT_CLASS, 'storageclass.beta.kubernetes.io/is-default-class'].some((key) => annotations?.[key] === 'true');
}

/** Findings on a reservation of a volume that is kept for a claim already. */
export function checkReservation(kept: ClaimRef | undefined, namespace: string | undefined): Finding[] {
  return kept === undefined || kept.namespace === namespace ? [] : [violation(RULES.keptForAnother, 'namespace',
    `the volume is kept for the claim ${show(kept.name)} in namespace ${show(kept.namespace)}, not in ${show(namespace)}`,
    'make another volume for another claim')];
}

/** A volume as those that it must be told apart from see it. */
export interface VolumeEntry {
  readonly construct: string;
  readonly driver: string;
  readonly volumeHandle: string;
  /** The namespace of its claim. */
  readonly namespace: string;
}

/** Findings on all volumes of an app: kubelet tells them apart by driver and handle. */
export function checkHandles(entries: readonly VolumeEntry[]): Finding[] {
  const seen = new Map<string, VolumeEntry>();
  return entries.flatMap((entry) => {
    const key = [entry.namespace, entry.driver, entry.volumeHandle].join('\n');
    const first = seen.get(key);
    if (!first) seen.set(key, entry);
    return first ? [{
      ...violation(RULES.sameHandle, 'volumeHandle',
        `the handle ${show(entry.volumeHandle)} is also that of ${first.construct} in namespace ${show(entry.namespace)}`,
        `mount ${first.construct} instead, or give another volume`),
      construct: entry.construct,
    }] : [];
  });
}

/** Findings on the identity that all objects have. */
export function checkObject(spec: ObjectSpec): Finding[] {
  return [
    ...checkName(spec.name, 'name'),
    ...checkNamespace(spec.namespace, 'namespace', false),
    ...checkLabels(spec.labels, 'labels', true),
    ...checkLabels(spec.annotations, 'annotations', false),
  ];
}

/** Findings on a name that is a DNS subdomain. */
export function checkName(name: unknown, path: string): Finding[] {
  if (typeof name !== 'string' || name === '') {
    return [violation(RULES.name, path, `${show(name)} is no name`, 'give a name of lower-case letters, digits and dashes')];
  }
  return subdomainProblems(name).map((problem) => violation(RULES.name, path, `${show(name)}: ${problem}`,
    'give a name of at most 253 lower-case letters, digits, dashes and dots'));
}

/** Findings on a namespace; one that is missing is one only where it is required. */
export function checkNamespace(namespace: unknown, path: string, required: boolean): Finding[] {
  if (namespace === undefined && !required) return [];
  if (typeof namespace !== 'string' || namespace === '') {
    return [violation(RULES.namespace, path, namespace === undefined ? 'the namespace is not known' : `${show(namespace)} is no namespace`,
      'set namespace here or on the chart: other objects refer to it')];
  }
  return labelProblems(namespace).map((problem) => violation(RULES.namespace, path, `${show(namespace)}: ${problem}`,
    'give the name of a namespace: at most 63 lower-case letters, digits and dashes'));
}

/** Findings on labels or annotations. */
export function checkLabels(labels: unknown, path: string, withValues: boolean): Finding[] {
  if (labels === undefined) return [];
  const findings = checkStringMap(labels, path);
  if (findings.length > 0) return findings;
  for (const [key, value] of Object.entries(labels as { [key: string]: string })) {
    for (const problem of qualifiedKeyProblems(withValues ? key : key.toLowerCase())) {
      findings.push(violation(RULES.label, `${path}.${key}`, `the key ${show(key)}: ${problem}`, 'give a key such as example.com/team'));
    }
    if (!withValues) continue;
    for (const problem of labelValueProblems(value)) {
      findings.push(violation(RULES.label, `${path}.${key}`, `the value ${show(value)}: ${problem}`,
        'give at most 63 letters, digits, dashes, dots and underscores'));
    }
  }
  return withValues ? findings : [...findings, ...checkAnnotationSize(labels as { [key: string]: string }, path)];
}

function checkAnnotationSize(annotations: { readonly [key: string]: string }, path: string): Finding[] {
  const size = annotationBytes(annotations);
  return size <= MAX_ANNOTATION_BYTES ? [] : [violation(RULES.annotationSize, path,
    `the annotations have ${size} bytes, keys and values together, and at most ${MAX_ANNOTATION_BYTES} are allowed`, 'remove or shorten some')];
}

/** Findings on a size, and the size when there is one. */
export function checkSize(value: unknown, path: string): { findings: Finding[]; size?: ParsedQuantity } {
  const size = typeof value === 'string' || typeof value === 'number' ? parseQuantity(value) : undefined;
  if (!size) return { findings: [violation(RULES.quantity, path, `${show(value)} is no quantity`, 'give a size such as 10Gi or 500M')] };
  if (size.nano > 0n) return { findings: [], size };
  return { findings: [violation(RULES.quantity, path, `${show(value)} is not greater than zero`, 'give a size such as 10Gi')] };
}

/** Findings on access modes. */
export function checkAccessModes(modes: unknown): Finding[] {
  if (!Array.isArray(modes) || modes.length === 0) {
    return [violation(RULES.accessMode, 'accessModes', `${show(modes)} holds no access mode`, `give one or more of ${ACCESS_MODES.join(', ')}`)];
  }
  const findings = modes.flatMap((mode, index) => ACCESS_MODES.includes(mode) ? [] : [
    violation(RULES.accessMode, `accessModes[${index}]`, `${show(mode)} is no access mode`, `give one of ${ACCESS_MODES.join(', ')}`),
  ]);
  if (modes.length > 1 && modes.includes('ReadWriteOncePod')) {
    findings.push(violation(RULES.accessMode, 'accessModes', 'ReadWriteOncePod stands beside other access modes', 'give ReadWriteOncePod alone'));
  }
  return findings;
}

/** Findings on the name of a class; the empty name is the one that means "no class". */
export function checkClassName(name: unknown): Finding[] {
  return name === undefined || name === '' ? [] : checkName(name, 'storageClassName');
}

function checkChoice(value: unknown, path: string, choices: readonly string[]): Finding[] {
  if (value === undefined || choices.includes(value as string)) return [];
  return [violation(RULES.choice, path, `${show(value)} is none of its values`, `give one of ${choices.join(', ')}`)];
}

function checkProvisioner(value: unknown): Finding[] {
  const remedy = 'give the name of the CSI driver, such as efs.csi.aws.com';
  if (typeof value !== 'string' || value.trim() === '') return checkText(value, 'provisioner', remedy);
  return qualifiedKeyProblems(value.toLowerCase()).map((problem) => violation(RULES.driverName, 'provisioner', `${show(value)}: ${problem}`, remedy));
}

function checkDriverName(value: unknown): Finding[] {
  const remedy = 'give the name of the CSI driver, such as efs.csi.aws.com';
  if (typeof value !== 'string' || value.trim() === '') return checkText(value, 'driver', remedy);
  const problems = subdomainProblems(value.toLowerCase());
  if (value.length > MAX_LABEL_LENGTH) problems.push(`must be no more than ${MAX_LABEL_LENGTH} characters`);
  return problems.map((problem) => violation(RULES.driverName, 'driver', `${show(value)}: ${problem}`, remedy));
}

function checkFlag(value: unknown, path: string): Finding[] {
  return value === undefined || typeof value === 'boolean' ? [] : [violation(RULES.choice, path, `${show(value)} is neither true nor false`, 'give true or false')];
}

function checkText(value: unknown, path: string, remedy: string): Finding[] {
  return typeof value === 'string' && value.trim() !== '' ? [] : [violation(RULES.text, path, `${show(value)} is empty or no text`, remedy)];
}

function checkTexts(values: unknown, path: string): Finding[] {
  if (values === undefined) return [];
  if (!Array.isArray(values)) return [violation(RULES.text, path, `${show(values)} is no list`, 'give a list of texts')];
  return values.flatMap((value, index) => checkText(value, `${path}[${index}]`, 'leave it out or give a text'));
}

function checkStringMap(values: unknown, path: string): Finding[] {
  if (values === undefined) return [];
  if (typeof values !== 'object' || values === null || Array.isArray(values)) {
    return [violation(RULES.text, path, `${show(values)} is no map`, 'give a map of texts')];
  }
  return Object.entries(values).flatMap(([key, value]) => typeof value === 'string' ? [] : [
    violation(RULES.text, `${path}.${key}`, `${show(value)} is no text`, inQuotes(value)),
  ]);
}
