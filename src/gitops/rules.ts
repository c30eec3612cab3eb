/** The rules on what is asked of GitOps for the objects of a scope. */
import { defineRules, Severity } from '../findings';

const ARGO = 'Argo CD 3.5, gitops-engine';
const FLUX = 'Flux kustomize-controller 1.9';

export const GITOPS_MODE_RULES = defineRules('gitops', {
  wave: {
    summary: 'A wave is a whole number between -1000000 and 1000000.',
    why: 'Argo CD takes a wave that it cannot read for 0; the bounds leave room for the waves before and after.',
    bad: 'GitOps.argoCd(chart, { wave: 1e12 })',
    good: 'GitOps.argoCd(chart, { wave: -1 })',
    source: ARGO,
  },
  otherEngine: {
    summary: 'Only what the engine has is asked of it.',
    why: 'Flux has no hooks and does not ask before it prunes.',
    bad: 'GitOps.flux(app, { jobs: GitOpsJobs.HOOK })',
    good: 'GitOps.flux(app, { jobs: GitOpsJobs.REPLACE })',
    source: FLUX,
  },
  mode: {
    summary: 'A scope is given to one engine, once.',
    why: 'What one engine reads, the other one ignores: nobody could tell which of the two was meant.',
    bad: 'GitOps.argoCd(app), GitOps.flux(app)',
    good: 'GitOps.argoCd(app), GitOps.flux(chart) for a chart that Flux applies',
    source: 'this library',
  },
  policyInOneGo: {
    severity: Severity.WARNING,
    summary: 'Under Flux, an admission policy is not in the Kustomization of what it is to judge or to change.',
    why: 'Flux applies both in one go, and a policy acts about a second after it is there: what is created before that is neither judged nor changed.',
    bad: 'a MutatingAdmissionPolicy on pods and a Deployment in one chart',
    good: 'two charts, and a Kustomization of each, of which the second one has dependsOn',
    source: `${FLUX}; Kubernetes 1.36, validating and mutating admission policies`,
  },
});
