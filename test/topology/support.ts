/** Topologies of a few lines of YAML. */
import { parseAllDocuments } from 'yaml';
import {
  readTopology,
  Topology,
  TopologyOptions,
  TopologySource,
  Workload,
} from '../../src/topology';

/** The documents as sources, whose keys are their numbers: `#0`, `#1`. */
export function sourcesOf(yaml: string): TopologySource[] {
  return parseAllDocuments(yaml).map((document, index) => ({
    key: `#${index}`,
    manifest: document.toJS() as TopologySource['manifest'],
  }));
}

/** The topology of the documents. */
export function topologyOf(yaml: string, options?: TopologyOptions): Topology {
  return readTopology(sourcesOf(yaml), options);
}

/** The first workload of the documents. */
export function workloadOf(yaml: string, options?: TopologyOptions): Workload {
  return topologyOf(yaml, options).workloads[0];
}
