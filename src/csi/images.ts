/**
 * The images of a driver as the user wants them: from another registry or repository, or of another
 * version.
 */
import { chosenImage, ImageSource } from '../facts';
import { readImage, trimRight, own } from '../kube';
import { Container, ImageOptions } from './spec';

/**
 * The reference of a container's image as the user wants it, and where the user says nothing as the
 * target has it.
 */
export function imageOf(
  { name, image }: Container,
  { registry, overrides = {} }: ImageOptions = {},
  target: ImageSource = {},
): string {
  const override = own(overrides, name) ?? {};
  const isVersioned = override.tag !== undefined || override.digest !== undefined;
  const given = readImage(isVersioned ? image : chosenImage(image, { digests: target.digests }));
  // That of a definition is checked before anything is made of it.
  if ('error' in given) return image;
  const mirror = registry ?? target.registry;
  const host = mirror === undefined ? given.registry : trimRight(mirror, '/');
  const repository =
    override.repository ?? (host === undefined ? given.repository : `${host}/${given.repository}`);
  // A tag or digest of the options replaces the version of the definition, be it a tag or a digest.
  const { tag, digest } = isVersioned ? override : given;
  return `${repository}${tag === undefined ? '' : `:${tag}`}${digest === undefined ? '' : `@${digest}`}`;
}

/** The option by which the user changes the image of a container, if there is one. */
export function imageOption(
  { registry, overrides = {} }: ImageOptions = {},
  container: string,
): string | undefined {
  if (Object.hasOwn(overrides, container)) return `images.overrides.${container}`;
  return registry === undefined ? undefined : 'images.registry';
}
