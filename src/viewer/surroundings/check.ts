/** Checks of a viewer against what stands around it. */
import { VIEWER_SURROUNDINGS_RULES as RULES } from './rules';
import { Finding, show, violation } from '../../findings';
import { isForOnePod, putFirst } from '../../kube';
import { secondPodOf } from '../../object';
import { PLACEMENT_RULES } from '../../placement/core';
import { Labels, Service, Topology } from '../../topology';

/** How many Services are named that select the pods of one viewer. */
const MOST_SERVICES = 5;

/** A viewer among others. */
interface PlacedViewer {
  readonly namespace: string;
  readonly pvc: string;
  readonly readOnly?: boolean;
  readonly podLabels: Labels;
  /** The access modes of the claim, if they are known otherwise. */
  readonly accessModes?: readonly string[];
}

/**
 * Findings on a viewer; paths are those of a resource's spec, and empty for the viewer as a whole.
 */
export function checkSurroundings(
  viewer: PlacedViewer,
  topology: Topology,
  isOwn: (service: Service) => boolean,
): Finding[] {
  const { namespace, pvc, readOnly = false, podLabels } = viewer;
  const modes = viewer.accessModes ?? topology.accessModesOf(namespace, pvc);
  return [
    ...(topology.claim(namespace, pvc)?.volumeMode === 'Block'
      ? [
          violation(
            RULES.blockVolume,
            'pvc',
            `the claim ${show(pvc)} is a block device, which has no files to show`,
            'view a claim with volumeMode Filesystem',
          ),
        ]
      : []),
    ...(modes && modes.length > 0 && modes.every((mode) => mode === 'ReadOnlyMany') && !readOnly
      ? [
          violation(
            RULES.readOnlyClaim,
            'pvc',
            `the claim ${show(pvc)} is read-only (ReadOnlyMany), but the viewer offers to write`,
            'make the viewer read-only',
          ),
        ]
      : []),
    ...caught(
      topology
        .servicesSelecting(namespace, podLabels, MOST_SERVICES + 2)
        .filter((service) => !isOwn(service)),
    ),
  ];
}

function caught(services: readonly Service[]): Finding[] {
  const tell = (message: string) =>
    violation(
      RULES.caughtByService,
      '',
      message,
      'make its selector more specific, or rename the viewer',
    );
  return [
    ...services
      .slice(0, MOST_SERVICES)
      .map(({ name, selector, key }) =>
        tell(
          `the Service ${show(name)} (${key}) selects the pods of the viewer with ${show(selector)}`,
        ),
      ),
    ...(services.length > MOST_SERVICES
      ? [tell(`more Services than these ${MOST_SERVICES} select the pods of the viewer`)]
      : []),
  ];
}

/** A viewer as others see it. */
interface NamedViewer {
  readonly construct: string;
  readonly name: string;
  readonly namespace?: string;
  readonly pvc: string;
}

/** Findings on viewers that have one claim for one pod. */
export function checkViewersTogether(
  viewers: readonly NamedViewer[],
  topology: Topology,
): Finding[] {
  const first = new Map<string, NamedViewer>();
  return viewers.flatMap((viewer) => {
    const { namespace, pvc, construct } = viewer;
    if (!isForOnePod(topology.accessModesOf(namespace, pvc))) return [];
    const key = `${namespace ?? ''}\n${pvc}`;
    const other = putFirst(first, key, viewer);
    if (!other) return [];
    // Viewers are brought to the node of the claim.
    const { message, remedy } = secondPodOf(pvc, `the viewer ${show(other.name)} uses it`, true);
    return [{ ...violation(PLACEMENT_RULES.claimForOnePod, 'pvc', message, remedy), construct }];
  });
}
