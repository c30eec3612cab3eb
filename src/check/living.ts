/** Findings on a cluster itself, independent of the manifests. */
import { TargetFacts } from '../facts';
import { show } from '../findings';
import { judge, readWorld } from '../judge';
import { Fields, fieldsOf, isStored } from '../kube';
import { LIVING_JUDGES } from '../manifests/core';
import { textOf } from '../object';
import { LiveObject, ReadOut } from '../read-out';
import { Note, RenderFinding } from '../render';
import { TopologyOptions } from '../topology';

/** Findings on all that lives, each at the line of the read-out on which its object begins. */
export function livingFindings(
  cluster: ReadOut,
  target: TargetFacts,
  options: TopologyOptions,
): RenderFinding[] {
  const { objects } = cluster;
  const sources = objects.map(({ manifest }, index) => ({ key: String(index), manifest }));
  return judge(readWorld(sources, target, { ...options, cluster }), LIVING_JUDGES).map(
    ({ construct, ...finding }) => {
      const object = objects[Number(construct)];
      return { ...finding, file: object.file, line: object.line, object: nameOfLive(object) };
    },
  );
}

/** `Kind/namespace/name`, as findings name objects. */
export function nameOfLive({ kindKey, namespace, name }: LiveObject): string {
  const kind = kindKey.slice(kindKey.indexOf('/') + 1);
  return namespace === undefined ? `${kind}/${name}` : `${kind}/${namespace}/${name}`;
}

/** So many namespaces are named. */
const MOST_NAMES = 3;

/** Says that the read-out has none of the namespaces in which the manifests are. */
export function otherCluster(cluster: ReadOut, manifests: readonly Fields[]): Note[] {
  const namespaces = new Set<string>();
  const made = new Set<string>();
  for (const manifest of manifests) {
    if (isStored(manifest)) continue;
    const { name, namespace } = fieldsOf(manifest.metadata);
    if (manifest.kind === 'Namespace') made.add(textOf(name));
    if (textOf(namespace) !== '') namespaces.add(textOf(namespace));
  }
  const asked = [...namespaces].filter((one) => !made.has(one));
  const isThere = (one: string) => cluster.find('/Namespace', undefined, one) !== undefined;
  if (asked.length === 0 || !cluster.covers('/Namespace') || asked.some(isThere)) return [];
  const names = asked.slice(0, MOST_NAMES).map((one) => show(one));
  const more = asked.length - names.length;
  return [
    {
      file: cluster.objects[0].file,
      words: `the read-out has none of the namespaces of the files (${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}), so it may come from another cluster; check that kubectl uses the right context`,
    },
  ];
}
