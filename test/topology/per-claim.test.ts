import { perClaim, readTopology } from '../../src/topology';

describe('what is computed of a claim', () => {
  const asked: string[] = [];
  const compute = perClaim((_, namespace, name) => {
    asked.push(`${namespace}/${name}`);
    return undefined;
  });
  const [one, other] = [readTopology([]), readTopology([])];

  beforeEach(() => asked.splice(0));

  test('is computed once, be it nothing', () => {
    for (let time = 0; time < 3; time += 1) expect(compute(one, 'ada', 'data')).toBeUndefined();
    expect(asked).toEqual(['ada/data']);
  });

  test('is another for each name, namespace and topology', () => {
    compute(other, 'ada', 'data');
    compute(other, 'ada', 'cache');
    compute(other, 'bob', 'data');
    compute(readTopology([]), 'ada', 'data');
    expect(asked).toEqual(['ada/data', 'ada/cache', 'bob/data', 'ada/data']);
  });
});
