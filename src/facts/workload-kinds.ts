/** Kinds of others that make pods, as users name them: in code and in the configuration file. */
import { WorkloadKind } from '../kube';
import { flag, listOf, objectOf, Of, required, string, text } from '../shape';

/** A kind of workload that this library does not know. */
export const WORKLOAD_KIND_SHAPE = objectOf({
  group: string,
  kind: required(text),
  templatePath: required(listOf(text)),
  selectorPath: listOf(text),
  nameLabels: listOf(text),
  stateful: flag,
  batch: flag,
});
export type WorkloadKindSpec = Of<typeof WORKLOAD_KIND_SHAPE>;

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
