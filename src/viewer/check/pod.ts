/**
 * The pod of a viewer: what the API server asks of any pod, and what makes it one that shows the
 * claim.
 */
import { Finding, Severity, violation } from '../../findings';
import { fieldsOf } from '../../kube';
import { checkPodSpec } from '../../pod';
import { CULL_IMAGE } from '../cull/build';
import { CLAIM_VOLUME } from '../names';
import { claimVolumes, podSpecOf } from '../pod';
import { entries } from '../ports';
import { VIEWER_RULES as RULES } from '../rules';
import { KubeValue, ViewerSpec } from '../spec';
import { checkImage } from './app';

/**
 * The parts of an app's pod that are the user's word by word; what else is wrong there comes from
 * the app.
 */
const FROM_OPTIONS: readonly (readonly [inPod: string, option: keyof ViewerSpec])[] = [
  ['pod.containers[0].resources', 'resources'],
  ['pod.affinity', 'affinity'],
  ['pod.nodeSelector', 'nodeSelector'],
  ['pod.tolerations', 'tolerations'],
  ['pod.imagePullSecrets', 'imagePullSecrets'],
];

/** Findings on the pod. */
export function checkPod(spec: ViewerSpec): Finding[] {
  const { podSpec } = spec;
  if (podSpec === undefined) {
    return FROM_OPTIONS.every(([, option]) => spec[option] === undefined)
      ? []
      : atOptions(podSpecOf(spec));
  }
  return [
    ...checkClaim(spec, podSpec),
    ...checkImages(podSpec),
    ...checkOwnPod(spec, podSpec),
    ...checkCullingPod(spec),
  ];
}

/** Beside a pod of the user's own, what culls it has a pod with these secrets. */
function checkCullingPod({ cull, imagePullSecrets }: ViewerSpec): Finding[] {
  return cull === undefined || imagePullSecrets === undefined
    ? []
    : atOptions({ containers: [{ name: 'cull', image: CULL_IMAGE }], imagePullSecrets });
}

/** What is wrong with what options bring into a pod, at the options. */
function atOptions(pod: KubeValue): Finding[] {
  return checkPodSpec(pod, { path: 'pod', restartPolicies: ['Always'] }).flatMap((finding) => {
    const [inPod, option] = FROM_OPTIONS.find(([place]) => finding.path.startsWith(place)) ?? [];
    return inPod === undefined
      ? []
      : [{ ...finding, path: `${option}${finding.path.slice(inPod.length)}` }];
  });
}

function checkOwnPod(spec: ViewerSpec, given: KubeValue): Finding[] {
  const isTaken = needsInjection(spec, given) && volumeNames(given).includes(CLAIM_VOLUME);
  const pod = isTaken ? given : podSpecOf(spec);
  // The mount is added behind whatever else stands in the list.
  const first = fieldsOf(Array.isArray(given.containers) ? given.containers[0] : undefined);
  const injected = `podSpec.containers[0].volumeMounts[${Array.isArray(first.volumeMounts) ? first.volumeMounts.length : 0}]`;
  return checkPodSpec(pod, { path: 'podSpec', restartPolicies: ['Always'] }).map((finding) =>
    pod !== given && needsInjection(spec, given) && finding.path.startsWith(injected)
      ? { ...finding, path: 'injectVolumeAt' }
      : finding,
  );
}

function checkClaim(spec: ViewerSpec, podSpec: KubeValue): Finding[] {
  const { pvc, injectVolumeAt } = spec;
  const names = claimVolumes(pvc, podSpec);
  if (pvc === '') return [];
  if (names.length === 0) {
    if (injectVolumeAt === undefined) {
      return [
        violation(
          RULES.claimUnused,
          'podSpec.volumes',
          `PVC ${pvc} must be used in the podSpec`,
          `add { name: ${CLAIM_VOLUME}, persistentVolumeClaim: { claimName: ${pvc} } }`,
        ),
      ];
    }
    return volumeNames(podSpec).includes(CLAIM_VOLUME)
      ? [
          violation(
            RULES.volumeTaken,
            'podSpec.volumes',
            `the podSpec has a volume "${CLAIM_VOLUME}" that is not the claim`,
            'give that volume another name',
          ),
        ]
      : [];
  }
  // What an init container mounts is gone when the viewer runs, unless it is a sidecar.
  const all = [
    ...entries(podSpec.containers),
    ...entries(podSpec.initContainers).filter(({ restartPolicy }) => restartPolicy === 'Always'),
  ];
  const mounts = all.flatMap(({ volumeMounts, volumeDevices }) => [
    ...entries(volumeMounts),
    ...entries(volumeDevices),
  ]);
  const isMounted = mounts.some(({ name }) => names.includes(name));
  return isMounted
    ? []
    : [
        violation(
          RULES.claimNotMounted,
          'podSpec.volumes',
          `no container mounts the claim ${pvc}`,
          `add it to volumeMounts: { name: ${String(names[0])}, mountPath: /data }`,
        ),
      ];
}

/** What is not an image at all is told with the rest of the pod. */
function checkImages(podSpec: KubeValue): Finding[] {
  return (['containers', 'initContainers'] as const).flatMap((list) =>
    entries(podSpec[list]).flatMap(({ image }, index) =>
      typeof image === 'string'
        ? checkImage(image, `podSpec.${list}[${index}].image`).filter(
            ({ severity }) => severity === Severity.WARNING,
          )
        : [],
    ),
  );
}

function needsInjection({ pvc, injectVolumeAt }: ViewerSpec, podSpec: KubeValue): boolean {
  return injectVolumeAt !== undefined && claimVolumes(pvc, podSpec).length === 0;
}

function volumeNames(podSpec: KubeValue): unknown[] {
  return entries(podSpec.volumes).map(({ name }) => name);
}
