import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { imageProblem, readImage, registryProblem } from '../../src/kube';

interface Answer {
  readonly image: string;
  readonly error?: string;
  readonly domain?: string;
  readonly path?: string;
  readonly tag?: string;
  readonly digest?: string;
}

const ANSWERS: readonly Answer[] = JSON.parse(
  readFileSync(join(__dirname, '../conformance/images/references.json'), 'utf8'),
);
const DIGEST = `sha256:${'a'.repeat(64)}`;

test.each(ANSWERS.filter(({ error }) => error !== undefined).map(({ image }) => image))(
  'kubelet does not take %j, and neither do we',
  (image) => {
    expect(imageProblem(image)).toBeDefined();
  },
);

test.each(ANSWERS.filter(({ error }) => error === undefined))(
  'kubelet takes $image apart as we do',
  ({ domain, path, tag, digest, image }) => {
    const read = readImage(image);
    if ('error' in read) throw new Error(read.error);
    const { registry, repository, ...version } = read;
    // Kubelet puts Docker Hub where there is no registry; whether the node does is another
    // question.
    const hub = registry === undefined || registry === 'index.docker.io' ? 'docker.io' : registry;
    const below =
      hub === 'docker.io' && !repository.includes('/') ? `library/${repository}` : repository;
    expect({ domain: domain ?? 'docker.io', path, tag, digest }).toEqual({
      domain: hub,
      path: below,
      tag: undefined,
      digest: undefined,
      ...version,
    });
  },
);

test.each([
  ['nginx', { repository: 'nginx' }],
  ['team/app:1', { repository: 'team/app', tag: '1' }],
  [
    `registry.example.com:5000/team/app:1@${DIGEST}`,
    { registry: 'registry.example.com:5000', repository: 'team/app', tag: '1', digest: DIGEST },
  ],
  ['localhost/app', { registry: 'localhost', repository: 'app' }],
])('%s has these parts and no others', (image, parts) => expect(readImage(image)).toEqual(parts));

test.each([
  ['', 'it is empty'],
  ['a'.repeat(64), 'it is the ID of an image, which no registry has'],
  ['ghcr.io/MyOrg/app', 'the repository "MyOrg/app" must be lower case'],
  ['https://ghcr.io/app', '"https:" is not a host with an optional port'],
  [
    'app/',
    "the repository \"app/\" must consist of lower-case letters and digits, with '.', '_', '-' or '/' between them",
  ],
  [`example.com/${'a'.repeat(256)}`, 'the repository must be no more than 255 characters'],
  [
    'app:',
    "the tag \"\" must be 1 to 128 letters, digits, '_', '.' or '-', and not start with '.' or '-'",
  ],
  ['app@sha256:1', 'the digest "sha256:1" must be sha256: and 64 lower-case hexadecimal digits'],
])('%j: %s', (image, problem) => expect(imageProblem(image)).toBe(problem));

test.each([
  ['registry.example.com', undefined],
  ['registry.example.com:5000', undefined],
  ['[::1]:5000', undefined],
  [
    'https://registry.example.com',
    '"https://registry.example.com" is not a host with an optional port',
  ],
  ['registry_example', '"registry_example" is not a host with an optional port'],
])('the registry %s: %s', (registry, problem) => expect(registryProblem(registry)).toBe(problem));
