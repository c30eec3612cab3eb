/** The facts by version, and about images: well-formed and in order. */
import { knownImages, volumeLives, wholeName } from '../../src/facts';

const volumes = volumeLives();

test('every source of volumes is either gone or handed to a driver', () => {
  expect(
    volumes.filter(
      ({ removed, migrated, driver, source }) =>
        (removed === undefined) === (migrated === undefined) ||
        (migrated === undefined) !== (driver === undefined) ||
        source === '',
    ),
  ).toEqual([]);
});

test('every image has names, places and a source, and none appears twice', () => {
  const names = knownImages().flatMap((image) => image.names);
  expect(new Set(names).size).toBe(names.length);
  expect(
    knownImages().filter(
      ({ writes, source, program }) =>
        writes.length === 0 ||
        writes.some((path) => !/^(\/[\w.-]+)+$/.test(path)) ||
        source === '' ||
        program === '',
    ),
  ).toEqual([]);
});

test('images have one whole name, whatever stands before it', () => {
  expect(
    [
      { repository: 'nginx' },
      { registry: 'docker.io', repository: 'library/nginx' },
      { registry: 'public.ecr.aws', repository: 'docker/library/nginx' },
    ].map(wholeName),
  ).toEqual(Array(3).fill('docker.io/library/nginx'));
  expect(
    [{ repository: 'team/app' }, { registry: 'quay.io', repository: 'nginx' }].map(wholeName),
  ).toEqual(['docker.io/team/app', 'quay.io/nginx']);
});
