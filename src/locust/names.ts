/** The names that the operator gives to a test's objects and volumes. */
import { Role, TestFilesSpec } from './spec';

/**
 * The longest name of a test: the Job's name is seven characters longer, and a label of its pods.
 */
export const MAX_TEST_NAME = 56;
/** The volume of the library config map. */
export const LIB_VOLUME = 'locust-lib';
/** What the names of the secrets' volumes begin with. */
export const SECRET_VOLUME_PREFIX = 'secret-';
/** Where the test files are mounted unless it is said otherwise. */
const SRC_MOUNT_PATH = '/lotest/src';
/** Where the library is mounted unless it is said otherwise. */
const LIB_MOUNT_PATH = '/opt/locust/lib';

/**
 * The name of the Job of a role; the master's is that of the Service and of the volume of the test
 * files, too.
 */
export function nodeName(test: string, role: Role): string {
  return `${test}-${role}`.replaceAll('.', '-');
}

/** The name of the volume of a secret; for the operator one without a name is called ''. */
export function secretVolumeName(secret: string = ''): string {
  return `${SECRET_VOLUME_PREFIX}${secret}`;
}

/**
 * The two paths of the test files, as configured: nothing, and the empty text, mean the default.
 */
export function testFilePaths(files: TestFilesSpec | undefined): {
  readonly src: string;
  readonly lib: string;
} {
  return { src: files?.srcMountPath || SRC_MOUNT_PATH, lib: files?.libMountPath || LIB_MOUNT_PATH };
}

/**
 * The paths that the user's mounts may not touch: those of the test files that there are, and both
 * when there are none.
 */
export function reservedPaths(files: TestFilesSpec | undefined): readonly string[] {
  const { src, lib } = testFilePaths(files);
  const used = [...(files?.configMapRef ? [src] : []), ...(files?.libConfigMapRef ? [lib] : [])];
  return used.length > 0 ? used : [src, lib];
}
