import { apps } from './main';

test.each(['dev', 'prod', 'argocd'])(
  'what is committed to Git for %s does not change unseen',
  (folder) => {
    expect(apps('dist')[folder].synthYaml()).toMatchSnapshot();
  },
);

test('a promotion changes the image of one stage, and nothing else', () => {
  const [before, after] = [apps('dist'), apps('dist', '1.5.0')];
  expect(after.prod.synthYaml()).toBe(before.prod.synthYaml().replace('shop:1.4.0', 'shop:1.5.0'));
  expect([after.dev.synthYaml(), after.argocd.synthYaml()]).toEqual([
    before.dev.synthYaml(),
    before.argocd.synthYaml(),
  ]);
});
