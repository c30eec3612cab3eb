/**
 * The kernel's rule of classes, where the cases of the conformance folder do not tell clauses
 * apart.
 */
import { accessOf } from './access';

const FILE = { uid: 0, gid: 0, mode: '0666' };
const PROCESS = { uid: 1000, gid: 1000, groups: [2000] };
const ROOT = (acl: string, mode = '0775') => ({ uid: 0, gid: 0, mode, acl });

test.each([
  [
    'an entry of a group is no entry of a user of that number',
    ROOT('user::rwx,group::---,group:1001:rwx,mask::rwx,other::---', '0770'),
    { ...PROCESS, uid: 1001 },
    false,
  ],
  [
    'others are asked where no group fits',
    ROOT('user::rwx,group::---,group:5:---,mask::rwx,other::rwx', '0777'),
    PROCESS,
    true,
  ],
  [
    'a group that fits and denies is not helped by others',
    ROOT('user::rwx,group::---,group:2000:r-x,mask::rwx,other::rwx', '0777'),
    PROCESS,
    false,
  ],
  [
    'the mask limits an entry of a user',
    ROOT('user::rwx,user:1000:rwx,group::---,mask::r-x,other::---', '0750'),
    PROCESS,
    false,
  ],
])('%s', (_what, root, process, canCreate) => {
  expect(accessOf(root, FILE, process).canCreate).toBe(canCreate);
});
