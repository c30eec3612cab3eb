/** Rules of all constructs alike: what they are given, and that no two of them are the same object. */
import { defineRules } from '../findings';

export const INPUT_RULES = defineRules('input', {
  knownLate: {
    summary: 'What other objects or the checks of a construct depend on is known when the construct is made.',
    why: 'cdk8s computes late values only when the app is synthesized.',
    bad: 'name: Lazy.any({…})',
    good: 'name: \'data\'',
    source: 'cdk8s 2.70, Lazy',
  },
  plainData: {
    summary: 'Options are plain data.',
    why: 'A construct where a name is meant cannot be written as YAML.',
    bad: 'storageClassName: storageClass',
    good: 'storageClassName: storageClass.storageClassName',
    source: 'cdk8s 2.70, which writes only plain data',
  },
  objectTwice: {
    summary: 'No two objects of an app are the same one.',
    why: 'The one that is applied last wins, or is refused.',
    bad: 'two storage classes of one name',
    good: 'one of them with another name',
    source: 'Kubernetes 1.36',
  },
});
