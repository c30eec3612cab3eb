import { app } from './main';

test('what is committed to Git does not change unseen', () => {
  expect(app.synthYaml()).toMatchSnapshot();
});
