/**
 * Properties of the driver in a stack, whatever it is given: its options, the platform, and where
 * kubelet is.
 */
import { App, Chart, Duration, Testing } from 'cdk8s';
import {
  CsiDriverStack,
  HyperconvergedPolicy,
  LocalCsiDriver,
  LocalCsiDriverProps,
  Platform,
  Target,
} from '../../src';
import { buildParts, checkCsiStack, contextOf, StackSpec } from '../../src/csi/core';
import { describeFinding, FindingsError, hasErrors } from '../../src/findings';
import { checkLocalDriver } from '../../src/local/csi-driver/check';
import { describeLocalDriver } from '../../src/local/csi-driver/describe';
import { LOCAL_DRIVER_SHAPE, LocalDriverSpec } from '../../src/local/csi-driver/spec';
import { checkShaped } from '../../src/shape';
import * as fc from '../support/fast-check';
import { holdsFor } from '../support/properties';
import { runsOf } from '../support/size';
import { problemsOf } from '../support/validate';

/** The driver in its place. */
interface Installed extends LocalDriverSpec {
  readonly platform: StackSpec['platform'];
  readonly namespace: string;
  readonly kubeletPath: string;
}

const text = fc.constantFrom('/dev/sd', 'Fast 2 TB', 'raid0');
const DRIVER = {
  ephemeralOnlyWebhook: fc.boolean(),
  hyperconvergedWebhook: fc.boolean(),
  pvCleanup: fc.boolean(),
  lvGarbageCollection: fc.boolean(),
  volumeGroupCleanup: fc.boolean(),
  diskPathPrefixes: fc.array(text, { maxLength: 2 }),
  diskModels: fc.array(text, { maxLength: 2 }),
  diskTypes: fc.array(text, { maxLength: 2 }),
};

function stackOf({ platform, namespace, kubeletPath, ...driver }: Installed): StackSpec {
  const place = { platform, options: { namespace, kubeletPath } } as StackSpec;
  return { ...place, driver: describeLocalDriver(driver, contextOf(place)) };
}

function checkDriver({ platform: _, namespace: __, kubeletPath: ___, ...driver }: Installed) {
  return checkShaped(driver, LOCAL_DRIVER_SHAPE, checkLocalDriver);
}

holdsFor<Installed>('the driver in a stack', {
  check: (installed) => {
    const findings = checkDriver(installed);
    return hasErrors(findings) ? findings : [...findings, ...checkCsiStack(stackOf(installed))];
  },
  build: (installed) => buildParts(stackOf(installed)).map(({ manifest }) => manifest),
  fine: fc.record(
    {
      ...DRIVER,
      lvmOrphanCleanupInterval: fc.integer({ min: 1, max: 86_400 }),
      platform: fc.constantFrom('vanilla' as const, 'eks' as const, 'openshift' as const),
      namespace: fc.constantFrom('storage', 'disks'),
      kubeletPath: fc.constantFrom('/var/lib/kubelet', '/data/kubelet'),
    },
    { requiredKeys: ['platform', 'namespace', 'kubeletPath'] },
  ),
  fields: [
    'hyperconverged',
    'ephemeralOnlyWebhook',
    'hyperconvergedWebhook',
    'pvCleanup',
    'lvGarbageCollection',
    'lvmOrphanCleanup',
    'lvmOrphanCleanupInterval',
    'volumeGroupCleanup',
    'diskPathPrefixes',
    'diskModels',
    'diskTypes',
  ],
});

test('any options of the construct are refused with findings of one line, or make objects that the schemas accept, the same ones each time', () => {
  const interval = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.integer({ min: 0, max: 100 }).map((amount) => Duration.seconds(amount)),
    },
    fc.integer({ min: 0, max: 5000 }).map((amount) => Duration.millis(amount)),
    fc.anything(),
  );
  const options = {
    ...DRIVER,
    hyperconverged: fc.boolean(),
    lvmOrphanCleanup: fc.boolean(),
    lvmOrphanCleanupInterval: interval,
  };
  const props = fc.record(options, { requiredKeys: [] });
  const broken = fc
    .tuple(props, fc.constantFrom(...Object.keys(DRIVER)), fc.anything())
    .map(([one, option, value]) => ({ ...one, [option]: value }));
  const outcomes = { refused: 0, made: 0 };
  const synth = (one: unknown) => {
    const app = new App();
    Target.enable(app, { kubernetes: '1.36' });
    const chart = new Chart(app, 'chart');
    new CsiDriverStack(chart, 'stack', {
      driver: new LocalCsiDriver(one as LocalCsiDriverProps),
      platform: Platform.VANILLA,
    });
    // Where volumes have no node affinity, something has to steer.
    if ((one as LocalCsiDriverProps).hyperconverged) new HyperconvergedPolicy(chart, 'steer');
    return Testing.synth(chart);
  };
  fc.assert(
    fc.property(fc.oneof(props, broken), (one) => {
      try {
        const manifests = synth(one);
        outcomes.made += 1;
        expect(manifests.flatMap(problemsOf)).toEqual([]);
        expect(JSON.stringify(synth(one))).toBe(JSON.stringify(manifests));
      } catch (error) {
        if (!(error instanceof FindingsError)) throw error;
        outcomes.refused += 1;
        for (const finding of error.findings) {
          expect(describeFinding(finding)).toMatch(
            /^[^\n]+: [^\n]+; [^\n]+ \((local|input|csi)\/[a-z-]+\)$/,
          );
        }
      }
    }),
    { numRuns: 150 },
  );
  expect(Math.min(outcomes.refused, outcomes.made)).toBeGreaterThan(runsOf(10));
});
