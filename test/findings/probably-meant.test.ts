/** The name of an object that was probably meant. */
import { DeclaredNames, probablyMeant } from '../../src/findings';

test.each([
  ['fast-sdd', 'fast-ssd'],
  ['uplaods', 'uploads'],
  ['upload', 'uploads'],
  ['app-tsl', 'app-tls'],
  ['appconfig', 'app-config'],
  ['postgres-data', 'postgresql-data'],
  ['site-conf', 'site-config'],
])('%s is probably %s', (name, declared) => {
  expect(probablyMeant([declared])(name)).toBe(declared);
});

test.each([
  ['uploads', 'uploads'],
  ['data-1', 'data-2'],
  ['disk-a', 'disk-b'],
  ['data', 'data2'],
  ['ebs-sc', 'efs-sc'],
  ['api-tls', 'app-tls'],
  ['premium-rwo', 'premium-rwx'],
  ['gp2', 'gps'],
  ['uplaosd', 'uploads'],
  ['shop-media', 'shop-meta'],
  ['app-conf', 'app-conflict'],
  ['my-conf', 'my-config-two'],
  ['conf', 'config'],
])('%s and %s are two names', (name, declared) => {
  expect(probablyMeant([declared])(name)).toBeUndefined();
});

test('names are told by their namespaces', () => {
  const names = new DeclaredNames();
  for (const namespace of ['apps', 'crm', undefined]) names.add(namespace, 'settings');
  names.add('tools', 'others');
  expect([
    names.has('apps', 'settings'),
    names.has('tools', 'settings'),
    names.has(undefined, 'settings'),
  ]).toEqual([true, false, true]);
  expect([
    names.meant('apps', 'setings'),
    names.meant('tools', 'setings'),
    names.meant('elsewhere', 'setings'),
  ]).toEqual(['settings', undefined, undefined]);
  expect([
    names.elsewhere('tools', 'settings'),
    names.elsewhere('apps', 'settings'),
    names.elsewhere(undefined, 'settings'),
  ]).toEqual([['apps', 'crm'], ['crm'], []]);
});
