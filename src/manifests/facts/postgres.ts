/** Folders in which the image of PostgreSQL keeps its data, and what is mounted there. */
import { wholeName } from '../../facts';
import { defineRules, Finding, show, violation } from '../../findings';
import { Judge, JudgedObject, World, WORKLOADS } from '../../judge';
import { readImage } from '../../kube';
import { Fields, fieldsOf, isGiven, listOf, textOf, textsOf } from '../../object';
import { hasInContainers, podContainersOf } from '../pods';

const RULES = defineRules('manifest', {
  dataFolder: {
    warning:
      'The volume of PostgreSQL is not where its image keeps the data, or the folder is not empty.',
    why: 'The server does not start, or its data is in the container and is lost with it.',
    bad: 'image: postgres:18, mountPath: /var/lib/postgresql/data',
    good: 'image: postgres:18, mountPath: /var/lib/postgresql',
    source:
      'docker-library/postgres Dockerfile and docker-entrypoint.sh; docker-library/postgres#1259',
  },
});

const NAME = 'docker.io/library/postgres';
const HOME = '/var/lib/postgresql';
const DATA = `${HOME}/data`;
/** From this version on the data are below the home folder, in one for each version. */
const BELOW_HOME = 18;
/** File systems whose root has a folder of its own, lost+found. */
const WITH_FOLDER = /^ext[234]$/;

/** The containers that run PostgreSQL as the image does. */
export const POSTGRES: Judge = {
  rules: () => [RULES],
  kinds: [WORKLOADS],
  check: (object, world) => {
    const { workload, podPath = '' } = object;
    // Most images are others.
    if (!workload || !hasInContainers(workload.podSpec, 'image', isOfPostgres)) return [];
    return podContainersOf(workload.podSpec, podPath).flatMap(({ container, path }) => {
      const version = versionOf(container);
      return version === undefined
        ? []
        : listOf(container.volumeMounts).flatMap((mount, index) =>
            mountFindings(mount, version, `${path}.volumeMounts[${index}]`, object, world),
          );
    });
  },
};

function isOfPostgres(image: unknown): boolean {
  return textOf(image).includes('postgres');
}

/** The version, if the container runs the server and leaves its folder as it is. */
function versionOf({ image, command, args, env, envFrom }: Fields): number | undefined {
  const reference = readImage(textOf(image));
  if ('error' in reference || wholeName(reference) !== NAME) return undefined;
  const isChanged =
    textsOf(command).length > 0 ||
    textsOf(args).some((one) => one.includes('data_directory') || /^-[A-Za-z]*D/.test(one)) ||
    listOf(envFrom).length > 0 ||
    listOf(env).some(({ name }) => name === 'PGDATA');
  const [, major] = /^(\d{1,2})(?![\d])/.exec(reference.tag ?? '') ?? [];
  return isChanged || major === undefined ? undefined : Number(major);
}

function mountFindings(
  mount: Fields,
  version: number,
  path: string,
  object: JudgedObject,
  world: World,
): Finding[] {
  const at = plain(textOf(mount.mountPath));
  if (at === DATA && version >= BELOW_HOME) {
    return [
      violation(
        RULES.dataFolder,
        `${path}.mountPath`,
        `the image of PostgreSQL ${version} keeps its data below ${HOME}, and does not start with a volume at ${DATA}`,
        `mount the volume at ${HOME}`,
      ),
    ];
  }
  if (at === HOME && version < BELOW_HOME && !isCovered(object)) {
    return [
      violation(
        RULES.dataFolder,
        `${path}.mountPath`,
        `the image of PostgreSQL ${version} keeps its data at ${DATA}, in a separate volume that is deleted with the container: nothing of it gets to ${HOME}`,
        `mount the volume at ${DATA}`,
      ),
    ];
  }
  const driver =
    at === DATA && !isGiven(mount.subPath) ? driverOf(mount, object, world) : undefined;
  if (driver === undefined) return [];
  return [
    violation(
      RULES.dataFolder,
      `${path}.mountPath`,
      `${show(driver)} formats the volume as ext4, whose root has the folder lost+found: PostgreSQL starts only in an empty folder`,
      `set PGDATA to ${DATA}/pgdata, or mount a subPath of the volume`,
    ),
  ];
}

function plain(path: string): string {
  return `/${path
    .split('/')
    .filter((part) => part !== '')
    .join('/')}`;
}

/** Whether the container has another volume where the data are. */
function isCovered({ workload }: JudgedObject): boolean {
  return workload!.mounts.some((one) => plain(one.path) === DATA);
}

/** The driver that makes a new ext4 for the volume, if the objects show it. */
function driverOf(
  { name }: Fields,
  { workload, namespace }: JudgedObject,
  { topology, driver }: World,
): string | undefined {
  const use = workload!.claims.find(({ volume }) => volume === name);
  if (!use || (use.claimName && topology.volumeOf(namespace, use.claimName))) return undefined;
  const claim =
    use.origin === 'declared'
      ? topology.claim(namespace, use.claimName ?? '')
      : { spec: use.template ?? {}, annotations: {} };
  if (!claim || isGiven(claim.spec.dataSource) || isGiven(claim.spec.dataSourceRef)) {
    return undefined;
  }
  const { storageClass } = topology.classFor(claim);
  if (!storageClass || driver(storageClass.provisioner)?.attachRequired !== true) return undefined;
  const {
    'csi.storage.k8s.io/fstype': named,
    fsType,
    fstype,
  } = fieldsOf(storageClass.manifest.parameters);
  const type = textOf(named) || textOf(fsType) || textOf(fstype);
  return WITH_FOLDER.test(type) ? storageClass.provisioner : undefined;
}
