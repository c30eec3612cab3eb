/** The files that a process is told to run, and the field that says so. */
import { locustfilesOf } from '../../src/locust/locustfile';
import { LocustTestSpec } from '../../src/locust/spec';

const COMMAND = 'spec.master.command';
const VARIABLE = 'LOCUST_LOCUSTFILE';
const told = (spec: object) =>
  locustfilesOf(spec as LocustTestSpec, 'master').map(({ value, field }) => `${field} ${value}`);

test.each<[string, object, string[]]>([
  ['nothing at all', {}, []],
  ['a role without a command', { master: {} }, []],
  ['an empty list of arguments', { master: { command: '', extraArgs: [] } }, []],
  ['the other role', { worker: { command: '-f a.py' } }, []],
  ['a command', { master: { command: ' -f  a.py ' } }, [`${COMMAND} a.py`]],
  ['a flag and its value in one', { master: { command: '-fa.py' } }, [`${COMMAND} a.py`]],
  ['a flag, an equals sign and its value', { master: { command: '-f=a.py' } }, [`${COMMAND} a.py`]],
  ['the long flag', { master: { command: '--locustfile a.py' } }, [`${COMMAND} a.py`]],
  [
    'the long flag and its value in one',
    { master: { command: '--locustfile=a.py' } },
    [`${COMMAND} a.py`],
  ],
  ['the long flag without a value', { master: { command: '--locustfile=' } }, []],
  ['a flag that only ends like it', { master: { command: '--x-f=a.py --x--locustfile=b.py' } }, []],
  ['a flag at the end', { master: { command: '-f' } }, []],
  [
    'a flag whose value is in the arguments',
    { master: { command: '-f', extraArgs: ['a.py'] } },
    ['spec.master.extraArgs[0] a.py'],
  ],
  [
    'arguments alone',
    { master: { extraArgs: ['--headless', '-f', 'a.py'] } },
    ['spec.master.extraArgs[2] a.py'],
  ],
  [
    'the last of all',
    { master: { command: '-f a.py', extraArgs: ['-fb.py', '-f=c.py'] } },
    ['spec.master.extraArgs[1] c.py'],
  ],
  [
    'several files, with nothing between commas',
    { master: { command: '', extraArgs: ['-f', 'a.py, b.py,,', '--x'] } },
    ['spec.master.extraArgs[1] a.py', 'spec.master.extraArgs[1] b.py'],
  ],
  ['a comma', { master: { command: '-f ,' } }, []],
  [
    'a variable',
    {
      env: {
        variables: [
          { name: 'A', value: 'x' },
          { name: VARIABLE, value: 'a.py,b.py' },
        ],
      },
    },
    ['spec.env.variables[1].value a.py', 'spec.env.variables[1].value b.py'],
  ],
  [
    'a variable that is set again',
    {
      env: {
        variables: [
          { name: VARIABLE, value: 'a.py' },
          { name: VARIABLE, value: 'b.py' },
        ],
      },
    },
    ['spec.env.variables[1].value b.py'],
  ],
  ['an empty variable', { env: { variables: [{ name: VARIABLE, value: '' }] } }, []],
  ['a variable from elsewhere', { env: { variables: [{ name: VARIABLE, valueFrom: {} }] } }, []],
  ['another variable', { env: { variables: [{ name: 'A', value: 'a.py' }] } }, []],
  ['no variables', { env: {} }, []],
  [
    'a command and a variable',
    { master: { command: '-f a.py' }, env: { variables: [{ name: VARIABLE, value: 'b.py' }] } },
    [`${COMMAND} a.py`],
  ],
])('%s', (_what, spec, expected) => {
  expect(told(spec)).toEqual(expected);
});
