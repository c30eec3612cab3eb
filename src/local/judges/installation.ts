/**
 * The installation of the driver, as far as the objects show it: whether it leaves the nodes of
 * volumes to what steers pods, and what does.
 */
import { Finding, violation } from '../../findings';
import { Judge, World } from '../../judge';
import { isStored } from '../../kube';
import { Fields, fieldsOf, listOf, textOf, valuesOf } from '../../object';
import { Steering, steeringOf } from '../steering';
import { LOCAL_RULES as RULES } from './rules';

const FLAG = '--run-alongside-webhook';

export interface Installation {
  /**
   * Whether volumes have no node affinity, so that pods have to be steered; undefined if nobody
   * says.
   */
  readonly isHyperconverged?: boolean;
  /** Whether a policy or a webhook among the objects steers pods. */
  readonly isSteered: boolean;
  /** Whether it steers pods with these labels. */
  readonly steers?: Steering;
  /** The volume group that the driver makes of the disks; undefined if it makes none. */
  readonly raidGroup?: string;
}

/** The installation among the objects of a world. */
export function installationOf(world: World): Installation {
  const pods = world.ofKind('apps/DaemonSet').map(({ manifest }) => podOf(manifest));
  const flag = pods.map(flagOf).find((one) => one !== undefined);
  const steers = steeringOf((kindKey) => world.ofKind(kindKey).map(({ manifest }) => manifest));
  const isSteered = steers !== undefined;
  return {
    isHyperconverged: flag ?? (isSteered ? true : undefined),
    isSteered,
    ...(steers ? { steers } : {}),
    raidGroup: pods.filter((pod) => flagOf(pod) !== undefined).flatMap(raidGroupOf)[0],
  };
}

export const INSTALLATION_JUDGE: Judge = {
  rules: () => [RULES],
  kinds: ['apps/DaemonSet'],
  check: ({ manifest }, world) => {
    const flag = flagOf(podOf(manifest));
    const { isSteered } = world.once(installationOf);
    if (flag === undefined || flag === isSteered) return [];
    // A read-out has no mutating policies or webhooks, which may steer pods.
    if (flag && isStored(manifest)) return [];
    return [mismatch(flag, flagPath(podOf(manifest)))];
  },
};

function mismatch(flag: boolean, path: string): Finding {
  return flag
    ? violation(
        RULES.nobodySteers,
        path,
        `${FLAG}=true leaves volumes without node affinity, and nothing steers pods to them`,
        `add a HyperconvergedPolicy or a HyperconvergedWebhook, or set ${FLAG}=false`,
      )
    : violation(
        RULES.steeredInVain,
        path,
        `${FLAG}=false gives volumes node affinity, but pods are steered as well`,
        `set ${FLAG}=true, or remove what steers pods`,
      );
}

function podOf(manifest: Fields): Fields {
  return fieldsOf(fieldsOf(fieldsOf(manifest.spec).template).spec);
}

function flagOf(pod: Fields): boolean | undefined {
  const given = flagsOf(pod)[0]?.value;
  return given === undefined ? undefined : given !== 'false';
}

function flagPath(pod: Fields): string {
  const { container, index } = flagsOf(pod)[0];
  return `spec.template.spec.containers[${container}].args[${index}]`;
}

function flagsOf({
  containers,
}: Fields): { readonly container: number; readonly index: number; readonly value: string }[] {
  return listOf(containers).flatMap(({ args }, container) =>
    valuesOf(args).flatMap((arg, index) => {
      const [flag, value = 'true'] = textOf(arg).split('=');
      return flag === FLAG ? [{ container, index, value }] : [];
    }),
  );
}

function raidGroupOf({ initContainers }: Fields): string[] {
  return listOf(initContainers)
    .filter(({ name }) => name === 'raid')
    .flatMap(({ env }) => listOf(env))
    .filter(({ name }) => name === 'VOLUME_GROUP')
    .flatMap(({ value }) => textOf(value) || []);
}
