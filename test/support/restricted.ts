/** The demands of Pod Security `restricted` (v1.36) on every pod, as a question. */
import { get, list } from './reading';
import { podTemplatePath } from '../../src/kube';

/** Volume types that it allows. */
const VOLUMES = [
  'configMap',
  'csi',
  'downwardAPI',
  'emptyDir',
  'ephemeral',
  'persistentVolumeClaim',
  'projected',
  'secret',
];
const PROFILES = ['RuntimeDefault', 'Localhost'];

/** The controls that the pods of an object break; none if it does not create pods. */
export function violationsOf(manifest: {
  readonly apiVersion: string;
  readonly kind: string;
}): string[] {
  const path = podTemplatePath(manifest.apiVersion, manifest.kind);
  if (path === undefined) return [];
  const template = get(manifest, ...path);
  const spec = get(template, 'spec');
  const context = get(spec, 'securityContext');
  const found: string[] = [];
  const must = (holds: boolean, control: string) => {
    if (!holds) found.push(`${manifest.kind}: ${control}`);
  };

  for (const field of ['hostNetwork', 'hostPID', 'hostIPC']) must(!get(spec, field), field);
  must(list(get(context, 'sysctls')).length === 0, 'sysctls');
  must(get(context, 'runAsUser') !== 0, 'runAsUser');
  must(
    get(context, 'seLinuxOptions') === undefined && get(context, 'appArmorProfile') === undefined,
    'seLinuxOptions and appArmorProfile',
  );
  for (const volume of list(get(spec, 'volumes'))) {
    const [type] = Object.keys(volume as object).filter((field) => field !== 'name');
    must(VOLUMES.includes(type), `volume type ${type}`);
  }
  for (const container of [
    ...list(get(spec, 'containers')),
    ...list(get(spec, 'initContainers')),
  ]) {
    const name = String(get(container, 'name'));
    const own = get(container, 'securityContext');
    must(get(own, 'allowPrivilegeEscalation') === false, `${name}: allowPrivilegeEscalation`);
    must(
      list(get(own, 'capabilities', 'drop')).includes('ALL') &&
        list(get(own, 'capabilities', 'add')).length === 0,
      `${name}: capabilities`,
    );
    must(
      !get(own, 'privileged') && get(own, 'procMount') === undefined,
      `${name}: privileged and procMount`,
    );
    must(
      (get(own, 'runAsNonRoot') ?? get(context, 'runAsNonRoot')) === true,
      `${name}: runAsNonRoot`,
    );
    must(get(own, 'runAsUser') !== 0, `${name}: runAsUser`);
    must(
      PROFILES.includes(
        String(get(own, 'seccompProfile', 'type') ?? get(context, 'seccompProfile', 'type')),
      ),
      `${name}: seccompProfile`,
    );
    must(
      list(get(container, 'ports')).every((port) => get(port, 'hostPort') === undefined),
      `${name}: hostPort`,
    );
    const handlers = ['startupProbe', 'readinessProbe', 'livenessProbe'].map(
      (probe) =>
        get(container, probe, 'httpGet', 'host') ?? get(container, probe, 'tcpSocket', 'host'),
    );
    must(
      handlers.every((host) => host === undefined),
      `${name}: host of a probe`,
    );
  }
  return found;
}
