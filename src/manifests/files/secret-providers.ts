/**
 * Volumes of SecretProviderClasses, which make Secrets when a pod mounts them: those that no pod
 * mounts, and those that the driver does not.
 */
import {
  DeclaredNames,
  defineRules,
  Finding,
  misspelt,
  Severity,
  show,
  violation,
} from '../../findings';
import { Judge, JudgedObject, World, WORKLOADS } from '../../judge';
import { fieldsOf, listOf, textOf } from '../../object';
import { referencesOf } from '../names/references';

const RULES = defineRules('files', {
  providedSecret: {
    isEither: true,
    warning: 'No pod that uses a Secret mounts the SecretProviderClass that creates it.',
    why: 'The driver creates the Secret when it mounts the volume in a pod of the namespace, and deletes it with the last such pod: until then, pods that use it wait.',
    bad: 'secretObjects: [{ secretName: db }], env from the Secret db, and no volume of the class',
    good: 'the pod mounts a volume of the class as well',
    source: 'kubernetes-sigs/secrets-store-csi-driver#1611',
  },
  providedVolume: {
    isEither: true,
    warning:
      'A volume of the Secrets Store CSI driver is not read-only, or the name of its SecretProviderClass is probably misspelled.',
    why: 'The driver mounts only read-only volumes, and only of classes that exist: the pods do not start.',
    bad: 'csi: { driver: secrets-store.csi.k8s.io, volumeAttributes: { secretProviderClass: vault } }',
    good: 'csi: { driver: secrets-store.csi.k8s.io, readOnly: true, volumeAttributes: { secretProviderClass: vault } }',
    source: 'kubernetes-sigs/secrets-store-csi-driver, nodeserver.go',
  },
});

const DRIVER = 'secrets-store.csi.k8s.io';
const PROVIDER_CLASS = 'secrets-store.csi.x-k8s.io/SecretProviderClass';

/** Classes that no pod has among its volumes. */
const CLASS_JUDGE: Judge = {
  rules: () => [RULES],
  kinds: [PROVIDER_CLASS],
  check: (object, world) => {
    const { namespace, name } = object;
    if (world.once(volumesOfClasses).has(keyOf(namespace, name))) return [];
    return missingSecrets(object, world).map(({ secretName, index, user }) =>
      violation(
        RULES.providedSecret,
        `spec.secretObjects[${index}].secretName`,
        `the Secret ${show(secretName)} is created only when a pod in the namespace mounts a volume of the SecretProviderClass ${show(name)}, and none does; ${user} waits for it`,
        `add a volume to the pods that use it, with csi: { driver: ${DRIVER}, readOnly: true, volumeAttributes: { secretProviderClass: ${name} } }, and mount it`,
      ),
    );
  },
};

/** Volumes that the driver does not mount. */
const MOUNT_JUDGE: Judge = {
  rules: () => [RULES],
  kinds: [WORKLOADS],
  needs: ['secretProviderClass'],
  check: ({ workload, podPath = '' }, world) => {
    if (!workload) return [];
    return listOf(workload.podSpec.volumes).flatMap((volume, index): Finding[] => {
      const name = classOf(volume.csi);
      if (name === undefined) return [];
      const path = `${podPath}.volumes[${index}].csi`;
      const names = world.once(declaredClasses);
      const { namespace } = workload;
      const guess = names.has(namespace, name) ? undefined : names.meant(namespace, name);
      const named = misspelt(
        RULES.providedVolume,
        `${path}.volumeAttributes.secretProviderClass`,
        'SecretProviderClass',
        name,
        guess,
      );
      if (fieldsOf(volume.csi).readOnly === true) return named;
      const writable = violation(
        RULES.providedVolume,
        `${path}.readOnly`,
        `${DRIVER} mounts nothing but read-only volumes, and the volume ${show(volume.name)} is not read-only: the pods do not start`,
        'set readOnly: true',
      );
      return [...named, { ...writable, severity: Severity.ERROR }];
    });
  },
};

/** Pods that have a class among their volumes, and no container that mounts it. */
const VOLUME_JUDGE: Judge = {
  rules: () => [RULES],
  kinds: [WORKLOADS],
  needs: ['secretProviderClass'],
  check: ({ key, workload, podPath = '' }, world) => {
    if (!workload) return [];
    return listOf(workload.podSpec.volumes).flatMap((volume, index): Finding[] => {
      const name = classOf(volume.csi);
      const uses =
        name === undefined
          ? undefined
          : world.once(volumesOfClasses).get(keyOf(workload.namespace, name));
      if (!uses || uses.isMounted || uses.first !== `${key} ${index}`) return [];
      const missing = world
        .find(PROVIDER_CLASS, workload.namespace, name!)
        .flatMap((object) => missingSecrets(object, world));
      return missing.slice(0, 1).map(({ secretName, user }) => ({
        ...violation(
          RULES.providedSecret,
          `${podPath}.volumes[${index}]`,
          `no container mounts the volume ${show(volume.name)}, so kubelet ignores it, and the Secret ${show(secretName)} of the SecretProviderClass ${show(name)} is never created; ${user} waits for it`,
          `mount the volume ${show(volume.name)} in a container, at any path`,
        ),
        severity: Severity.ERROR,
      }));
    });
  },
};

export const SECRET_PROVIDER_JUDGES: readonly Judge[] = [CLASS_JUDGE, VOLUME_JUDGE, MOUNT_JUDGE];

function declaredClasses(world: World): DeclaredNames {
  return new DeclaredNames(world.ofKind(PROVIDER_CLASS));
}

interface MissingSecret {
  readonly secretName: string;
  readonly index: number;
  /** Who uses it, as a message calls it. */
  readonly user: string;
}

/** The Secrets of a class that something uses and nobody declares. */
function missingSecrets({ namespace, manifest }: JudgedObject, world: World): MissingSecret[] {
  const users = world.once(usersOfSecrets);
  return listOf(fieldsOf(manifest.spec).secretObjects).flatMap((one, index) => {
    const secretName = textOf(one.secretName);
    const user = users.get(keyOf(namespace, secretName));
    return user === undefined || world.find('/Secret', namespace, secretName).length > 0
      ? []
      : [{ secretName, index, user: `${user.kind} ${show(user.name)}` }];
  });
}

interface Uses {
  /** The first pod that has it among its volumes, and where. */
  readonly first: string;
  isMounted: boolean;
}

/** The classes that pods have among their volumes. */
function volumesOfClasses({ topology }: World): ReadonlyMap<string, Uses> {
  const classes = new Map<string, Uses>();
  for (const { key, namespace, podSpec, mounts } of topology.workloads) {
    const mounted = new Set(mounts.map(({ volume }) => volume));
    listOf(podSpec.volumes).forEach((volume, index) => {
      const name = classOf(volume.csi);
      if (name === undefined) return;
      const uses = classes.get(keyOf(namespace, name)) ?? {
        first: `${key} ${index}`,
        isMounted: false,
      };
      uses.isMounted ||= mounted.has(textOf(volume.name));
      classes.set(keyOf(namespace, name), uses);
    });
  }
  return classes;
}

/**
 * The first one that needs each Secret: pods that do not start without it, ingresses, and service
 * accounts.
 */
function usersOfSecrets(world: World): ReadonlyMap<string, JudgedObject> {
  const users = new Map<string, JudgedObject>();
  const add = (user: JudgedObject, name: unknown) => {
    const key = keyOf(user.namespace, textOf(name));
    if (!users.has(key)) users.set(key, user);
  };
  for (const object of world.objects) {
    const { workload, kindKey, manifest } = object;
    if (workload) {
      for (const { kind, name, isOptional } of referencesOf(workload.podSpec, '')) {
        if (kind === 'Secret' && !isOptional) add(object, name);
      }
    } else if (kindKey === 'networking.k8s.io/Ingress') {
      for (const { secretName } of listOf(fieldsOf(manifest.spec).tls)) add(object, secretName);
    } else if (kindKey === '/ServiceAccount') {
      for (const { name } of listOf(manifest.imagePullSecrets)) add(object, name);
    }
  }
  return users;
}

function classOf(csi: unknown): string | undefined {
  const { driver, volumeAttributes } = fieldsOf(csi);
  return driver === DRIVER
    ? textOf(fieldsOf(volumeAttributes).secretProviderClass) || undefined
    : undefined;
}

function keyOf(namespace: string | undefined, name: string): string {
  return JSON.stringify([namespace, name]);
}
