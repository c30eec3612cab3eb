/** The rules on what is asked of GitOps for the objects of a scope. */
import { defineRules } from '../findings';

const ARGO = 'Argo CD 3.5, gitops-engine';
const FLUX = 'Flux kustomize-controller 1.9';

export const GITOPS_MODE_RULES = defineRules('gitops', {
  wave: {
    error: 'A wave is not a whole number between -1000000 and 1000000.',
    why: 'Argo CD treats a wave that it cannot read as 0; the limits leave room for waves before and after.',
    bad: 'GitOps.enableArgoCd(chart, { wave: 1e12 })',
    good: 'GitOps.enableArgoCd(chart, { wave: -1 })',
    source: ARGO,
  },
  otherEngine: {
    error: 'An option is set that the engine does not support.',
    why: 'Flux has no hooks and does not ask before it prunes.',
    bad: "GitOps.enableFlux(app, { jobs: 'hook' })",
    good: 'GitOps.enableFlux(app, { jobs: FluxJobs.REPLACE })',
    source: FLUX,
  },
  mode: {
    error: 'A scope is assigned to two engines, or twice.',
    why: 'Each engine ignores what the other one reads, so it would not be clear which of the two is meant.',
    bad: 'GitOps.enableArgoCd(app), GitOps.enableFlux(app)',
    good: 'GitOps.enableArgoCd(app), GitOps.enableFlux(chart) for a chart that Flux applies',
    source: 'this library',
  },
  policyInOneGo: {
    warning:
      'With Flux, an admission policy is in the same Kustomization as the objects that it applies to.',
    why: 'Flux applies both at once, and a policy takes effect about a second after it is created: objects that are created before that are neither checked nor changed.',
    bad: 'a MutatingAdmissionPolicy on pods and a Deployment in one chart',
    good: 'two charts, and a Kustomization of each, of which the second one has dependsOn',
    source: `${FLUX}; Kubernetes, validating and mutating admission policies`,
  },
});
