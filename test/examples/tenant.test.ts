/** The tenant's repository: a cluster would take what it writes. */
import { app } from '../../examples/tenant/main';
import { parseManifests } from '../support/manifests';
import { expectValid } from '../support/validate';

test('every object of the tenant is valid', () => {
  const manifests = parseManifests(app.synthYaml());
  expect(manifests.map(({ kind }) => kind)).toEqual([
    'PersistentVolume',
    'PersistentVolumeClaim',
    'Deployment',
  ]);
  expectValid(manifests);
});
