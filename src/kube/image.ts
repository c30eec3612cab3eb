/**
 * References to images, as kubelet reads them: `registry.example.com/team/app:1.0@sha256:…`.
 *
 * The grammar is that of github.com/distribution/reference v0.6.0, `ParseNormalizedNamed`. What it
 * refuses is never pulled: the pod stays at `InvalidImageName`.
 */

import { own } from './fields';
import { withoutUndefined } from './manifest';
import { remembered } from './remembered';
import { Failure } from './result';

export interface ImageReference {
  /**
   * The host, and the port if there is one; undefined where the reference leaves the registry to
   * the node.
   */
  readonly registry?: string;
  /** The path within the registry. */
  readonly repository: string;
  readonly tag?: string;
  readonly digest?: string;
}

const COMPONENT = '[A-Za-z0-9]+(?:-+[A-Za-z0-9]+)*';
const REGISTRY = new RegExp(
  `^(?:${COMPONENT}(?:\\.${COMPONENT})*|\\[[a-fA-F0-9:]+\\])(?::[0-9]+)?$`,
);
const PATH_COMPONENT = /^[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*$/;
const TAG = /^\w[\w.-]{0,127}$/;
const DIGEST_LENGTHS: { readonly [algorithm: string]: number } = {
  sha256: 64,
  sha384: 96,
  sha512: 128,
};
/**
 * The longest path; images of no registry have one of Docker Hub, below `library` if they have a
 * name only.
 */
const MAX_PATH = 255;
const LIBRARY = 'library/';
const DOCKER_HUB: readonly (string | undefined)[] = [undefined, 'docker.io', 'index.docker.io'];

/** Reads a reference, or says what is wrong with it. Most stand in manifests many times. */
export const readImage = remembered(readReference);

function readReference(reference: string): ImageReference | Failure {
  if (reference === '') return { error: 'it is empty' };
  if (/^[a-f0-9]{64}$/.test(reference)) {
    return { error: 'it is the ID of an image, which no registry has' };
  }
  const { registry, rest } = splitRegistry(reference);
  const [name, digest] = cut(rest, '@');
  const [repository, tag] = cut(name, ':');
  const error = pathProblem(registry, repository) ?? tagProblem(tag) ?? digestProblem(digest);
  if (error !== undefined) return { error };
  return withoutUndefined({ registry, repository, tag, digest });
}

/**
 * The path of an image in its registry: Docker Hub's own images are below `library`, also where
 * nobody says so.
 */
export function pathInRegistry({ registry, repository }: ImageReference): string {
  return DOCKER_HUB.includes(registry) && !repository.includes('/')
    ? `${LIBRARY}${repository}`
    : repository;
}

/** Whether a registry is Docker Hub, by whichever of its names. */
export function isDockerHub(registry: string | undefined): boolean {
  return DOCKER_HUB.includes(registry);
}

/** What is wrong with a reference, if anything is. */
export function imageProblem(reference: string): string | undefined {
  const image = readImage(reference);
  return 'error' in image ? image.error : undefined;
}

/** What is wrong with a registry, if anything is. */
export function registryProblem(registry: string): string | undefined {
  return REGISTRY.test(registry)
    ? undefined
    : `${JSON.stringify(registry)} is not a host with an optional port`;
}

/**
 * What is wrong with a registry and an optional path, that images can be put behind, if anything
 * is.
 */
export function registryPathProblem(registry: string): string | undefined {
  const image = readImage(`${registry.endsWith('/') ? registry : `${registry}/`}image`);
  if ('error' in image) return image.error;
  return image.registry === undefined
    ? `${JSON.stringify(registry.split('/', 1)[0])} would count as a part of the path`
    : undefined;
}

/**
 * The part before the first slash is a registry if it looks like a host: with a dot, a port or
 * capitals, or localhost.
 */
function splitRegistry(reference: string): { readonly registry?: string; readonly rest: string } {
  const [first, rest] = cut(reference, '/');
  const looksLikeHost =
    rest !== undefined &&
    (first === 'localhost' || /[.:]/.test(first) || first.toLowerCase() !== first);
  // What cannot be a host, such as a_b.c, may still be the start of a path.
  return looksLikeHost && (REGISTRY.test(first) || !PATH_COMPONENT.test(first))
    ? { registry: first, rest }
    : { rest: reference };
}

function pathProblem(registry: string | undefined, path: string): string | undefined {
  if (path.toLowerCase() !== path) {
    return `the repository ${JSON.stringify(path)} must be lower case`;
  }
  const problem = registry === undefined ? undefined : registryProblem(registry);
  if (problem !== undefined) return problem;
  if (!path.split('/').every((component) => PATH_COMPONENT.test(component))) {
    return `the repository ${JSON.stringify(path)} must consist of lower-case letters and digits, with '.', '_', '-' or '/' between them`;
  }
  return pathInRegistry({ registry, repository: path }).length > MAX_PATH
    ? `the repository must be no more than ${MAX_PATH} characters`
    : undefined;
}

function tagProblem(tag: string | undefined): string | undefined {
  if (tag === undefined || TAG.test(tag)) return undefined;
  return `the tag ${JSON.stringify(tag)} must be 1 to 128 letters, digits, '_', '.' or '-', and not start with '.' or '-'`;
}

function digestProblem(digest: string | undefined): string | undefined {
  if (digest === undefined) return undefined;
  const [algorithm, encoded = ''] = cut(digest, ':');
  const length = own(DIGEST_LENGTHS, algorithm);
  return length !== undefined && encoded.length === length && /^[a-f0-9]*$/.test(encoded)
    ? undefined
    : `the digest ${JSON.stringify(digest)} must be sha256: and 64 lower-case hexadecimal digits`;
}

function cut(text: string, separator: string): [before: string, after?: string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}
