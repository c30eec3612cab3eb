/**
 * Values that rooms above pass to floors below: which rules there are, and what an engine makes of
 * a target.
 *
 * This has to have happened whatever somebody takes from the library, so its index imports it for
 * its effect alone. It is all that importing anything does.
 */
import { provideHost, provideRules } from './findings';
import { hostOfProcess, provideJudges, whenTargeted } from './tree';

provideHost(hostOfProcess);
// Only a synthesis needs them.
provideJudges(() => (require('./judges') as typeof import('./judges')).ALL_JUDGES);
provideRules(() => (require('./rules') as typeof import('./rules')).ALL_RULES);
whenTargeted((scope, { gitops }) => {
  if (gitops === undefined) return;
  const git =
    require('./gitops/constructs/git-ops') as typeof import('./gitops/constructs/git-ops');
  git.enterByTarget(scope, gitops);
});
