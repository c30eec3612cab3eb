/** Programs of containers that are files of ConfigMaps and Secrets which nobody may execute. */
import { defineRules, Finding, show, violation } from '../../findings';
import { Judge, WORKLOADS } from '../../judge';
import { Fields, fieldsOf, isGiven, listOf, textOf, textsOf } from '../../object';
import { podContainersOf, volumesByName } from '../pods';

const RULES = defineRules('files', {
  scriptMode: {
    error: 'A container runs a file of a ConfigMap or a Secret that is not executable.',
    why: 'Files of volumes have the mode 0644 unless another is set: the container fails with "permission denied".',
    bad: 'command: [/scripts/run.sh], and configMap: { name: scripts }',
    good: 'configMap: { name: scripts, defaultMode: 0755 }',
    source: 'Kubernetes, defaults of ConfigMapVolumeSource and SecretVolumeSource; runc',
  },
});

const STANDARD = 0o644;
/** Octal digits of which execution is a part. */
const EXECUTE = /[1357]/;
const SOURCES = ['configMap', 'secret', 'projected'];

export const SCRIPT_JUDGE: Judge = {
  rules: () => [RULES],
  kinds: [WORKLOADS],
  needs: ['command'],
  check: ({ workload, podPath = '' }) => {
    if (!workload) return [];
    const volumes = volumesByName(workload.podSpec);
    return podContainersOf(workload.podSpec, podPath).flatMap(({ container, path }) =>
      commandFindings(container, volumes, path),
    );
  },
};

function commandFindings(
  { command, volumeMounts }: Fields,
  volumes: ReadonlyMap<string, Fields>,
  path: string,
): Finding[] {
  const [program = ''] = textsOf(command);
  if (!program.startsWith('/')) return [];
  // The innermost mount has the file.
  const mount = listOf(volumeMounts)
    .filter(({ mountPath }) => isWithin(program, textOf(mountPath)))
    .sort((a, b) => textOf(b.mountPath).length - textOf(a.mountPath).length)[0] as
    | Fields
    | undefined;
  const volume = mount && volumes.get(textOf(mount.name));
  const source = volume && SOURCES.find((one) => isGiven(volume[one]));
  if (!mount || !volume || source === undefined) return [];
  const mode = modeOf(fieldsOf(volume[source]), fileOf(program, mount));
  if (EXECUTE.test(mode.toString(8))) return [];
  return [
    violation(
      RULES.scriptMode,
      `${path}.command[0]`,
      `${show(program)} cannot be executed: the files of the volume ${show(volume.name)} have the mode 0${mode.toString(8)}`,
      `set defaultMode: 0755 on the volume, or run it by its interpreter: ["sh", ${show(program)}]`,
    ),
  ];
}

function isWithin(file: string, folder: string): boolean {
  return folder !== '' && (file === folder || file.startsWith(`${folder.replace(/\/$/, '')}/`));
}

function fileOf(program: string, { mountPath, subPath }: Fields): string {
  const below = program.slice(textOf(mountPath).replace(/\/$/, '').length + 1);
  return [textOf(subPath), below].filter((part) => part !== '').join('/');
}

function modeOf({ defaultMode, items, sources }: Fields, file: string): number {
  const all = [...listOf(items), ...listOf(sources).flatMap((source) => itemsOf(source))];
  const own = all.find(({ path }) => path === file)?.mode;
  if (typeof own === 'number') return own;
  return typeof defaultMode === 'number' ? defaultMode : STANDARD;
}

function itemsOf(source: Fields): readonly Fields[] {
  return Object.values(source).flatMap((one) => listOf(fieldsOf(one).items));
}
