/** Pods for tests: one that is fine, and what can be changed in it. */

/** What is the matter with a pod, the pod, and all that is said about it. */
export type Case = readonly [what: string, pod: object, said: readonly string[]];

const CONTAINER = { name: 'app', image: 'nginx:1.29' };

/** A pod with these fields. */
export function pod(fields: object): object {
  return { containers: [CONTAINER], ...fields };
}

/** A pod whose container has these fields. */
export function app(fields: object): object {
  return { containers: [{ ...CONTAINER, ...fields }] };
}

/** A pod that mounts an emptyDir; the mount has these fields. */
export function mounted(fields: object): object {
  return {
    containers: [{ ...CONTAINER, volumeMounts: [{ name: 'data', mountPath: '/data', ...fields }] }],
    volumes: [{ name: 'data', emptyDir: {} }],
  };
}
