/** The least driver that can be installed, so that each test says all that it is about. */
import { checkCsiStack, DriverSpec, PluginOptions, PodSpec, StackSpec } from '../../src/csi/core';
import { describeFinding } from '../../src/findings';

/** A pod of one container. */
export const POD: PodSpec = {
  containers: [{ name: 'driver', image: 'registry.example.com/tiny:v1' }],
};

/** A driver with a node plugin. */
export const TINY: DriverSpec = {
  name: 'tiny.example.com',
  appName: 'tiny-csi',
  defaultNamespace: 'tiny-system',
  csiDriver: {},
  node: { name: 'tiny-node', serviceAccountName: 'tiny-node-account', pod: POD },
};

/** The same one with a controller. */
export const CONTROLLED: DriverSpec = {
  ...TINY,
  controller: { name: 'tiny-controller', serviceAccountName: 'tiny-controller-account', pod: POD },
};

/** A driver on vanilla Kubernetes, unless the rest says otherwise. */
export function specOf(driver: DriverSpec, rest: Partial<StackSpec> = {}): StackSpec {
  return { driver, platform: 'vanilla', options: {}, ...rest };
}

/** The driver whose node plugin has such a pod. */
export function withPod(pod: object, driver: DriverSpec = TINY): DriverSpec {
  return { ...driver, node: { ...driver.node, pod: { ...driver.node.pod, ...pod } } };
}

/** The lines of all findings on an installation. */
export function linesOf(spec: StackSpec): string[] {
  return checkCsiStack(spec).map((finding) => `${finding.severity}: ${describeFinding(finding)}`);
}

/** The lines of all findings on the driver with options for its node plugin. */
export function nodeLines(
  driver: DriverSpec,
  node: PluginOptions | object,
  others: object = {},
): string[] {
  return linesOf(specOf(driver, { options: { node, ...others } as StackSpec['options'] }));
}
