/**
 * The pod of a viewer: what the API server asks of any pod, and what makes it one that shows the
 * claim.
 */
import { atOrigins, Finding, From, originsOf, Severity, unmarked, violation } from '../../findings';
import { checkPodSpec } from '../../pod';
import { CULL_IMAGE } from '../cull/build';
import { CLAIM_VOLUME } from '../names';
import { claimVolumes, podSpecOf } from '../pod';
import { PART_OPTIONS } from '../pod-options';
import { entries } from '../ports';
import { VIEWER_RULES as RULES } from '../rules';
import { KubeValue, ViewerSpec } from '../spec';
import { checkImage } from './app';

/** The options whose values are parts of a pod, word by word. */
const PARTS: readonly (keyof ViewerSpec)[] = [...PART_OPTIONS, 'imagePullSecrets'];

export function checkPod(spec: ViewerSpec): Finding[] {
  const { podSpec } = spec;
  if (podSpec === undefined) {
    return PARTS.every((option) => spec[option] === undefined)
      ? []
      : ofOptions((from) => podSpecOf(spec, from));
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
    : ofOptions((from) => ({
        containers: [{ name: 'cull', image: CULL_IMAGE }],
        imagePullSecrets: from('imagePullSecrets', imagePullSecrets),
      }));
}

/** What is wrong with what options bring into a pod; what else is wrong there is the app's own. */
function ofOptions(build: (from: From) => KubeValue): Finding[] {
  const origin = originsOf((from) => ({ pod: build(from) }));
  return checkPodSpec(build(unmarked), { path: 'pod', restartPolicies: ['Always'] }).flatMap(
    (finding) => {
      const path = origin(finding.path);
      const isPart = PARTS.some((option) => option === path?.split(/[.[]/, 1)[0]);
      return path === undefined || !isPart ? [] : [{ ...finding, path }];
    },
  );
}

function checkOwnPod(spec: ViewerSpec, given: KubeValue): Finding[] {
  const isTaken = needsInjection(spec, given) && volumeNames(given).includes(CLAIM_VOLUME);
  const pod = isTaken ? given : podSpecOf(spec);
  const findings = checkPodSpec(pod, { path: 'podSpec', restartPolicies: ['Always'] });
  return isTaken ? findings : atOrigins(findings, (from) => ({ podSpec: podSpecOf(spec, from) }));
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
            'rename that volume',
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
