/** The images of a driver as the user wants them: from another registry or repository, or of another version. */
import { readImage, trimRight } from '../kube';
import { Container, ImageOptions } from './spec';

/** The reference of a container's image as the user wants it. */
export function imageOf({ name, image }: Container, { registry, overrides = {} }: ImageOptions = {}): string {
  const own = readImage(image);
  // That of a definition is checked before anything is made of it.
  if ('problem' in own) return image;
  const override = Object.hasOwn(overrides, name) ? overrides[name] : {};
  const host = registry === undefined ? own.registry : trimRight(registry, '/');
  const repository = override.repository ?? (host === undefined ? own.repository : `${host}/${own.repository}`);
  // A version of one's own replaces the version of the definition, be it a tag or a digest.
  const { tag, digest } = override.tag !== undefined || override.digest !== undefined ? override : own;
  return `${repository}${tag === undefined ? '' : `:${tag}`}${digest === undefined ? '' : `@${digest}`}`;
}
