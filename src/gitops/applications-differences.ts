/**
 * Differences that the objects of an Application bring with them: where another than Argo CD writes
 * what is in Git.
 */
import { DifferenceSpec } from './applications';
import { Fields, fieldsOf, groupOf } from '../kube';
import { listOf, textOf } from '../object';

/** The differences that must be ignored, for these objects and no others. */
export function neededDifferences(
  manifests: readonly Fields[],
  isServerSide: boolean,
): readonly DifferenceSpec[] {
  const scaled = new Set(manifests.flatMap((one) => scaledBy(one)));
  return manifests.flatMap((one): readonly DifferenceSpec[] => {
    const { replicas, volumeClaimTemplates } = fieldsOf(one.spec);
    return [
      // An autoscaler writes it, and self-healing would set it back.
      ...(replicas !== undefined && scaled.has(keyOf(one))
        ? [{ ...named(one), jsonPointers: ['/spec/replicas'] }]
        : []),
      // The API server writes what these leave out, and a server-side apply does not see that it is
      // the same.
      ...(isServerSide &&
      listOf(volumeClaimTemplates)
        .map(fieldsOf)
        .some(({ apiVersion, kind }) => apiVersion === undefined || kind === undefined)
        ? [
            {
              ...named(one),
              jqPathExpressions: [
                '.spec.volumeClaimTemplates[]?.apiVersion',
                '.spec.volumeClaimTemplates[]?.kind',
              ],
            },
          ]
        : []),
    ];
  });
}

/** What an autoscaler of Kubernetes or of KEDA scales. */
function scaledBy({ apiVersion, kind, metadata, spec }: Fields): string[] {
  const isScaler =
    kind === 'HorizontalPodAutoscaler' ||
    (kind === 'ScaledObject' && groupOf(textOf(apiVersion)) === 'keda.sh');
  if (!isScaler) return [];
  const target = fieldsOf(fieldsOf(spec).scaleTargetRef);
  return [
    JSON.stringify([
      textOf(target.kind) || 'Deployment',
      textOf(fieldsOf(metadata).namespace),
      textOf(target.name),
    ]),
  ];
}

function keyOf({ kind, metadata }: Fields): string {
  const { name, namespace } = fieldsOf(metadata);
  return JSON.stringify([textOf(kind), textOf(namespace), textOf(name)]);
}

function named({
  apiVersion,
  kind,
  metadata,
}: Fields): Pick<DifferenceSpec, 'group' | 'kind' | 'name' | 'namespace'> {
  const { name, namespace } = fieldsOf(metadata);
  const group = groupOf(textOf(apiVersion));
  return {
    ...(group === '' ? {} : { group }),
    kind: textOf(kind),
    name: textOf(name),
    ...(typeof namespace === 'string' ? { namespace } : {}),
  };
}
