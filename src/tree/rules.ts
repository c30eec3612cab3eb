/**
 * Rules of all constructs alike: what they are given, and that no two of them are the same object.
 */
import { defineRules } from '../findings';

/** The versions of cdk8s-plus whose StatefulSets lose their volumes. */
export const BUG_OF_PLUS =
  'cdk8s-plus-32 before 2.5.105, cdk8s-plus-33 before 2.5.61 and cdk8s-plus-34 before 2.0.64';

export const INPUT_RULES = defineRules('input', {
  knownLate: {
    error:
      'A value that other objects or checks depend on is unknown when the construct is created.',
    why: 'cdk8s resolves lazy values only when the app is synthesized.',
    bad: 'name: Lazy.any({…})',
    good: "name: 'data'",
    source: 'cdk8s 2.70, Lazy',
  },
  plainData: {
    error: 'An option is not plain data.',
    why: 'A construct in place of a name cannot be written as YAML.',
    bad: 'storageClassName: storageClass',
    good: 'storageClassName: storageClass.storageClassName',
    source: 'cdk8s 2.70, which writes only plain data',
  },
  objectTwice: {
    error: 'Two objects of an app have the same kind, name and namespace.',
    why: 'The last one applied wins, or is rejected.',
    bad: 'two storage classes of one name',
    good: 'one of them with another name',
    source: 'Kubernetes',
  },
  volumeLost: {
    error: 'A workload is written without a volume of this library that it mounts.',
    why: `The API server refuses the workload. By a bug, ${BUG_OF_PLUS} leave out all volumes of a StatefulSet that has no volumeClaimTemplates; a JSON patch can remove them, too.`,
    bad: "statefulSet.containers[0].mount('/data', claim), with cdk8s-plus-33 2.5.57 and without claim templates",
    good: 'the same with cdk8s-plus-33 2.5.61, or with statefulSet.volumeClaimTemplates = []',
    source: 'StatefulSet of cdk8s-plus-33 2.5.57 and 2.5.61; Kubernetes, validation of pods',
    restates: ['pod/mounted-volume'],
  },
  target: {
    error: 'A target is enabled twice for an app or a chart, or after something was created in it.',
    why: 'What was created before would be for a different cluster than what is created after.',
    bad: 'new PVCViewer(chart, …); Target.enable(chart, {…})',
    good: 'Target.enable(chart, {…}); new PVCViewer(chart, …)',
    source: 'this library',
  },
  acknowledgedUnknown: {
    warning: 'An acknowledgement names a rule that does not exist.',
    why: 'The acknowledgement has no effect, and the intended warning is still reported.',
    bad: "Findings.of(chart).acknowledge('efs/whole-filesystem', 'the team shares all of it')",
    good: "Findings.of(chart).acknowledge('efs/whole-file-system', 'the team shares all of it')",
    source: 'this library',
  },
  acknowledgedError: {
    warning: 'An error is acknowledged.',
    why: 'An error keeps the manifests from being written, whatever is acknowledged.',
    bad: "Findings.of(chart).acknowledge('efs/same-handle', …), with two volumes of one handle",
    good: 'two handles',
    source: 'this library',
  },
  acknowledgedNothing: {
    warning: 'An acknowledgement matches no warning at its construct or below it.',
    why: 'The acknowledged warning no longer exists, and a later one would be acknowledged unnoticed. Not reported as long as there are errors, which hide warnings.',
    bad: "Findings.of(chart).acknowledge('efs/whole-file-system', …), with an access point",
    good: 'no acknowledgement; if the same code creates apps with and without the warning, acknowledge input/acknowledged-nothing as well',
    source: 'this library',
  },
});
