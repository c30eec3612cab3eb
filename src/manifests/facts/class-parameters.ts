/** Parameters of classes that their drivers do not read, and those that are missing. */
import { ClassParameters, classParametersOf } from '../../facts';
import { defineRules, Finding, nearestIn, show, violation } from '../../findings';
import { Judge } from '../../judge';
import { namesOf, textOf } from '../../object';

const RULES = defineRules('manifest', {
  classParameter: {
    warning: 'A parameter of a class is unknown to its driver, or a required one is missing.',
    why: 'Most drivers refuse an unknown parameter, and the claims stay Pending; others ignore it.',
    bad: 'provisioner: ebs.csi.aws.com, parameters: { tpye: gp3 }',
    good: 'provisioner: ebs.csi.aws.com, parameters: { type: gp3 }',
    source: 'the code of the drivers, CreateVolume',
  },
});

/** The parameters of classes whose drivers are known. */
export const CLASS_PARAMETERS: Judge = {
  rules: () => [RULES],
  kinds: ['storage.k8s.io/StorageClass'],
  check: ({ manifest }) => {
    const provisioner = textOf(manifest.provisioner);
    const facts = classParametersOf(provisioner);
    return facts ? findingsOn(namesOf(manifest.parameters), facts, provisioner) : [];
  },
};

function findingsOn(
  given: readonly string[],
  { known, required = [], isCaseInsensitive = false, ofOthers }: ClassParameters,
  driver: string,
): Finding[] {
  const read = [...required, ...known];
  const plain = (name: string) => (isCaseInsensitive ? name.toLowerCase() : name);
  const words = new Set(read.map(plain));
  const [names, nearest] = [new Set(given.map(plain)), nearestIn(read)];
  const guesses = new Map<string, string>();
  for (const name of given) {
    // A later version of the driver may read others: only what is nearly one of these is told.
    const guess = words.has(plain(name)) || name.includes('/') ? undefined : nearest(name);
    if (guess !== undefined && !names.has(plain(guess))) guesses.set(name, guess);
  }
  const meant = new Set(guesses.values());
  const what =
    ofOthers === 'refused' ? 'so it provisions no volume for the class' : 'so it is ignored';
  return [
    ...[...guesses].map(([name, guess]) =>
      violation(
        RULES.classParameter,
        `parameters.${name}`,
        `${driver} has no parameter ${show(name)}, ${what}`,
        `perhaps you meant ${show(guess)}`,
      ),
    ),
    ...required
      .filter((name) => !names.has(plain(name)) && !meant.has(name))
      .map((name) =>
        violation(
          RULES.classParameter,
          'parameters',
          `${driver} provisions no volume for the class without the parameter ${show(name)}`,
          `add ${name}`,
        ),
      ),
  ];
}
