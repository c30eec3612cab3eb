import { imageOf } from '../../src/csi/images';

const DIGEST = `sha256:${'a'.repeat(64)}`;

test.each([
  ['nothing', 'repo/image:v1', {}, 'repo/image:v1'],
  [
    'a registry, in place of the one that is there',
    'public.ecr.aws/a/b:v1',
    { registry: 'r.example.com' },
    'r.example.com/a/b:v1',
  ],
  [
    'a registry with a path and a slash',
    'public.ecr.aws/a/b:v1',
    { registry: 'r.example.com:5000/mirror/' },
    'r.example.com:5000/mirror/a/b:v1',
  ],
  [
    'a registry, in place of one with a port',
    'localhost:5000/b:v1',
    { registry: 'r.example.com' },
    'r.example.com/b:v1',
  ],
  [
    'a registry, in place of localhost',
    'localhost/b:v1',
    { registry: 'r.example.com' },
    'r.example.com/b:v1',
  ],
  [
    'a registry, where there is none',
    'amazon/driver:v1',
    { registry: 'r.example.com' },
    'r.example.com/amazon/driver:v1',
  ],
  [
    'a registry, for a plain name',
    'busybox',
    { registry: 'r.example.com' },
    'r.example.com/busybox',
  ],
  [
    'a repository, whatever the registry is',
    'a/b:v1',
    { registry: 'r.example.com', overrides: { c: { repository: 'x/y' } } },
    'x/y:v1',
  ],
  ['a tag', 'r:5000/b:v1', { overrides: { c: { tag: 'v2' } } }, 'r:5000/b:v2'],
  ['a tag, in place of a digest', `a/b@${DIGEST}`, { overrides: { c: { tag: 'v2' } } }, 'a/b:v2'],
  [
    'a digest, in place of a tag',
    'a/b:v1',
    { overrides: { c: { digest: DIGEST } } },
    `a/b@${DIGEST}`,
  ],
  [
    'a tag and a digest',
    'a/b:v1',
    { overrides: { c: { tag: 'v2', digest: DIGEST } } },
    `a/b:v2@${DIGEST}`,
  ],
  [
    'a registry, and the digest stays',
    `a.b/c:v1@${DIGEST}`,
    { registry: 'r.example.com' },
    `r.example.com/c:v1@${DIGEST}`,
  ],
  ['another container', 'a/b:v1', { overrides: { d: { tag: 'v2' } } }, 'a/b:v1'],
])('an image with %s', (_, image, options, expected) =>
  expect(imageOf({ name: 'c', image }, options)).toBe(expected),
);
