import { App, Chart } from 'cdk8s';
import { Construct, IConstruct } from 'constructs';
import { forEachConstruct } from '../../src/tree/paths';

test.each([
  ['an app', (): Construct => new App()],
  ['a root with an id', (): Construct => new Construct(undefined as any, 'root')],
])('each construct of %s comes in the order and with the path that it has', (_root, make) => {
  const root = make();
  const [one, other] = ['b', 'a'].map((id) => new Chart(root, id));
  new Construct(new Construct(one, 'x/y'), '1');
  new Construct(other, 'z');
  const found: [IConstruct, string][] = [];
  forEachConstruct(root, (construct, path) => found.push([construct, path]));
  expect(found.map(([, path]) => path)).toEqual(
    root.node.findAll().map(({ node: { path } }) => path),
  );
  expect(found.map(([construct]) => construct)).toEqual(root.node.findAll());
});
