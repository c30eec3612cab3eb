/** Image references: taking them apart, and putting another registry, repository or version in. */
import { trimRight } from '../kube';
import { Container, ImageOptions } from './spec';

interface ImageParts { readonly repository: string; readonly tag?: string; readonly digest?: string }

/** The reference of a container's image as the user wants it. */
export function imageOf(container: Container, options: ImageOptions = {}): string {
  const parts = parse(container.image);
  const override = Object.hasOwn(options.overrides ?? {}, container.name) ? options.overrides![container.name] : {};
  const repository = override.repository ?? inRegistry(parts.repository, options.registry);
  // A version of one's own replaces the version of the definition, be it a tag or a digest.
  const own = override.tag !== undefined || override.digest !== undefined;
  const { tag, digest } = own ? override : parts;
  return `${repository}${tag === undefined ? '' : `:${tag}`}${digest === undefined ? '' : `@${digest}`}`;
}

function parse(reference: string): ImageParts {
  const [name, digest] = reference.split('@');
  const colon = name.indexOf(':', name.lastIndexOf('/') + 1);
  return colon < 0 ? { repository: name, digest } : { repository: name.slice(0, colon), tag: name.slice(colon + 1), digest };
}

/** The repository below another registry; a first part with a dot or a port is the registry that it had. */
function inRegistry(repository: string, registry: string | undefined): string {
  if (registry === undefined) return repository;
  const [first, ...rest] = repository.split('/');
  const path = rest.length > 0 && (/[.:]/.test(first) || first === 'localhost') ? rest.join('/') : repository;
  return `${trimRight(registry, '/')}/${path}`;
}
