/**
 * A synthesis looks at each construct once, and takes no more steps than there are constructs and
 * dependencies.
 */
import { ApiObject, App, Chart, Lazy, Yaml } from 'cdk8s';
import { Construct, Node } from 'constructs';
import { EfsSharedVolume, LocustTest, VolumeChecks, VolumesApp } from '../../src';

const object = (scope: Construct, id: string, data: unknown = {}) =>
  new ApiObject(scope, id, { apiVersion: 'v1', kind: 'ConfigMap', data });

/** How often the constructs of an app are asked for something while it is synthesized. */
function asked(app: App): {
  children: number;
  dependencies: number;
  validated: number;
  resolved: number;
} {
  const spies = {
    children: jest.spyOn(Node.prototype, 'children', 'get'),
    dependencies: jest.spyOn(Node.prototype, 'dependencies', 'get'),
    validated: jest.spyOn(Node.prototype, 'validate'),
    resolved: jest.spyOn(ApiObject.prototype, 'toJson'),
  };
  try {
    app.synthYaml();
    const calls = (spy: jest.SpyInstance) => spy.mock.calls.length;
    return {
      children: calls(spies.children),
      dependencies: calls(spies.dependencies),
      validated: calls(spies.validated),
      resolved: calls(spies.resolved),
    };
  } finally {
    Object.values(spies).forEach((spy) => spy.mockRestore());
  }
}

function charts(count: number): VolumesApp {
  const app = new VolumesApp();
  for (let at = 0; at < count; at++) {
    const chart = new Chart(app, `chart-${at}`, { namespace: `shop-${at}` });
    object(chart, 'a').addDependency(object(chart, 'b'));
    new EfsSharedVolume(chart, 'volume', {
      fileSystemId: 'fs-0123456789abcdef0',
      accessPointId: `fsap-${10000000 + at}`,
    });
  }
  return app;
}

// What cdk8s does is compared once with what is done here, at the first synthesis of all.
beforeAll(() => {
  charts(1).synthYaml();
});

test('twice as many charts take twice as many steps', () => {
  const [some, more] = [asked(charts(50)), asked(charts(100))];
  for (const step of ['children', 'dependencies', 'validated'] as const) {
    expect(more[step]).toBeLessThan(2.1 * some[step]);
  }
});

test('each construct is validated once and asked once for what it depends on, however many charts there are', () => {
  const app = charts(20);
  const constructs = app.node.findAll().length;
  expect(asked(app)).toMatchObject({
    validated: constructs,
    dependencies: constructs,
    resolved: 0,
  });
});

test('what is printed is not printed by the package', () => {
  const stringify = jest.spyOn(Yaml, 'stringify');
  try {
    charts(2).synthYaml();
    expect(stringify).not.toHaveBeenCalled();
  } finally {
    stringify.mockRestore();
  }
});

test('each value that is computed late is computed once, though all objects are judged', () => {
  const app = new VolumesApp();
  const chart = new Chart(app, 'chart');
  const produce = jest.fn(() => 'x');
  object(chart, 'late', { late: Lazy.any({ produce }) });
  VolumeChecks.enable(chart);
  expect(app.synthYaml()).toContain('late: x');
  expect(produce).toHaveBeenCalledTimes(1);
});

test('a change by a validation that comes after the checks is written', () => {
  const outputs = [App, VolumesApp].map((type) => {
    const app = new type();
    const chart = new Chart(app, 'chart');
    const changed = object(chart, 'changed');
    VolumeChecks.enable(chart);
    chart.node.addValidation({
      validate: () => {
        changed.metadata.addLabel('validated', 'yes');
        return [];
      },
    });
    return app.synthYaml();
  });
  expect(outputs[1]).toContain('validated: "yes"');
  expect(outputs[1]).toBe(outputs[0]);
});

test('a synthesis adds no dependencies to the constructs', () => {
  const app = new VolumesApp();
  const [a, b] = ['a', 'b'].map((id) => new Chart(app, id));
  for (const chart of [a, b]) for (const id of ['x', 'y', 'z']) object(chart, id);
  b.addDependency(a);
  app.synthYaml();
  expect(app.node.findAll().flatMap(({ node }) => node.dependencies)).toEqual([a]);
});

// cdk8s needs more than a minute for seven charts in a row, and ten times as long for each further
// one.
test('a chain of a hundred charts, each with all its objects after those of the last one, is written in order', () => {
  const app = new VolumesApp();
  let last: Chart | undefined;
  for (let at = 0; at < 100; at++) {
    const chart = new Chart(app, `c${String(99 - at).padStart(2, '0')}`);
    for (let one = 0; one < 20; one++) object(chart, `o${one}`);
    if (last) chart.addDependency(last);
    last = chart;
  }
  const names = [...app.synthYaml().matchAll(/name: (c\d\d)-o/g)].map(([, name]) => name);
  expect(names).toHaveLength(2000);
  expect(names).toEqual([...names].sort().reverse());
});

test('a chain of ten thousand objects is written in order', () => {
  const app = new VolumesApp();
  const chart = new Chart(app, 'chart');
  let last: ApiObject | undefined;
  for (let at = 0; at < 10_000; at++) {
    const next = new ApiObject(chart, `o${10_000 - at}`, {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: `o${at}` },
    });
    if (last) next.addDependency(last);
    last = next;
  }
  expect([...app.synthYaml().matchAll(/name: o(\d+)/g)].map(([, at]) => Number(at))).toEqual(
    Array.from({ length: 10_000 }, (_, at) => at),
  );
});

test('an object that is added while another chart is written is written', () => {
  const outputs = [App, VolumesApp].map((type) => {
    const app = new type();
    const [first, second] = ['first', 'second'].map((id) => new Chart(app, id));
    object(first, 'maker', {
      made: Lazy.any({ produce: () => object(second, `made-${second.node.children.length}`).kind }),
    });
    object(second, 'there');
    return app.synthYaml();
  });
  expect(outputs[1]).toContain('second-made-1');
  expect(outputs[1]).toBe(outputs[0]);
});

test('a load test is pruned and defaulted once, for its checks and for all that is made of it', () => {
  const admit = jest.requireActual<typeof import('../../src/resource/prune')>(
    '../../src/resource/prune',
  );
  const prune = jest.spyOn(admit, 'prune');
  try {
    const app = new VolumesApp();
    new LocustTest(new Chart(app, 'chart'), 'test', {
      image: 'docker.io/locustio/locust:2.43.1',
      master: { command: '-f /lotest/src/test.py' },
      worker: { command: '-f /lotest/src/test.py', replicas: 3 },
    });
    app.synthYaml();
    expect(prune.mock.calls.length).toBe(1);
  } finally {
    prune.mockRestore();
  }
});
