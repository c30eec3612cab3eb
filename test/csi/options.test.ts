/**
 * Options and definitions at their limits: each row with the whole of what is said, and its
 * neighbour that is fine.
 */
import { CONTROLLED, linesOf, nodeLines, POD, specOf, TINY } from './tiny';
import {
  AppStack,
  checkCsiApp,
  checkCsiStack,
  CSI_RULES,
  DriverSpec,
  PodSpec,
  StackSpec,
} from '../../src/csi/core';
import { PLATFORMS } from '../../src/facts';
import { describeFinding } from '../../src/findings';

const WORKER = 'node-role.kubernetes.io/worker';
const EKS: StackSpec['platform'] = 'eks';

function optionLines(
  driver: DriverSpec,
  options: object,
  platform: StackSpec['platform'] = 'vanilla',
): string[] {
  return linesOf(specOf(driver, { platform, options: options as StackSpec['options'] }));
}

test('the least driver has no findings, on any platform', () => {
  for (const platform of PLATFORMS) expect(linesOf(specOf(TINY, { platform }))).toEqual([]);
});

describe('a share of the nodes', () => {
  const line = (shown: string) =>
    `error: node.maxUnavailable: ${shown} is neither a number of pods nor a percentage above zero; ` +
    'use a number such as 1 or a percentage such as 10% (csi/value)';

  test.each([1, 2, 5000, '1%', '9%', '10%', '99%', '100%'])('%p is taken', (maxUnavailable) =>
    expect(nodeLines(TINY, { maxUnavailable })).toEqual([]),
  );

  test.each<[number | string, string]>([
    [0, '0'],
    [-1, '-1'],
    [0.5, '0.5'],
    [2 ** 53, '9007199254740992'],
    ['0%', '"0%"'],
    ['00%', '"00%"'],
    ['01%', '"01%"'],
    ['101%', '"101%"'],
    ['110%', '"110%"'],
    ['1000%', '"1000%"'],
    ['10', '"10"'],
    ['10%%', '"10%%"'],
    ['10% ', '"10% "'],
    [' 10%', '" 10%"'],
    ['-10%', '"-10%"'],
    ['1.5%', '"1.5%"'],
  ])('%p is refused', (maxUnavailable, shown) =>
    expect(nodeLines(TINY, { maxUnavailable })).toEqual([line(shown)]),
  );
});

describe('the label of workers outside OpenShift', () => {
  const line = (path: string) =>
    `error: ${path}: no node on Amazon EKS has the label ${WORKER}, so no pod would be scheduled; ` +
    'remove it: all nodes that pods run on are workers (csi/worker-selector)';
  const affinity = (...terms: object[]) => ({
    nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: terms } },
  });
  const term = (...matchExpressions: object[]) => ({ matchExpressions });
  const values: { [operator: string]: object } = {
    In: { values: [''] },
    NotIn: { values: [''] },
    Gt: { values: ['1'] },
    Lt: { values: ['1'] },
  };
  const on = (key: string, operator: string) => ({ key, operator, ...values[operator] });

  test.each(['Exists', 'In', 'Gt', 'Lt'])('is not to be wanted by %s', (operator) => {
    expect(
      optionLines(TINY, { node: { affinity: affinity(term(on(WORKER, operator))) } }, EKS),
    ).toEqual([line('node.affinity')]);
  });

  test.each(['DoesNotExist', 'NotIn'])('may be ruled out by %s', (operator) => {
    expect(
      optionLines(TINY, { node: { affinity: affinity(term(on(WORKER, operator))) } }, EKS),
    ).toEqual([]);
  });

  test.each<[string, object[], string[]]>([
    [
      'beside another condition before it',
      [term(on('a', 'Exists'), on(WORKER, 'Exists'))],
      [line('node.affinity')],
    ],
    [
      'beside another condition behind it',
      [term(on(WORKER, 'Exists'), on('a', 'Exists'))],
      [line('node.affinity')],
    ],
    [
      'in every alternative',
      [term(on(WORKER, 'Exists')), term(on(WORKER, 'In'))],
      [line('node.affinity')],
    ],
    ['in the first alternative alone', [term(on(WORKER, 'Exists')), term(on('a', 'Exists'))], []],
    ['in the last alternative alone', [term(on('a', 'Exists')), term(on(WORKER, 'Exists'))], []],
    ['in no alternative', [term(on('a', 'Exists'))], []],
  ])('%s', (_, terms, lines) =>
    expect(optionLines(TINY, { node: { affinity: affinity(...terms) } }, EKS)).toEqual(lines),
  );

  test('is told for both ways to want it, and for both plugins', () => {
    const plugin = {
      nodeSelector: { [WORKER]: '' },
      affinity: affinity(term(on(WORKER, 'Exists'))),
    };
    expect(
      optionLines(CONTROLLED, { node: plugin, controller: { ...plugin, enabled: true } }, EKS),
    ).toEqual(
      ['node.nodeSelector', 'node.affinity', 'controller.nodeSelector', 'controller.affinity'].map(
        line,
      ),
    );
  });

  test('is fine on OpenShift', () => {
    expect(optionLines(TINY, { node: { nodeSelector: { [WORKER]: '' } } }, 'openshift')).toEqual(
      [],
    );
  });
});

describe('a budget of the controller', () => {
  const line =
    'warning: controller.podDisruptionBudget: the controller has one replica, and the budget never allows its pod to be evicted; set more replicas, or remove the budget (csi/disruption-budget)';

  test.each<[string, object, number | undefined, string[]]>([
    ['for one replica', { replicas: 1 }, undefined, [line]],
    ['for two', { replicas: 2 }, undefined, []],
    ['for as many as there are unless somebody says so', {}, undefined, []],
    ['for the one of the definition', {}, 1, [line]],
    ['for two in place of the one of the definition', { replicas: 2 }, 1, []],
  ])('%s', (_, options, replicas, lines) => {
    const driver = { ...CONTROLLED, controller: { ...CONTROLLED.controller!, replicas } };
    expect(
      optionLines(driver, { controller: { enabled: true, podDisruptionBudget: true, ...options } }),
    ).toEqual(lines);
  });
});

describe('names of constraints on OpenShift', () => {
  const scc = (name: string) => ({ scc: { name, privilegedRoleName: `${name}-privileged` } });
  const driver: DriverSpec = {
    ...CONTROLLED,
    node: { ...CONTROLLED.node, ...scc('node-scc') },
    controller: { ...CONTROLLED.controller!, ...scc('controller-scc') },
  };
  const twice = (path: string, name: string) => [
    `error: ${path}: the name "${name}" is that of the other plugin's SCC; use another name (csi/scc-name)`,
  ];

  test.each<[string, object, string[]]>([
    [
      'one for both plugins',
      { nodeSccName: 'a', controllerSccName: 'a' },
      twice('openshift.controllerSccName', 'a'),
    ],
    [
      "the controller's for the node plugin",
      { nodeSccName: 'controller-scc' },
      twice('openshift.nodeSccName', 'controller-scc'),
    ],
    [
      "the node plugin's for the controller",
      { controllerSccName: 'node-scc' },
      twice('openshift.controllerSccName', 'node-scc'),
    ],
    ['one each', { nodeSccName: 'a', controllerSccName: 'b' }, []],
    [
      'one that is there for both plugins',
      { sccMode: 'privileged', nodeSccName: 'a', controllerSccName: 'a' },
      [],
    ],
    [
      'one that somebody else has written for both plugins',
      { sccMode: 'none', nodeSccName: 'a', controllerSccName: 'a' },
      [],
    ],
    [
      "a built-in one in place of the driver's own",
      { nodeSccName: 'anyuid' },
      [
        'error: openshift.nodeSccName: the name "anyuid" is that of a built-in SCC, which would be overwritten; ' +
          'use another name; for the built-in one, set sccMode to PRIVILEGED (csi/scc-name)',
      ],
    ],
    ['a built-in one that is used', { sccMode: 'privileged', nodeSccName: 'anyuid' }, []],
  ])('%s', (_, openshift, lines) =>
    expect(linesOf(specOf(driver, { platform: 'openshift', options: { openshift } }))).toEqual(
      lines,
    ),
  );

  test('are not read on other platforms', () => {
    const same = { ...driver, controller: { ...driver.controller!, ...scc('node-scc') } };
    expect(linesOf(specOf(same))).toEqual([]);
  });
});

test.each(['node', 'controller'] as const)(
  'the name of the %s plugin has 63 characters at most, for it is a label of pods too',
  (key) => {
    const named = (name: string): DriverSpec => ({
      ...CONTROLLED,
      [key]: { ...CONTROLLED[key], name },
    });
    const long = 'a'.repeat(64);
    expect(linesOf(specOf(named(long.slice(1))))).toEqual([]);
    expect(linesOf(specOf(named(long)))).toEqual([
      `error: driver.${key}.name: "${long}": must be no more than 63 bytes; use at most 63 letters, digits, dashes, dots and underscores (csi/name)`,
    ]);
  },
);

test('the package of an operator has a name, and so has its namespace', () => {
  const operated = (operator: DriverSpec['operator']) =>
    specOf(
      { ...TINY, operator },
      { platform: 'openshift', options: { mode: 'openshift-operator' } },
    );
  expect(linesOf(operated({ packageName: 'tiny-operator', namespace: 'tiny-operators' }))).toEqual(
    [],
  );
  expect(linesOf(operated({ packageName: 'Tiny', namespace: 'Tiny' }))).toEqual([
    "error: driver.operator.packageName: \"Tiny\": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', " +
      "and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is " +
      "'[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*'); use a name of at most 253 lower-case letters, digits, dashes and dots (storage/name)",
    'error: driver.operator.namespace: "Tiny": a lowercase RFC 1123 label must consist of lower case alphanumeric characters or \'-\', ' +
      "and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is " +
      "'[a-z0-9]([-a-z0-9]*[a-z0-9])?'); use the name of a namespace: at most 63 lower-case letters, digits and dashes (storage/namespace)",
  ]);
});

test.each(['node', 'controller'])(
  'labels and annotations of the %s plugin are told at their own option',
  (key) => {
    const wrong = { 'a b': 'c' };
    const options = {
      podLabels: wrong,
      podAnnotations: wrong,
      serviceAccountAnnotations: wrong,
      ...(key === 'controller' ? { enabled: true } : {}),
    };
    const line = (option: string, rule: string) =>
      `error: ${key}.${option}.a b: the key "a b": name part must consist of alphanumeric characters, '-', '_' or '.', ` +
      "and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', " +
      `regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]'); use a key such as example.com/team (${rule})`;
    expect(optionLines(CONTROLLED, { [key]: options })).toEqual([
      line('podLabels', 'pod/label'),
      line('podAnnotations', 'pod/label'),
      line('serviceAccountAnnotations', 'storage/label'),
    ]);
  },
);

describe('classes that a driver restricts', () => {
  const driver: DriverSpec = {
    ...TINY,
    storageClassRestrictions: [
      { parameter: 'pool', values: ['slow'], reason: 'it is full', remedy: 'use another pool' },
    ],
  };

  test.each<[string, object | undefined, string[]]>([
    ['without parameters', undefined, []],
    ['with another parameter of that value', { kind: 'slow' }, []],
    ['with another value', { pool: 'fast' }, []],
    [
      'with that value',
      { pool: 'slow' },
      [
        'error: storageClasses[0].parameters.pool: the class "a" has pool "slow": it is full; use another pool (csi/class-parameter)',
      ],
    ],
  ])('%s', (_, parameters, lines) =>
    expect(
      optionLines(driver, {
        storageClasses: [{ name: 'a', ...(parameters ? { parameters } : {}) }],
      }),
    ).toEqual(lines),
  );
});

describe('options of a controller that there is not', () => {
  const linesOfApp = (
    driver: DriverSpec,
    options: StackSpec['options'],
    platform: StackSpec['platform'] = EKS,
  ) => {
    const stack: AppStack = {
      construct: 'chart/stack',
      spec: specOf(driver, { options, platform }),
    };
    return checkCsiApp([stack], []).map(describeFinding);
  };
  const line = (option: string) =>
    `chart/stack: ${option}: ${option} has no effect, because there is no controller; ` +
    'remove it, or add a dynamic class or set controller.enabled (csi/option-without-effect)';

  test.each<[string, StackSpec['options'], string[]]>([
    ['nothing', {}, []],
    ['that it is off', { controller: { enabled: false } }, []],
    [
      'that it is off, with what it would be like',
      { controller: { enabled: false, replicas: 3 } },
      [],
    ],
    [
      'what it would be like',
      { controller: { replicas: 3, healthPort: 80 } },
      [line('controller.replicas'), line('controller.healthPort')],
    ],
    ['that it is on', { controller: { enabled: true, replicas: 3 } }, []],
  ])('%s', (_, options, lines) => expect(linesOfApp(CONTROLLED, options)).toEqual(lines));

  test('the role is for the controller alone', () => {
    const eks = { roleArn: 'arn:aws:iam::111122223333:role/a' };
    expect(linesOfApp(CONTROLLED, { eks, controller: { enabled: false } }, EKS)).toEqual([
      line('eks.roleArn'),
    ]);
    expect(linesOfApp(CONTROLLED, { eks, controller: { enabled: true } }, EKS)).toEqual([]);
  });
});

describe('a dynamic class without a controller', () => {
  const dynamic = { name: 'a', dynamic: true };
  const fixed: DriverSpec = {
    ...CONTROLLED,
    fixedObjects: [{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } }],
  };
  const OFF = 'remove controller.enabled, or the class (csi/controller-disabled)';
  const OPERATED =
    'remove the class, or the operator mode of the driver, which has no controller (csi/controller-disabled)';

  test.each<[string, DriverSpec, object, string[]]>([
    ['of a stack that says nothing', CONTROLLED, {}, []],
    ['of a stack that has it on', CONTROLLED, { enabled: true }, []],
    ['of a stack that has it off', CONTROLLED, { enabled: false }, [OFF]],
    ['of a driver that never has one', TINY, { enabled: false }, []],
    ['of a driver that brings its objects to the letter', fixed, {}, [OPERATED]],
  ])('%s', (_, driver, controller, remedies) => {
    const lines = checkCsiStack(
      specOf(driver, { options: { controller, storageClasses: [dynamic] } }),
    )
      .filter(({ rule }) => rule === CSI_RULES.controllerDisabled.id)
      .map(describeFinding);
    expect(lines).toEqual(
      remedies.map(
        (remedy) =>
          `storageClasses[0].dynamic: the class "a" is dynamic, but no controller runs to provision its volumes; ${remedy}`,
      ),
    );
  });

  test.each<[string, DriverSpec, object, string[]]>([
    [
      'beside a stack that says nothing',
      CONTROLLED,
      {},
      ['set controller.enabled there, or pass the class to the stack (csi/controller-disabled)'],
    ],
    ['beside a stack that has it on', CONTROLLED, { enabled: true }, []],
    ['beside a stack that has it off', CONTROLLED, { enabled: false }, [OFF]],
    ['beside a driver that brings its objects to the letter', fixed, {}, [OPERATED]],
  ])('%s', (_, driver, controller, remedies) => {
    const stack: AppStack = {
      construct: 'chart/stack',
      spec: specOf(driver, { options: { controller } }),
    };
    const one = {
      construct: 'chart/class',
      driverName: driver.name,
      className: 'a',
      dynamic: true,
    };
    expect(checkCsiApp([stack], [one]).map(describeFinding)).toEqual(
      remedies.map(
        (remedy) =>
          `chart/class: the class "a" is dynamic, but chart/stack runs no controller to provision its volumes; ${remedy}`,
      ),
    );
    expect(checkCsiApp([stack], [{ ...one, dynamic: false }])).toEqual([]);
    expect(checkCsiApp([stack], [{ ...one, driverName: 'other.example.com' }])).toEqual([]);
  });
});

test('a pod of a definition is refused as a whole before options are worked in', () => {
  const pod: PodSpec = { ...POD, hostPID: 'yes' };
  expect(nodeLines({ ...TINY, node: { ...TINY.node, pod } }, { maxUnavailable: 0 })).toEqual([
    'error: driver.node.pod.hostPID: "yes" is not a boolean; use true or false (pod/type)',
  ]);
});
