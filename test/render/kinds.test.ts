import { KINDS } from '../../src/render/kinds';

test.each(KINDS.map((known) => [known.kind, known] as const))(
  'what is loaded for %s is that kind',
  (_, known) => {
    const { group, kind } = known.load();
    expect({ group, kind }).toEqual({ group: known.group, kind: known.kind });
  },
);
