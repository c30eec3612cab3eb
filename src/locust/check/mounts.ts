/**
 * Checks of the mounts of a test that the API server, the runtime and the kernel make, and its
 * operator does not.
 */
import { Finding, show, violation } from '../../findings';
import { checkMount, checkMountPath, checkMountPaths, POD_RULES, resolvedPath } from '../../pod';
import { reservedPaths } from '../names';
import { pathsConflict } from './objections';
import { LOCUST_RULES as RULES } from '../rules';
import { LocustTestResource, LocustTestSpec, ROLES } from '../spec';
import { NameOf } from './identity';
import { mountEntries } from './pod-entries';

export function checkMounts(test: LocustTestResource, nameOf: NameOf): Finding[] {
  const { spec = {} } = test;
  const secrets = (spec.env?.secretMounts ?? []).map(({ mountPath }, index) => ({
    mountPath,
    field: `spec.env.secretMounts[${index}].mountPath`,
  }));
  const users = (spec.volumeMounts ?? []).map(({ mountPath }, index) => ({
    mountPath,
    field: `spec.volumeMounts[${index}].mountPath`,
  }));
  return [
    ...testFilePathFindings(spec),
    ...[...secrets, ...users].flatMap(({ mountPath, field }) => [
      ...checkMountPath(mountPath, field),
      ...bypassFindings(mountPath, field, spec),
    ]),
    ...(spec.volumeMounts ?? []).flatMap((mount, index) =>
      checkMount(mount, `spec.volumeMounts[${index}]`, spec.security?.containerSecurityContext),
    ),
    ...clashes(test, nameOf),
  ];
}

function testFilePathFindings({ testFiles }: LocustTestSpec): Finding[] {
  return (
    [
      ['configMapRef', 'srcMountPath'],
      ['libConfigMapRef', 'libMountPath'],
    ] as const
  ).flatMap(([ref, path]) =>
    testFiles?.[ref] && testFiles[path]
      ? checkMountPath(testFiles[path], `spec.testFiles.${path}`)
      : [],
  );
}

/** What the operator's comparison of texts does not see, and the kernel does. */
function bypassFindings(path: string, field: string, spec: LocustTestSpec): Finding[] {
  if (path === '') return [];
  return reservedPaths(spec.testFiles)
    .filter(
      (reserved) =>
        !pathsConflict(path, reserved) && pathsConflict(resolvedPath(path), resolvedPath(reserved)),
    )
    .map((reserved) =>
      violation(
        RULES.mountPathBypass,
        field,
        `${show(path)} is ${show(resolvedPath(path))}, which conflicts with the test files at ${show(reserved)}`,
        'mount it elsewhere',
      ),
    );
}

/**
 * Two mounts of one container at one path, or one below the other; told once, though both pods may
 * have them.
 */
function clashes(test: LocustTestResource, nameOf: NameOf): Finding[] {
  const findings = new Map<string, Finding>();
  for (const role of ROLES) {
    const places = mountEntries(test, role, test.metadata.name).map(({ mountPath, field }) => ({
      mountPath,
      // Asked for by a finding alone.
      get field() {
        return nameOf(field);
      },
      pathField: pathField(field),
    }));
    const remedy = 'use another path, or targets that do not overlap in any pod';
    for (const finding of checkMountPaths(places, {
      remedy,
      isTold: (inner, outer) => isOfTestFiles(inner.pathField) !== isOfTestFiles(outer.pathField),
    })) {
      findings.set(
        `${finding.path} ${finding.rule === POD_RULES.mountsNested.id ? 'below' : finding.message}`,
        finding,
      );
    }
  }
  return [...findings.values()];
}

/** Where one of two mounts is the test files, the path is reserved, and that is told already. */
function isOfTestFiles(field: string): boolean {
  return field.startsWith('spec.testFiles.');
}

function pathField(field: string): string {
  return isOfTestFiles(field) ? field : `${field}.mountPath`;
}
