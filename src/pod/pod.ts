/**
 * The whole pod: all that the API server would object to, whatever the workload is that makes it.
 */
import { besideTypes, Finding, Severity, show, violation } from '../findings';
import { checkChoices } from './choices';
import { checkOverhead, checkOverheadClass } from './container-resources';
import { checkContainers, containersOf } from './containers';
import { PodCluster } from './gates';
import { checkHostProcess } from './host-process';
import { checkDns, checkHost, checkHostName } from './network';
import { checkOperatingSystem } from './operating-system';
import { checkPodResources } from './pod-resources';
import { conform, Fields, fieldsOf, isGiven, numberOf } from '../object';
import { checkPriority } from './priority';
import { checkPullSecrets, checkReferences } from './references';
import { POD_RULES as RULES } from './rules';
import { checkScheduling } from './scheduling';
import { checkSecurity, checkSysctls } from './security';
import { checkVolumes } from './volumes';

/** The restart policies of pods that nobody makes again. */
const ALL_RESTART_POLICIES = ['Always', 'OnFailure', 'Never'];
const MAX_DEADLINE = 2 ** 31 - 1;

/** Where the pod stands, and what its workload has to say. */
export interface PodSpecOptions {
  /** The field that the pod stands in: the paths of the findings begin with it. */
  readonly path: string;
  /**
   * The restart policies that the workload may have: `['Always']` for Deployments, ReplicaSets,
   * StatefulSets and DaemonSets, which then may have no deadline; `['OnFailure', 'Never']` for
   * Jobs.
   * @default - all, as for a Pod
   */
  readonly restartPolicies?: readonly string[];
  /**
   * The names of the claim templates of the workload, which are volumes of its pods.
   * @default - none
   */
  readonly claimTemplates?: readonly string[];
  /**
   * Whether the workload names the hosts of its pods, whatever their template says.
   * @default false
   */
  readonly namesHosts?: boolean;
  /**
   * Whether the object is the Pod itself, of which the server asks a little more.
   * @default false
   */
  readonly isPod?: boolean;
  /**
   * Whether it is made by this, so that the server computes what follows from the names in it.
   * @default true
   */
  readonly isNew?: boolean;
  /**
   * The version of Kubernetes, and its feature gates.
   * @default - that of the model, with what it has on
   */
  readonly cluster?: PodCluster;
}

/**
 * All findings on a pod, whatever it is. An error is what the API server refuses, or what never
 * starts; a warning is what it takes in another sense than its author may think.
 */
export function checkPodSpec(podSpec: unknown, options: PodSpecOptions): Finding[] {
  const { path, restartPolicies = ALL_RESTART_POLICIES, claimTemplates = [], cluster } = options;
  const isPod = options.isPod === true;
  if (!isGiven(podSpec)) {
    return [violation(RULES.type, path, 'there is no pod', 'set a map of fields, with containers')];
  }
  const { part: pod, findings } = conform(podSpec, 'PodSpec', path, RULES);
  // What is said of the whole says enough.
  if (findings.some((finding) => finding.path === path)) return [...findings];
  const { main, init } = containersOf(pod, path);
  const contextOf = ({ container, path: at }: (typeof main)[number]) => ({
    context: container.securityContext,
    path: `${at}.securityContext`,
  });
  const contexts = [...main, ...init].map(contextOf);
  const own = [
    ...checkContainers(pod, { path, claimTemplates, isPod, cluster }),
    ...checkVolumes(pod.volumes, `${path}.volumes`, fieldsOf(podSpec).volumes, isPod),
    ...Object.entries(pod).flatMap(([field, value]) =>
      field === 'restartPolicy' ? [] : checkChoices(value, `${path}.${field}`, field),
    ),
    ...restartFindings(pod, path, restartPolicies),
    ...timeFindings(pod, path, restartPolicies),
    ...checkReferences(pod, path, isPod),
    ...checkPullSecrets(pod.imagePullSecrets, `${path}.imagePullSecrets`),
    ...checkScheduling(pod, path, cluster),
    ...checkSecurity(
      { context: pod.securityContext, path: `${path}.securityContext` },
      contexts,
      cluster,
    ),
    ...checkHostProcess(pod, path, contexts),
    ...checkSysctls(pod.securityContext, `${path}.securityContext`, pod),
    ...checkHost(pod, path),
    ...checkHostName(options.namesHosts === true ? withoutHost(pod) : pod, path),
    ...checkDns(pod, path),
    ...checkOperatingSystem(pod, path),
    ...(isPod && options.isNew !== false
      ? [...checkPriority(pod, path), ...checkOverheadClass(pod, path)]
      : []),
    ...checkPodResources(pod, path),
    ...(isGiven(pod.overhead) ? checkOverhead(pod.overhead, `${path}.overhead`) : []),
  ];
  return [...findings, ...besideTypes(own, findings)];
}

const withoutHost = ({ hostname: _host, subdomain: _domain, ...pod }: Fields): Fields => pod;

function restartFindings(
  { restartPolicy }: Fields,
  path: string,
  allowed: readonly string[],
): Finding[] {
  // Nothing and the empty text mean Always.
  const policy = restartPolicy || 'Always';
  if (allowed.includes(policy as string)) return [];
  const what = restartPolicy
    ? `${show(restartPolicy)} is not a restart policy that the pod can have here`
    : 'there is no restart policy, which means Always';
  return [
    violation(RULES.restartPolicy, `${path}.restartPolicy`, what, `use ${allowed.join(' or ')}`),
  ];
}

function timeFindings(pod: Fields, path: string, allowed: readonly string[]): Finding[] {
  const { activeDeadlineSeconds: deadline, terminationGracePeriodSeconds: grace } = pod;
  const seconds = numberOf(deadline ?? 1);
  const field = `${path}.activeDeadlineSeconds`;
  return [
    ...(seconds >= 1 && seconds <= MAX_DEADLINE
      ? []
      : [
          violation(
            RULES.deadline,
            field,
            `${show(deadline)} is not a valid deadline`,
            `use 1 to ${MAX_DEADLINE}`,
          ),
        ]),
    ...(isGiven(deadline) && !allowed.some((policy) => policy !== 'Always')
      ? [
          violation(
            RULES.deadline,
            field,
            'pods that are kept running cannot have a deadline',
            'remove it, or make a Job',
          ),
        ]
      : []),
    ...(numberOf(grace ?? 1) < 0
      ? [
          {
            ...violation(
              RULES.deadline,
              `${path}.terminationGracePeriodSeconds`,
              `${show(grace)} is negative, which means one second`,
              'use 0 or more',
            ),
            severity: Severity.WARNING,
          },
        ]
      : []),
  ];
}
