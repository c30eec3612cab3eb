/** Checks of the options of GitOps. */
import { GITOPS_MODE_RULES as RULES } from './rules';
import { ARGO_CD_SHAPE, FLUX_SHAPE, GitOpsOptions, GitOpsSpec, MOST_WAVES } from './spec';
import { Finding, show, violation } from '../findings';
import { checkShaped } from '../shape';

/** All findings on what is asked of an engine, whatever it is. */
export function checkGitOps({ engine, ...options }: GitOpsSpec): Finding[] {
  return engine === 'flux'
    ? checkShaped<GitOpsOptions>(options, FLUX_SHAPE, checkFlux)
    : checkShaped<GitOpsOptions>(options, ARGO_CD_SHAPE, checkArgoCd);
}

function checkArgoCd({ wave = 0 }: GitOpsOptions): Finding[] {
  if (Math.abs(wave) <= MOST_WAVES) return [];
  return [
    violation(
      RULES.wave,
      'wave',
      `${wave} is not a valid wave`,
      `use a whole number between -${MOST_WAVES} and ${MOST_WAVES}`,
    ),
  ];
}

function checkFlux({ guard, jobs }: GitOpsOptions): Finding[] {
  return [
    ...(guard === 'confirm'
      ? [
          violation(
            RULES.otherEngine,
            'guard',
            `${show(guard)}: Flux does not ask before it prunes`,
            'use keep',
          ),
        ]
      : []),
    ...(jobs === 'hook'
      ? [
          violation(
            RULES.otherEngine,
            'jobs',
            `${show(jobs)}: Flux has no hooks`,
            'use hashedName or replace',
          ),
        ]
      : []),
  ];
}
