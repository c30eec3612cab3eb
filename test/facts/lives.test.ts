/** What is known by version, and of images: well-formed and in order. */
import { knownImages, knownLives, standingOf, wholeName } from '../../src/facts';

const { features, kinds, volumes } = knownLives();

test('features are sorted, and come as alpha, beta and for good in that order', () => {
  const names = features.map(({ name }) => name);
  expect(names).toEqual([...new Set(names)].sort());
  expect(
    features.filter(({ alpha, beta, ga, on, source, otherwise }) => {
      const stages = [alpha, beta, ga].filter((minor): minor is number => minor !== undefined);
      return (
        stages.length === 0 ||
        stages.some((minor, index) => index > 0 && minor < stages[index - 1]) ||
        (on !== undefined && on < stages[0]) ||
        (ga !== undefined && (on === undefined || on > ga)) ||
        source === '' ||
        otherwise === ''
      );
    }),
  ).toEqual([]);
});

test('every kind is there once, is removed after it came, and has a source', () => {
  const keys = kinds.map(({ apiVersion, kind }) => `${apiVersion}/${kind}`);
  expect(new Set(keys).size).toBe(keys.length);
  expect(
    kinds.filter(({ since, removed = Infinity, source }) => removed <= since || source === ''),
  ).toEqual([]);
});

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

test('a feature is missing, off or on', () => {
  const feature = {
    name: 'F',
    about: '',
    alpha: 31,
    beta: 33,
    ga: 36,
    on: 35,
    otherwise: '',
    source: '',
  };
  expect([30, 31, 34, 35].map((minor) => standingOf(feature, minor))).toEqual([
    'missing',
    'off',
    'off',
    'on',
  ]);
  expect([30, 31].map((minor) => standingOf(feature, minor, ['F']))).toEqual(['missing', 'on']);
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
