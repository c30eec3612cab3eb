/** The sidecars that all CSI drivers share. */
import * as kplus from 'cdk8s-plus-28';
import { throwIfErrors } from '../../findings';
import { isFields } from '../../kube';
import { typed, unreadableFindings } from '../../tree';
import { sidecarTypes } from '../shape';
import { kubeletVolumes, livenessProbe, provisioner, registrar, socketPath } from '../sidecars';

const WHOLE = [''];

/** Options of the sidecar that tells kubelet of a driver. */
export interface CsiRegistrarOptions {
  /** The image of kubernetes-csi/node-driver-registrar. */
  readonly image: string;

  /** The path of the driver's socket on the node. */
  readonly socket: string;

  /** The verbosity of the logs. */
  readonly logLevel: number;
}

/** Options of the sidecar that answers for a driver's health. */
export interface CsiLivenessProbeOptions {
  /** The image of kubernetes-csi/livenessprobe. */
  readonly image: string;

  /** The port to answer at. */
  readonly port: number;

  /**
   * The volume in which the driver's socket is.
   * @default 'plugin-dir'
   */
  readonly socketVolumeName?: string;

  /**
   * The name of the socket.
   * @default 'csi.sock'
   */
  readonly socketFile?: string;

  /**
   * The verbosity of the logs.
   * @default - the sidecar's own
   */
  readonly logLevel?: number;
}

/** Options of the sidecar that has volumes made for claims. */
export interface CsiProvisionerOptions {
  /** The image of kubernetes-csi/external-provisioner. */
  readonly image: string;

  /** The directory in which the volume `socket-dir`, with the driver's socket, is mounted, without a slash at its end. */
  readonly socketDirectory: string;

  /** The verbosity of the logs. */
  readonly logLevel: number;

  /**
   * Arguments behind those for the address and the verbosity.
   * @default - none
   */
  readonly additionalArgs?: string[];
}

/**
 * What definitions of drivers are made of: the sidecars of kubernetes-csi, and kubelet's directories.
 *
 * @example
 * const socket = CsiSidecars.socketPath('/var/lib/kubelet', 'scratch.example.com');
 */
export class CsiSidecars {
  /**
   * Where kubelet finds a driver's socket.
   * @param kubeletPath the directory of kubelet
   * @param driverName the name of the driver
   * @returns the path on the node
   * @throws all findings at once when one of them is not a string
   */
  public static socketPath(kubeletPath: string, driverName: string): string {
    throwIfErrors(sidecarTypes({ kubeletPath, driverName }, 'socket'));
    return socketPath(kubeletPath, driverName);
  }

  /**
   * The volumes of a node plugin: `kubelet-dir`, `plugin-dir` for the socket, `registration-dir`.
   * @param kubeletPath the directory of kubelet
   * @param driverName the name of the driver
   * @returns the volumes
   * @throws all findings at once when one of them is not a string
   */
  public static kubeletVolumes(kubeletPath: string, driverName: string): kplus.k8s.Volume[] {
    throwIfErrors(sidecarTypes({ kubeletPath, driverName }, 'socket'));
    return typed(kubeletVolumes(kubeletPath, driverName), WHOLE);
  }

  /**
   * The sidecar that tells kubelet of the driver. It mounts `plugin-dir` and `registration-dir`.
   * @param options image, socket and logs
   * @returns the container
   * @throws all findings at once when an option is unknown or has another type, or is known only at synthesis
   */
  public static registrar(options: CsiRegistrarOptions): kplus.k8s.Container {
    checkOptions(options, 'registrar');
    return typed(registrar(options), WHOLE);
  }

  /**
   * The sidecar that answers for the driver's health.
   * @param options image, port, socket and logs
   * @returns the container
   * @throws all findings at once when an option is unknown or has another type, or is known only at synthesis
   */
  public static livenessProbe(options: CsiLivenessProbeOptions): kplus.k8s.Container {
    checkOptions(options, 'livenessProbe');
    return typed(livenessProbe(options), WHOLE);
  }

  /**
   * The sidecar that has volumes made for claims.
   * @param options image, socket, logs and arguments
   * @returns the container
   * @throws all findings at once when an option is unknown or has another type, or is known only at synthesis
   */
  public static provisioner(options: CsiProvisionerOptions): kplus.k8s.Container {
    checkOptions(options, 'provisioner');
    return typed(provisioner(options), WHOLE);
  }

  private constructor() {}
}

function checkOptions(options: object, sidecar: 'registrar' | 'livenessProbe' | 'provisioner'): void {
  throwIfErrors(isFields(options) ? unreadableFindings(options) : []);
  throwIfErrors(sidecarTypes(options, sidecar));
}
