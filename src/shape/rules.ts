/** Rules of everything that is typed by hand: that options exist, and have their types. */
import { defineRules } from '../findings';

export const SHAPE_RULES = defineRules('input', {
  type: {
    error: 'An option does not have its type.',
    why: 'Nothing checks types in JavaScript: a string where true or false belongs would count as true.',
    bad: "operatorMode: 'false'",
    good: 'operatorMode: false',
    source: 'this library; the compilers of typed languages check it as well',
  },
  unknownField: {
    error: 'An option is set that the construct does not have.',
    why: 'A misspelled option would silently have no effect.',
    bad: 'accesPointId: fsap-0123456789abcdef0',
    good: 'accessPointId: fsap-0123456789abcdef0',
    source: 'this library; the compilers of typed languages check it as well',
  },
});
