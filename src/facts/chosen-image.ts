/** Images that this library chooses, from where the target has them. */
import { ImageReference, pathInRegistry, readImage, trimRight, own } from '../kube';
import { TargetSpec } from './target';

export type ImageSource = Pick<TargetSpec, 'registry' | 'digests'>;

/**
 * The image from the registry of the target, and with the digest that it knows. What is not an
 * image stays as it is.
 */
export function chosenImage(image: string, { registry, digests = {} }: ImageSource): string {
  const reference = readImage(image);
  if ('error' in reference) return image;
  const known = inRegistry(reference);
  const digest = own(digests, known) ?? reference.digest;
  const name =
    registry === undefined
      ? [reference.registry, reference.repository].filter((part) => part !== undefined).join('/')
      : `${trimRight(registry, '/')}/${pathInRegistry(reference)}`;
  return `${name}${reference.tag === undefined ? '' : `:${reference.tag}`}${digest === undefined ? '' : `@${digest}`}`;
}

/** How digests name an image: its path in the registry, and its tag. */
function inRegistry(reference: ImageReference): string {
  return `${pathInRegistry(reference)}${reference.tag === undefined ? '' : `:${reference.tag}`}`;
}
