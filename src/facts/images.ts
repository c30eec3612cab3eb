/**
 * Images whose programs write to their own root file system, and where: what a read-only root needs
 * volumes for.
 */
import { ImageReference, isDockerHub, pathInRegistry } from '../kube';

export interface ImageFacts {
  /** Its names, with registry and whole path. */
  readonly names: readonly string[];
  /** What its entrypoint runs, unless arguments name another program. */
  readonly program: string;
  /** Folders that the program must be able to write to, beside those of its data. */
  readonly writes: readonly string[];
  /** Files that can move these folders; who mounts one is left to it. */
  readonly settings: readonly string[];
  /** Options that can move these folders. */
  readonly options: readonly string[];
  readonly source: string;
}

/** All of them. They are only read when somebody asks. */
export function knownImages(): readonly ImageFacts[] {
  const { images }: typeof import('./images.json') = require('./images.json');
  return images;
}

/** Copies of Docker Hub's official images, at the same paths below. */
const MIRRORS: { readonly [prefix: string]: string } = {
  'public.ecr.aws/docker/library/': 'docker.io/library/',
  'mirror.gcr.io/library/': 'docker.io/library/',
};

/** The name of an image as it is known by: registry and whole path, without tag and digest. */
export function wholeName(reference: ImageReference): string {
  if (isDockerHub(reference.registry)) return `docker.io/${pathInRegistry(reference)}`;
  const name = `${reference.registry}/${reference.repository}`;
  const mirror = Object.keys(MIRRORS).find((prefix) => name.startsWith(prefix));
  return mirror === undefined ? name : `${MIRRORS[mirror]}${name.slice(mirror.length)}`;
}
