/** Modes of files that were probably meant in octal, and are a decimal number. */
import { defineRules, Finding, violation } from '../../findings';
import { Judge, WORKLOADS } from '../../judge';
import { Fields, fieldsOf, listOf, namesOf } from '../../object';

const RULES = defineRules('files', {
  decimalMode: {
    warning: 'The mode of a file is a decimal number whose digits suggest an octal one.',
    why: 'Without the leading zero it is a decimal number: 400 is 0620, which lets the group write, and may not let the intended user read.',
    bad: 'defaultMode: 400',
    good: 'defaultMode: 0400, or 256',
    source: 'kubernetes/kubernetes#34982, rancher/server-chart#34',
  },
});

/** Modes that people give to files. */
const USUAL: readonly number[] = [
  0o400, 0o440, 0o444, 0o500, 0o550, 0o555, 0o600, 0o640, 0o644, 0o660, 0o664, 0o666, 0o700, 0o740,
  0o744, 0o750, 0o755, 0o770, 0o775, 0o777,
];
const OCTAL = /^[0-7]{3}$/;

export const MODE_JUDGE: Judge = {
  rules: () => [RULES],
  kinds: [WORKLOADS],
  needs: ['defaultMode', 'mode'],
  check: ({ workload, podPath = '' }) =>
    listOf(workload?.podSpec.volumes).flatMap((volume, index) =>
      volumeFindings(volume, `${podPath}.volumes[${index}]`),
    ),
};

function volumeFindings(volume: Fields, path: string): Finding[] {
  const projected = fieldsOf(volume.projected);
  return [
    ...['configMap', 'secret', 'downwardAPI'].flatMap((source) =>
      sourceFindings(fieldsOf(volume[source]), `${path}.${source}`),
    ),
    ...modeFindings(projected.defaultMode, `${path}.projected.defaultMode`),
    ...listOf(projected.sources).flatMap((source, index) =>
      namesOf(source).flatMap((name) =>
        sourceFindings(fieldsOf(source[name]), `${path}.projected.sources[${index}].${name}`),
      ),
    ),
  ];
}

function sourceFindings({ defaultMode, items }: Fields, path: string): Finding[] {
  return [
    ...modeFindings(defaultMode, `${path}.defaultMode`),
    ...listOf(items).flatMap(({ mode }, index) =>
      modeFindings(mode, `${path}.items[${index}].mode`),
    ),
  ];
}

/** What is above 0777 is refused, which is told of the pod. */
function modeFindings(mode: unknown, path: string): Finding[] {
  if (typeof mode !== 'number' || !isMistaken(mode)) return [];
  const meant = Number.parseInt(String(mode), 8);
  return [
    violation(
      RULES.decimalMode,
      path,
      `${mode} is a decimal number here, which is the mode 0${mode.toString(8)} (${lettersOf(mode)}), but 0${mode} (${lettersOf(meant)}) was probably intended`,
      `write 0${mode} in YAML, or ${meant} in JSON`,
    ),
  ];
}

/** Whether the digits of the number are those of a usual mode, and the number itself is none. */
function isMistaken(mode: number): boolean {
  if (mode > 0o777 || !OCTAL.test(String(mode)) || USUAL.includes(mode)) return false;
  return USUAL.includes(Number.parseInt(String(mode), 8));
}

/** The mode as `ls` shows it: `rw-r-----`. */
function lettersOf(mode: number): string {
  return [...mode.toString(8).padStart(3, '0')]
    .map((digit) => {
      const bits = Number(digit).toString(2).padStart(3, '0');
      return [...'rwx'].map((letter, at) => (bits[at] === '1' ? letter : '-')).join('');
    })
    .join('');
}
