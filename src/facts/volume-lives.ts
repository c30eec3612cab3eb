/** Sources of volumes that Kubernetes had itself, and that are gone or handed to drivers. */
import { NO_PROVISIONER } from '../kube';

/** A source of volumes that was part of Kubernetes, and is no longer. */
export interface VolumeLife {
  /** The field: `glusterfs`. */
  readonly name: string;
  /** The first minor version whose kubelet no longer has it. */
  readonly removed?: number;
  /** The gate that brings it back, in versions before `gateUntil`. */
  readonly gate?: string;
  readonly gateUntil?: number;
  /** The CSI driver that it is handed to, by default from `migrated` on. */
  readonly driver?: string;
  readonly migrated?: number;
  /** The provisioner of its classes. */
  readonly provisioner?: string;
  readonly source: string;
}

/** All of them. They are only read when somebody asks. */
export function volumeLives(): readonly VolumeLife[] {
  const { volumes }: typeof import('./volume-lives.json') = require('./volume-lives.json');
  return volumes;
}

let drivers: ReadonlyMap<string, string> | undefined;

/**
 * The CSI driver that a provisioner of Kubernetes' own is handed to, such as
 * `kubernetes.io/aws-ebs`.
 */
export function driverOfProvisioner(provisioner: string): string | undefined {
  drivers ??= new Map(
    volumeLives().flatMap(({ provisioner: name, driver }) =>
      name === undefined || driver === undefined ? [] : [[name, driver] as const],
    ),
  );
  return drivers.get(provisioner);
}

/**
 * The driver that provisions for a class: its provisioner, or the driver that took that over.
 * Undefined where nobody provisions.
 */
export function driverServing(provisioner: string | undefined): string | undefined {
  return provisioner === undefined || provisioner === '' || provisioner === NO_PROVISIONER
    ? undefined
    : (driverOfProvisioner(provisioner) ?? provisioner);
}
