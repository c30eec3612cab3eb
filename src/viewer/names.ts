/** The names and labels of a viewer and of its objects. */
import { fitName, MAX_LABEL_LENGTH } from '../kube';
import { Texts } from './spec';
import { VIEWER_LABEL } from '../placement/core';

/** What the names of all objects of a viewer begin with. */
const NAME_PREFIX = 'pvcviewer-';
/** The longest name of a viewer: that of its Service is ten characters longer. */
export const MAX_VIEWER_NAME = MAX_LABEL_LENGTH - NAME_PREFIX.length;
/** The name of the claim's volume in the pod. */
export const CLAIM_VOLUME = 'viewer-volume';
export const SERVICE_PORT = 80;
/** The gateway of Istio, as Kubeflow installs it. */
export const DEFAULT_GATEWAY = 'kubeflow/kubeflow-gateway';
/** The name of that port, and of the app's own. */
export const HTTP = 'http';
/** What all viewers have in common. */
export const PART_OF: Texts = { [VIEWER_LABEL.key]: VIEWER_LABEL.value };

/** The name of a viewer's objects. */
export function objectName(name: string): string {
  return `${NAME_PREFIX}${name}`;
}

/** The labels by which a viewer's pods are found. */
export function viewerLabels(name: string): { readonly [key: string]: string } {
  return {
    'app.kubernetes.io/name': name,
    'app.kubernetes.io/instance': objectName(name),
    ...PART_OF,
  };
}

/**
 * A name for the viewer of this claim: the claim's own, unless it is too long or has characters
 * that a Service cannot have.
 */
export function viewerName(claimName: string): string {
  return fitName(claimName, MAX_VIEWER_NAME);
}
