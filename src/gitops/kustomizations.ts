/** Kustomizations of Flux, as plain input, and the object that one becomes. */
import { checkPath } from './applications-check';
import { DELIVERY_RULES as RULES } from './delivery-rules';
import { Finding, show, violation } from '../findings';
import { Manifest, parseDuration } from '../kube';
import {
  always,
  flag,
  listOf,
  Of,
  oneOf,
  objectOf,
  required,
  string,
  text,
  missingOption,
} from '../shape';
import { checkName, checkNamespace } from '../storage/core';

/** What Flux takes manifests from. */
export const SOURCE_KINDS = [
  'GitRepository',
  'OCIRepository',
  'Bucket',
  'ExternalArtifact',
] as const;
/** What becomes of the objects of a Kustomization that is deleted. */
export const DELETION_POLICIES = ['Orphan', 'MirrorPrune', 'Delete', 'WaitForTermination'] as const;

/** Another Kustomization that must be ready before. */
const DEPENDENCY = objectOf({
  name: required(text),
  namespace: text,
});

/** A Kustomization. Durations are those of Go. */
export const KUSTOMIZATION_SHAPE = objectOf({
  name: always(string),
  namespace: always(string),
  sourceKind: always(oneOf(SOURCE_KINDS)),
  sourceName: always(string),
  sourceNamespace: string,
  path: always(text),
  interval: always(text),
  retryInterval: text,
  timeout: text,
  prune: always(flag),
  deletionPolicy: always(oneOf(DELETION_POLICIES)),
  wait: always(flag),
  dependsOn: listOf(DEPENDENCY),
  targetNamespace: string,
  serviceAccountName: string,
  suspend: flag,
});
export type KustomizationSpec = Of<typeof KUSTOMIZATION_SHAPE>;

export function checkKustomization(spec: KustomizationSpec): Finding[] {
  const {
    name,
    namespace,
    sourceName,
    sourceNamespace,
    path,
    targetNamespace,
    serviceAccountName,
    dependsOn = [],
  } = spec;
  return [
    ...checkName(name, 'name'),
    ...checkNamespace(namespace, 'namespace', true),
    ...checkName(sourceName, 'sourceName'),
    ...checkNamespace(sourceNamespace, 'sourceNamespace', false),
    ...checkNamespace(targetNamespace, 'targetNamespace', false),
    ...(serviceAccountName === undefined
      ? []
      : checkName(serviceAccountName, 'serviceAccountName')),
    ...(path === undefined ? missingOption('path') : checkPath(path, 'path')),
    ...(['interval', 'retryInterval', 'timeout'] as const).flatMap((option) => {
      const given = spec[option];
      const isNothing = given !== undefined && (parseDuration(given) ?? 1n) <= 0n;
      return isNothing
        ? [
            violation(
              RULES.interval,
              option,
              'the time is zero',
              'use one such as Duration.minutes(5)',
            ),
          ]
        : [];
    }),
    ...dependsOn.flatMap((one, index) => {
      const at = `dependsOn[${index}]`;
      const isSelf = one.name === name && (one.namespace ?? namespace) === namespace;
      const first = dependsOn.findIndex(
        (other) =>
          other.name === one.name &&
          (other.namespace ?? namespace) === (one.namespace ?? namespace),
      );
      return [
        ...checkName(one.name, `${at}.name`),
        ...checkNamespace(one.namespace, `${at}.namespace`, false),
        ...(isSelf
          ? [
              violation(
                RULES.dependency,
                at,
                `the Kustomization depends on itself (${show(one.name)})`,
                'remove it',
              ),
            ]
          : []),
        ...(first === index
          ? []
          : [violation(RULES.dependency, at, `${show(one.name)} appears twice`, 'remove one')]),
      ];
    }),
  ];
}

/** The Kustomization: it never forces, and never substitutes. */
export function buildKustomization(spec: KustomizationSpec): Manifest {
  const {
    name,
    namespace,
    sourceKind,
    sourceName,
    sourceNamespace,
    path,
    interval,
    retryInterval,
    timeout,
    prune,
    deletionPolicy,
    wait,
  } = spec;
  const { dependsOn = [], targetNamespace, serviceAccountName, suspend } = spec;
  return {
    apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
    kind: 'Kustomization',
    metadata: { name, namespace },
    spec: {
      ...(dependsOn.length > 0 ? { dependsOn: dependsOn.map((one) => ({ ...one })) } : {}),
      sourceRef: {
        kind: sourceKind,
        name: sourceName,
        ...(sourceNamespace === undefined ? {} : { namespace: sourceNamespace }),
      },
      path: path.startsWith('./') ? path : `./${path}`,
      interval,
      ...(retryInterval === undefined ? {} : { retryInterval }),
      ...(timeout === undefined ? {} : { timeout }),
      prune,
      deletionPolicy,
      ...(wait ? { wait } : {}),
      ...(targetNamespace === undefined ? {} : { targetNamespace }),
      ...(serviceAccountName === undefined ? {} : { serviceAccountName }),
      ...(suspend ? { suspend } : {}),
    },
  };
}
