/** What the API server, the runtime and the kernel say about the mounts of a test, which its operator does not. */
import { Finding, show, violation } from '../../findings';
import { reservedPaths } from '../names';
import { pathsConflict } from '../operator-check';
import { LOCUST_RULES as RULES } from '../rules';
import { LocustTestResource, LocustTestSpec, ROLES, TargetedVolumeMount } from '../spec';
import { mountEntries, MountEntry, resolvedPath } from './pod-entries';

const PROPAGATIONS = ['None', 'HostToContainer', 'Bidirectional'];
const RECURSIONS = ['Disabled', 'IfPossible', 'Enabled'];

/** Findings on the mounts. */
export function checkMounts(test: LocustTestResource): Finding[] {
  const { spec = {} } = test;
  const secrets = (spec.env?.secretMounts ?? []).map(({ mountPath }, index) => ({ mountPath, field: `spec.env.secretMounts[${index}].mountPath` }));
  const users = (spec.volumeMounts ?? []).map(({ mountPath }, index) => ({ mountPath, field: `spec.volumeMounts[${index}].mountPath` }));
  return [
    ...testFilePathFindings(spec),
    ...[...secrets, ...users].flatMap(({ mountPath, field }) => [...pathFindings(mountPath, field), ...bypassFindings(mountPath, field, spec)]),
    ...(spec.volumeMounts ?? []).flatMap((mount, index) => [
      ...subPathFindings(mount, `spec.volumeMounts[${index}]`),
      ...optionFindings(mount, `spec.volumeMounts[${index}]`, spec),
    ]),
    ...clashes(test),
  ];
}

function testFilePathFindings({ testFiles }: LocustTestSpec): Finding[] {
  return ([['configMapRef', 'srcMountPath'], ['libConfigMapRef', 'libMountPath']] as const).flatMap(([ref, path]) =>
    testFiles?.[ref] && testFiles[path] ? pathFindings(testFiles[path], `spec.testFiles.${path}`) : []);
}

function pathFindings(path: string, field: string): Finding[] {
  if (path === '') return [violation(RULES.mountPath, field, 'the path is empty', 'give an absolute path, such as /data')];
  const findings: Finding[] = [];
  if (!path.startsWith('/')) findings.push(violation(RULES.mountPath, field, `${show(path)} is relative`, `give an absolute path: ${show(resolvedPath(path))}`));
  if (path.includes(':')) findings.push(violation(RULES.mountPath, field, `${show(path)} has a colon`, 'give a path without one'));
  return findings;
}

/** What the operator's comparison of texts does not see, and the kernel does. */
function bypassFindings(path: string, field: string, spec: LocustTestSpec): Finding[] {
  if (path === '') return [];
  return reservedPaths(spec.testFiles)
    .filter((reserved) => !pathsConflict(path, reserved) && pathsConflict(resolvedPath(path), resolvedPath(reserved)))
    .map((reserved) => violation(RULES.mountPathBypass, field,
      `${show(path)} is ${show(resolvedPath(path))}, which conflicts with the test files at ${show(reserved)}`, 'mount it elsewhere'));
}

function subPathFindings(mount: TargetedVolumeMount, field: string): Finding[] {
  const findings = (['subPath', 'subPathExpr'] as const).flatMap((name) => {
    const path = mount[name];
    if (typeof path !== 'string' || path === '') return [];
    const wrong = path.startsWith('/') ? 'is absolute' : path.split('/').includes('..') ? 'leads out of the volume' : undefined;
    return wrong === undefined ? [] : [violation(RULES.subPath, `${field}.${name}`, `${show(path)} ${wrong}`, 'give a relative path inside the volume')];
  });
  if (mount.subPath && mount.subPathExpr) {
    findings.push(violation(RULES.subPath, `${field}.subPathExpr`, `subPath ${show(mount.subPath)} and subPathExpr ${show(mount.subPathExpr)} exclude each other`,
      'give one of them'));
  }
  return findings;
}

function optionFindings(mount: TargetedVolumeMount, field: string, spec: LocustTestSpec): Finding[] {
  const { mountPropagation, recursiveReadOnly, readOnly } = mount;
  const findings: Finding[] = [];
  if (mountPropagation !== undefined && !PROPAGATIONS.includes(mountPropagation as string)) {
    findings.push(violation(RULES.mountOption, `${field}.mountPropagation`, `${show(mountPropagation)} is no propagation`, `give one of ${PROPAGATIONS.join(', ')}`));
  }
  if (mountPropagation === 'Bidirectional' && spec.security?.containerSecurityContext?.privileged !== true) {
    findings.push(violation(RULES.mountOption, `${field}.mountPropagation`, 'Bidirectional is for privileged containers only',
      'give HostToContainer, or make the container privileged'));
  }
  if (recursiveReadOnly === undefined) return findings;
  if (!RECURSIONS.includes(recursiveReadOnly as string)) {
    findings.push(violation(RULES.mountOption, `${field}.recursiveReadOnly`, `${show(recursiveReadOnly)} is none of its values`, `give one of ${RECURSIONS.join(', ')}`));
  } else if (recursiveReadOnly !== 'Disabled' && readOnly !== true) {
    findings.push(violation(RULES.mountOption, `${field}.recursiveReadOnly`, `${show(recursiveReadOnly)} needs a mount that is read-only`, 'set readOnly: true as well'));
  } else if (recursiveReadOnly !== 'Disabled' && mountPropagation !== undefined && mountPropagation !== 'None') {
    findings.push(violation(RULES.mountOption, `${field}.recursiveReadOnly`, `${show(recursiveReadOnly)} excludes mountPropagation ${show(mountPropagation)}`,
      'leave out one of them'));
  }
  return findings;
}

/** Two mounts of one container at one path, or one below the other; told once, though both pods may have them. */
function clashes(test: LocustTestResource): Finding[] {
  const findings = new Map<string, Finding>();
  for (const role of ROLES) {
    const seen = new Map<string, MountEntry>();
    for (const entry of mountEntries(test, role, test.metadata.name)) {
      if (entry.mountPath === '') continue;
      const path = resolvedPath(entry.mountPath);
      const field = pathField(entry);
      const same = seen.get(path);
      if (same) {
        findings.set(`${field} ${same.field}`, violation(RULES.mountPathTaken, field,
          `${show(entry.mountPath)} is mounted already, by ${same.field}`, 'give another path, or targets of which only one is met in each pod'));
      } else {
        seen.set(path, entry);
      }
    }
    for (const [path, entry] of seen) {
      const outer = parents(path).map((parent) => seen.get(parent)).find((one) => one !== undefined);
      // Where one of them is the test files, the path is reserved, and that is told already.
      if (!outer || isOfTestFiles(entry) !== isOfTestFiles(outer)) continue;
      findings.set(`${entry.field} below`, violation(RULES.mountsNested, pathField(entry),
        `${show(entry.mountPath)} lies below ${show(outer.mountPath)} of ${outer.field}`, 'mount one of them elsewhere, unless the outer volume has the directory'));
    }
  }
  return [...findings.values()];
}

function isOfTestFiles({ field }: MountEntry): boolean {
  return field.startsWith('spec.testFiles.');
}

function pathField(entry: MountEntry): string {
  return isOfTestFiles(entry) ? entry.field : `${entry.field}.mountPath`;
}

function parents(path: string): string[] {
  const parts = path.split('/').slice(1, -1);
  return parts.map((_, index) => `/${parts.slice(0, parts.length - index).join('/')}`);
}
