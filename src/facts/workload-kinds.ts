/** Kinds of others that make pods, as users name them: in code and in the configuration file. */
import { WorkloadKind } from '../kube';
import { flag, listOf, Shape, string, struct, text } from '../shape';

/** A kind of workload that this library does not know. */
export interface WorkloadKindSpec {
  readonly group?: string;
  readonly kind: string;
  readonly templatePath: readonly string[];
  readonly selectorPath?: readonly string[];
  readonly nameLabels?: readonly string[];
  readonly stateful?: boolean;
  readonly batch?: boolean;
}

const TEXTS: Shape = listOf(text);

/** What is said of such a kind. */
export const WORKLOAD_KIND_SHAPE = struct<WorkloadKindSpec>(
  {
    group: string,
    kind: text,
    templatePath: TEXTS,
    selectorPath: TEXTS,
    nameLabels: TEXTS,
    stateful: flag,
    batch: flag,
  },
  ['kind', 'templatePath'],
);

/** The kind as the table of workloads has it. */
export function workloadKindFrom({
  group = '',
  stateful,
  batch,
  ...others
}: WorkloadKindSpec): WorkloadKind {
  return {
    group,
    ...others,
    ...(stateful === undefined ? {} : { isStateful: stateful }),
    ...(batch === undefined ? {} : { isBatch: batch }),
  };
}
