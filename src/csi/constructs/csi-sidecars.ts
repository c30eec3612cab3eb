/** The sidecars that all CSI drivers share. */
import * as kplus from 'cdk8s-plus-28';
import { throwIfErrors } from '../../findings';
import { isFields } from '../../kube';
import { typed, unreadableFindings } from '../../tree';
import { sidecarTypes } from '../definition';
import { kubeletVolumes, livenessProbe, provisioner, registrar, socketPath } from '../sidecars';

const WHOLE = [''];

/** Options of the sidecar that registers a driver with the kubelet. */
export interface CsiRegistrarOptions {
  /** The image of kubernetes-csi/node-driver-registrar. */
  readonly image: string;

  /** The path of the driver's socket on the node. */
  readonly socket: string;

  /** The log verbosity, from 0 to 10. */
  readonly logLevel: number;
}

/** Options of the sidecar that serves a driver's health endpoint. */
export interface CsiLivenessProbeOptions {
  /** The image of kubernetes-csi/livenessprobe. */
  readonly image: string;

  /** The port that the endpoint listens on. */
  readonly port: number;

  /**
   * The name of the volume that holds the driver's socket.
   * @default 'plugin-dir'
   */
  readonly socketVolumeName?: string;

  /**
   * The file name of the socket.
   * @default 'csi.sock'
   */
  readonly socketFile?: string;

  /**
   * The log verbosity, from 0 to 10.
   * @default - the sidecar's own
   */
  readonly logLevel?: number;
}

/** Options of the sidecar that provisions volumes for claims. */
export interface CsiProvisionerOptions {
  /** The image of kubernetes-csi/external-provisioner. */
  readonly image: string;

  /**
   * The directory where the volume `socket-dir`, which holds the driver's socket, is mounted,
   * without a trailing slash.
   */
  readonly socketDirectory: string;

  /** The log verbosity, from 0 to 10. */
  readonly logLevel: number;

  /**
   * Arguments that follow those for the address and the verbosity.
   * @default - none
   */
  readonly additionalArgs?: string[];
}

/**
 * Building blocks for definitions of drivers: the sidecars of kubernetes-csi and the kubelet's
 * directories.
 *
 * @example
 * const socket = csi.CsiSidecars.socketPath('/var/lib/kubelet', 'scratch.example.com');
 */
export class CsiSidecars {
  /**
   * Returns the path at which the kubelet finds a driver's socket.
   * @param kubeletPath the kubelet's directory
   * @param driverName the name of the driver
   * @returns the path on the node
   * @throws an error that lists all findings if one of them is not a string
   */
  public static socketPath(kubeletPath: string, driverName: string): string {
    throwIfErrors(sidecarTypes({ kubeletPath, driverName }, 'socket'));
    return socketPath(kubeletPath, driverName);
  }

  /**
   * Returns the volumes of a node plugin: `kubelet-dir`, `plugin-dir` for the socket, and
   * `registration-dir`.
   * @param kubeletPath the kubelet's directory
   * @param driverName the name of the driver
   * @returns the volumes
   * @throws an error that lists all findings if one of them is not a string
   */
  public static kubeletVolumes(kubeletPath: string, driverName: string): kplus.k8s.Volume[] {
    throwIfErrors(sidecarTypes({ kubeletPath, driverName }, 'socket'));
    return typed(kubeletVolumes(kubeletPath, driverName), WHOLE);
  }

  /**
   * Returns the sidecar that registers the driver with the kubelet. It mounts `plugin-dir` and
   * `registration-dir`.
   * @param options image, socket and logs
   * @returns the container
   * @throws an error that lists all findings if an option is unknown, has the wrong type, or is
   * known only at synthesis
   */
  public static registrar(options: CsiRegistrarOptions): kplus.k8s.Container {
    checkOptions(options, 'registrar');
    return typed(registrar(options), WHOLE);
  }

  /**
   * Returns the sidecar that serves the driver's health endpoint.
   * @param options image, port, socket and logs
   * @returns the container
   * @throws an error that lists all findings if an option is unknown, has the wrong type, or is
   * known only at synthesis
   */
  public static livenessProbe(options: CsiLivenessProbeOptions): kplus.k8s.Container {
    checkOptions(options, 'livenessProbe');
    return typed(livenessProbe(options), WHOLE);
  }

  /**
   * Returns the sidecar that provisions volumes for claims.
   * @param options image, socket, logs and arguments
   * @returns the container
   * @throws an error that lists all findings if an option is unknown, has the wrong type, or is
   * known only at synthesis
   */
  public static provisioner(options: CsiProvisionerOptions): kplus.k8s.Container {
    checkOptions(options, 'provisioner');
    return typed(provisioner(options), WHOLE);
  }

  private constructor() {}
}

function checkOptions(
  options: object,
  sidecar: 'registrar' | 'livenessProbe' | 'provisioner',
): void {
  throwIfErrors(isFields(options) ? unreadableFindings(options) : []);
  throwIfErrors(sidecarTypes(options, sidecar));
}
