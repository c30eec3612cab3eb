import type { javascript } from 'projen';

/**
 * The systems of the house: one folder of src/ each, those that others use first. A new system is
 * added here and nowhere else.
 */
const SYSTEMS = ['csi', 'ownership', 'efs', 'local', 'locust', 'viewer', 'gitops'];

/** The floors below the systems, lowest first: each may import only what stands before it. */
const FLOORS = [
  'kube',
  'model',
  'escape',
  'findings',
  'shape',
  'facts',
  'yaml',
  'read-out',
  'topology',
  'judge',
  'resource',
  'object',
  'cel',
  'admission',
  'tree',
  'synth',
  'storage',
  'pod',
  'validation',
  'placement',
  'manifests',
];

/**
 * The rooms above the systems, lowest first: they use what is below, and nothing below uses them.
 */
const ROOF = ['render', 'diff', 'what-if', 'check', 'report', 'map', 'cli'];

/**
 * Where cdk8s is allowed: these folders turn manifests into constructs. Everything else is core.
 */
const CONSTRUCT_FOLDERS = ['src/tree/**', 'src/synth/**', 'src/*/constructs/**'];

/**
 * Exceptions as patterns, beside a pattern they are excepted from: those that are paths are looked
 * for on the disk, for each folder anew.
 */
const within = (folder: string) => `**/src/${folder}/**`;
const ALL = './src/**';

/**
 * Teaches eslint the arrows of the house, so that a wrong import fails the build and not a review.
 */
export function drawArrows(eslint: javascript.Eslint): void {
  const zones: object[] = [];
  FLOORS.forEach((floor, index) => {
    zones.push({
      target: `./src/${floor}`,
      from: ALL,
      except: FLOORS.slice(0, index + 1).map(within),
      message: `src/${floor} may import only ${FLOORS.slice(0, index + 1).join(', ')}: arrows point down`,
    });
  });
  SYSTEMS.forEach((system, index) => {
    for (const other of SYSTEMS.slice(0, index)) {
      zones.push({
        target: `./src/${system}`,
        from: `./src/${other}/**`,
        except: ['index', 'core', 'constructs/app'].map((door) => `**/src/${other}/${door}.ts`),
        message:
          'a system imports another one through index.ts (constructs), core.ts (the rest) or constructs/app.ts (where to register)',
      });
    }
    for (const other of SYSTEMS.slice(index + 1)) {
      zones.push({
        target: `./src/${system}`,
        from: `./src/${other}`,
        message: `src/${other} comes after src/${system}: what both need moves down a floor`,
      });
    }
  });
  ROOF.forEach((room, index) => {
    zones.push({
      target: `./src/!(${[...ROOF.slice(index)].join('|')})/**`,
      from: `./src/${room}`,
      message: `src/${room} stands above the systems: arrows point down`,
    });
    for (const system of SYSTEMS) {
      zones.push({
        target: `./src/${room}`,
        from: `./src/${system}/**`,
        except: [`**/src/${system}/core.ts`],
        message:
          'the command line knows a system by its core.ts only: its constructs would load cdk8s',
      });
    }
  });
  eslint.addRules({ 'import/no-restricted-paths': ['error', { zones }] });

  const cdk8s = {
    group: ['cdk8s', 'cdk8s-plus-28', 'constructs', 'cdk8s/*', 'cdk8s-plus-28/*', 'constructs/*'],
    message: 'the core is free of cdk8s: move this into a constructs/ folder',
  };
  const constructs = {
    regex: `^(\\.\\./)+(${[...SYSTEMS, 'storage', 'placement'].join('|')})(/index)?$|(^|/)(constructs|tree|synth)(/|$)`,
    message: 'the core does not know its constructs: arrows point from constructs to core',
  };
  eslint.addOverride({
    files: ['src/**/*.ts'],
    excludedFiles: [
      ...CONSTRUCT_FOLDERS,
      'src/index.ts',
      'src/provide.ts',
      'src/rules.ts',
      'src/*/index.ts',
    ],
    rules: {
      '@typescript-eslint/no-restricted-imports': ['error', { patterns: [cdk8s, constructs] }],
    },
  } as unknown as javascript.EslintOverride);
}
