/** The kinds of custom resources that are rendered. */
import { ResourceKind } from '../resource';

/** A kind by its name. What it takes to render it is only loaded when the input has one. */
interface KnownKind {
  readonly group: string;
  readonly kind: string;
  /** Whether others have kinds in the group, too, which pass through. */
  readonly isGroupShared?: boolean;
  /** Environment variables of the operator whose values are files that it reads. */
  readonly operatorFiles?: readonly string[];
  load(): ResourceKind;
}

/** A new kind is added here and nowhere else. */
export const KINDS: readonly KnownKind[] = [
  {
    group: 'locust.io',
    kind: 'LocustTest',
    load: () => (require('../locust/core') as typeof import('../locust/core')).LOCUST_TEST,
  },
  {
    group: 'aws-efs.managed.openshift.io',
    kind: 'SharedVolume',
    load: () => (require('../efs/core') as typeof import('../efs/core')).SHARED_VOLUME,
  },
  {
    group: 'kubeflow.org',
    kind: 'PVCViewer',
    isGroupShared: true,
    operatorFiles: ['DEFAULT_POD_SPEC_PATH'],
    load: () => (require('../viewer/core') as typeof import('../viewer/core')).PVC_VIEWER,
  },
];
