/** Images whose programs write to their own root file system, and where: what a read-only root needs volumes for. */
import { ImageReference } from '../kube';

/** What is known of an image. */
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
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  const { images }: typeof import('./images.json') = require('./images.json');
  return images;
}

const DOCKER_HUB = ['docker.io', 'index.docker.io', 'registry-1.docker.io'];
/** Copies of Docker Hub's official images, at the same paths below. */
const MIRRORS: { readonly [prefix: string]: string } = { 'public.ecr.aws/docker/library/': 'docker.io/library/', 'mirror.gcr.io/library/': 'docker.io/library/' };

/** The name of an image as it is known by: registry and whole path, without tag and digest. */
export function wholeName({ registry, repository }: ImageReference): string {
  if (registry === undefined || DOCKER_HUB.includes(registry)) return `docker.io/${repository.includes('/') ? repository : `library/${repository}`}`;
  const name = `${registry}/${repository}`;
  const mirror = Object.keys(MIRRORS).find((prefix) => name.startsWith(prefix));
  return mirror === undefined ? name : `${MIRRORS[mirror]}${name.slice(mirror.length)}`;
}
