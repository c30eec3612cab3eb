/** Checks of one shared volume: all that its own input can tell. */
import { Finding, hasErrors, show, violation } from '../../findings';
import {
  append,
  compareQuantities,
  subdomainProblems,
  MAX_LABEL_LENGTH,
  MAX_SUBDOMAIN_LENGTH,
} from '../../kube';
import { checkClassName, checkLabels, checkNamespace, checkSize } from '../../storage/core';
import {
  checkAccessModes,
  checkAccessPointId,
  checkFileSystemId,
  checkMountOptions,
  checkMounts,
  checkVolumeAttributes,
  checkVolumeMode,
  checkVolumePath,
} from '../driver-rules';
import {
  MEND_RESOURCE,
  operatorVerdict,
  SHARED_VOLUME_GROUP,
  SHARED_VOLUME_VERSION,
} from '../operator';
import { namesOf, suffixOf, volumeHandleOf } from './names';
import { SHARED_VOLUME_RULES as RULES } from './rules';
import { DEFAULT_CAPACITY, SharedVolumeSpec } from './spec';

/** Fields that mean something to this library, and nothing to the operator. */
const UNKNOWN_TO_OPERATOR = [
  'path',
  'volumeName',
  'claimName',
  'storageClassName',
  'storage',
  'request',
  'accessModes',
  'volumeMode',
  'mountOptions',
  'volumeAttributes',
  'labels',
  'annotations',
] as const;

export function checkSharedVolume(spec: SharedVolumeSpec): Finding[] {
  if (spec.operatorMode) return checkAsOperator(spec);
  const findings = [
    ...checkIdentity(spec),
    ...checkSource(spec),
    ...checkBinding(spec),
    ...checkLabels(spec.labels, 'labels', true),
    ...checkLabels(spec.annotations, 'annotations', false),
  ];
  if (hasErrors(findings)) return findings;
  const { mountOptions, volumeAttributes, accessModes = [] } = spec;
  return [
    ...findings,
    ...checkMounts({
      volumeHandle: volumeHandleOf(spec),
      mountOptions,
      volumeAttributes,
      accessMode: accessModes[0],
    }),
  ];
}

function namespaceUnknown(): Finding {
  return violation(
    RULES.namespaceUnknown,
    'namespace',
    'the namespace is unknown, and the name of the persistent volume depends on it',
    'set namespace here or on the chart',
  );
}

function checkIdentity(spec: SharedVolumeSpec): Finding[] {
  const findings: Finding[] = [];
  if (spec.namespace === undefined) {
    findings.push(namespaceUnknown());
  } else {
    append(findings, checkNamespace(spec.namespace, 'namespace', true));
  }
  if (spec.name === undefined) {
    findings.push(
      violation(
        RULES.derivedName,
        'name',
        'name is required',
        'use a name of lower-case letters, digits and dashes',
      ),
    );
  }
  // Without an ID there is no hash to look at the length of. It is told with the source that it is
  // missing.
  if (findings.length > 0 || spec.fileSystemId === undefined) return findings;
  const { volumeName, claimName } = namesOf(spec);
  const room = MAX_SUBDOMAIN_LENGTH - suffixOf(spec).length;
  return [
    ...checkDerived(
      spec,
      'volumeName',
      volumeName,
      room,
      room - 'pv--'.length - spec.namespace!.length,
    ),
    ...checkDerived(spec, 'claimName', claimName, room, room - 'pvc-'.length),
  ];
}

function checkDerived(
  spec: SharedVolumeSpec,
  field: 'volumeName' | 'claimName',
  name: string,
  room: number,
  longest: number,
): Finding[] {
  const given = spec[field];
  return subdomainProblems(name).map((problem) =>
    given === undefined
      ? violation(
          RULES.derivedName,
          'name',
          `${show(spec.name)} results in the ${field} ${show(name)}: ${problem}`,
          `use a name of at most ${longest} lower-case letters, digits, dashes and dots, or set ${field}`,
        )
      : violation(
          RULES.derivedName,
          field,
          `${show(name)}: ${problem}`,
          `use at most ${room} lower-case letters, digits, dashes and dots`,
        ),
  );
}

function checkSource(spec: SharedVolumeSpec): Finding[] {
  const { accessPointId, mountOptions, volumeAttributes } = spec;
  const mount = { accessPointId, mountOptions, volumeAttributes, fileSystemType: 'efs' as const };
  const findings = [
    ...checkFileSystemId(spec.fileSystemId),
    ...(accessPointId === undefined ? [] : checkAccessPointId(accessPointId)),
    ...checkVolumePath(spec.path),
    ...checkMountOptions(mountOptions, mount),
    ...checkVolumeAttributes(volumeAttributes, mount),
  ];
  if (accessPointId === undefined && (spec.path === undefined || spec.path === '/')) {
    findings.push(
      violation(
        RULES.wholeFileSystem,
        'accessPointId',
        `the root of ${show(spec.fileSystemId)} is mounted, with the data of all its users`,
        'set accessPointId, or the path of a directory',
      ),
    );
  }
  return findings;
}

function checkBinding(spec: SharedVolumeSpec): Finding[] {
  const storage = checkSize(spec.storage ?? DEFAULT_CAPACITY, 'storage');
  const findings = [
    ...storage.findings,
    ...checkClassName(spec.storageClassName),
    ...(spec.accessModes === undefined ? [] : checkAccessModes(spec.accessModes)),
    ...checkVolumeMode(spec.volumeMode),
  ];
  if (spec.request !== undefined) {
    const request = checkSize(spec.request, 'request');
    append(findings, request.findings);
    if (request.size && storage.size && compareQuantities(request.size, storage.size) > 0) {
      findings.push(
        violation(
          RULES.request,
          'request',
          `the claim requests ${show(spec.request)} of a volume of ${show(spec.storage ?? DEFAULT_CAPACITY)}`,
          'request no more than storage: EFS grows by itself whatever is written here',
        ),
      );
    }
  }
  return findings;
}

function checkAsOperator(spec: SharedVolumeSpec): Finding[] {
  const findings = UNKNOWN_TO_OPERATOR.filter((field) => spec[field] !== undefined).map((field) =>
    violation(
      RULES.operatorOption,
      field,
      `the operator would not write ${show(spec[field])}`,
      `remove ${field} or operatorMode`,
    ),
  );
  if (spec.handleStyle === 'typed') {
    findings.push(
      violation(
        RULES.operatorTypedHandle,
        'handleStyle',
        'the operator reads a typed handle as file system "efs" and tries to rewrite the SharedVolume to that, which is rejected forever',
        'remove handleStyle',
      ),
    );
  }
  if (spec.onIdChange === 'replace') {
    findings.push(
      violation(
        RULES.operatorOption,
        'onIdChange',
        'the operator does not put a hash into its names',
        'remove onIdChange or operatorMode',
      ),
    );
  }
  if (spec.namespace === undefined) {
    findings.push(namespaceUnknown());
    return findings;
  }
  append(findings, checkNamespace(spec.namespace, 'namespace', true));
  const verdict = operatorVerdict({
    apiVersion: `${SHARED_VOLUME_GROUP}/${SHARED_VOLUME_VERSION}`,
    kind: 'SharedVolume',
    metadata: { name: spec.name, namespace: spec.namespace },
    spec: { fileSystemID: spec.fileSystemId, accessPointID: spec.accessPointId },
  });
  const text = verdict.refused?.message ?? verdict.error;
  if (text !== undefined) findings.push(violation(RULES.operatorVerdict, '', text, MEND_RESOURCE));
  if (verdict.refused && spec.name !== undefined && spec.name.length > MAX_LABEL_LENGTH) {
    // The operator would come to this only after the schema has nothing to object to.
    findings.push(
      violation(
        RULES.operatorLabelLength,
        'name',
        `${show(spec.name)} has ${spec.name.length} characters, and the operator writes it into a label`,
        `use a name of at most ${MAX_LABEL_LENGTH} characters`,
      ),
    );
  }
  return findings;
}
