/** Jobs that go when they are done, and are recreated by whoever applies them. */
import { argoHooksOf, fluxOptionAt, helmHooksOf } from './annotations';
import { APPLICATIONS, kustomizationsFor, syncingOf } from './engines';
import { ARGO_CD, FLUX_CD } from './sources';
import { defineRules, Finding, show, violation } from '../../findings';
import { Judge, JudgedObject, World } from '../../judge';
import { fieldsOf, isGiven } from '../../object';

const RULES = defineRules('gitops', {
  jobRunsAgain: {
    warning: 'A Job that GitOps manages has ttlSecondsAfterFinished.',
    why: 'Once it is deleted, Flux recreates it at the next reconciliation, and Argo CD at the next sync, or immediately with self-heal: it runs again and again.',
    bad: 'ttlSecondsAfterFinished: 600, on a Job that Flux applies',
    good: 'a Job without ttlSecondsAfterFinished; of Argo CD, a hook',
    source: `${FLUX_CD}; ${ARGO_CD}`,
  },
});

/** Jobs with a time to live. */
export const REPEATING_JUDGE: Judge = {
  rules: () => [RULES],
  kinds: ['batch/Job'],
  check: checkJob,
};

const PATH = 'spec.ttlSecondsAfterFinished';

function checkJob(job: JudgedObject, world: World): Finding[] {
  const { ttlSecondsAfterFinished } = fieldsOf(job.manifest.spec);
  if (
    !isGiven(ttlSecondsAfterFinished) ||
    argoHooksOf(job).length > 0 ||
    helmHooksOf(job).length > 0
  ) {
    return [];
  }
  const who = repeaterOf(job, world);
  if (who === undefined) return [];
  const [message, remedy] =
    who === 'flux'
      ? ['Flux recreates it at the next reconciliation', 'remove it']
      : [
          who === 'heal'
            ? 'Argo CD recreates it (self-heal)'
            : 'Argo CD recreates it at the next sync, or immediately with self-heal',
          'remove it, or make the Job a hook',
        ];
  return [
    violation(
      RULES.jobRunsAgain,
      PATH,
      `the Job ${show(job.name)} is deleted ${show(ttlSecondsAfterFinished)} seconds after it ends, and ${message}: it runs again`,
      remedy,
    ),
  ];
}

function repeaterOf(job: JudgedObject, world: World): 'flux' | 'heal' | 'argo' | undefined {
  const { gitops } = world.target;
  const isOfFlux =
    gitops === 'flux' ||
    (gitops === undefined && kustomizationsFor(world, job.namespace).length > 0);
  if (isOfFlux) {
    return fluxOptionAt(job, 'reconcile', 'disabled') === undefined ? 'flux' : undefined;
  }
  if (world.once(healed).has(job.namespace ?? '')) return 'heal';
  return gitops === 'argocd' ? 'argo' : undefined;
}

/** The namespaces of Applications that heal. */
function healed(world: World): ReadonlySet<string> {
  return new Set(
    APPLICATIONS.flatMap((kind) => world.ofKind(kind))
      .map(syncingOf)
      .filter(({ heals }) => heals)
      .map(({ namespace }) => namespace),
  );
}
