/** A bundle that is cut into parts: what is loaded when, and what cannot be cut. */
import { Bundle } from '../../tools/parts';

/** The scripts of a bundle whose modules are parts. */
const cut = (text: string) => {
  const bundle = new Bundle(text);
  return Object.fromEntries(bundle.scriptsOf(bundle.partsOf((module) => module)));
};

const LOW = `// src/low.ts
function low() {}
var LIST = [1];`;

test('what a part needs to be loaded is required at its head, with all else of the same part', () => {
  const { 'src/high.ts': high } = cut(`${LOW}
// src/high.ts
var high = LIST.map(() => 2);
function later() { return low(); }`);
  expect(high).toBe(`"use strict";
const { LIST, low } = require("./low.js");
var high = LIST.map(() => 2);
function later() { return low(); }
module.exports = {  };
`);
});

test('what only a function needs is required when it gets there', () => {
  const { 'src/high.ts': high } = cut(`${LOW}
// src/high.ts
var high = { later: () => low({ LIST }) };
class Late { list = LIST; }`);
  expect(high).toBe(`"use strict";
let $part0;
var high = { later: () => ($part0 ??= require("./low.js")).low({ LIST: ($part0 ??= require("./low.js")).LIST }) };
class Late { list = ($part0 ??= require("./low.js")).LIST; }
module.exports = {  };
`);
});

test.each([
  ['a field of a class', 'class One { static list = LIST; }'],
  ['a class that is extended', 'class One extends LIST {}'],
  ['what a list is mapped with', 'var one = [1].map(() => LIST);'],
])('it is needed to load: %s', (_what, code) => {
  expect(cut(`${LOW}\n// src/high.ts\n${code}`)['src/high.ts']).toContain(
    'const { LIST } = require("./low.js");',
  );
});

test('a package is required when it is needed, by the name that it exports', () => {
  const { 'src/high.ts': high } = cut(`// src/high.ts
import { one as two } from "a";
import * as all from "b";
import { three as four } from "c";
class High extends two {}
function high() { return all.five(four); }`);
  expect(high).toBe(`"use strict";
const { one: two } = require("a");
let $part0, $part1;
class High extends two {}
function high() { return ($part0 ??= require("b")).five(($part1 ??= require("c")).three); }
module.exports = {  };
`);
});

test('modules that need each other to be loaded are one part', () => {
  const bundle = new Bundle(`// src/a.ts
var a = 1;
// src/b.ts
var b = a;
// src/c.ts
var c = b;`);
  const parts = bundle.partsOf((module) => (module === 'src/b.ts' ? 'b' : 'others'));
  expect(new Set(parts.values())).toEqual(new Set(['src/c.ts']));
});

test('a function is a module of its own that nothing needs to load', () => {
  const bundle = new Bundle(`${LOW}
function apart() { return LIST; }
function toLoad() {}
function taken() {}
var high = { taken };
let count = 0;
function counts() { count += 1; }
function counted() { return count; }`);
  bundle.setApart(new Set(['toLoad']));
  expect([...bundle.modules]).toEqual(['src/low.ts+low', 'src/low.ts', 'src/low.ts+apart']);
  const scripts = bundle.scriptsOf(bundle.partsOf((module) => module));
  expect(scripts.get('src/low.ts+apart')).toBe(`"use strict";
let $part0;
function apart() { return ($part0 ??= require("./low.js")).LIST; }
module.exports = {  };
`);
});

test('of a module that is loaded for its effect no function is set apart', () => {
  const bundle = new Bundle(`${LOW}\nLIST.push(2);`);
  bundle.setApart(new Set());
  expect([...bundle.modules]).toEqual(['src/low.ts']);
});

test('of a module that is required as a whole each function is set apart', () => {
  const bundle = new Bundle(`${LOW}
__export(low_exports, { low: () => low });`);
  bundle.setApart(new Set());
  expect([...bundle.modules]).toEqual(['src/low.ts+low', 'src/low.ts']);
});

test('what all uses of a part have is required at its head, unless it needs the part', () => {
  const bundle = new Bundle(`${LOW}
function back() { return high(); }
// src/high.ts
function high() { return low(); }`);
  const scripts = bundle.scriptsOf(
    bundle.partsOf((module) => module),
    () => new Set([0]),
  );
  const isAtHead = (script: string) => script.includes('const {');
  expect([...scripts.values()].map(isAtHead)).toEqual([true, false]);
});

test.each([
  ['a list', '[LIST] = [];'],
  ['a list with more', '[, ...LIST] = [];'],
  ['an object', '({ LIST } = {});'],
  ['a field, or else', '({ field: LIST = 1 } = {});'],
  ['what is in it', '({ field: [(LIST)] } = {});'],
  ['a loop over values', 'for (LIST of []);'],
  ['a loop over names', 'for (LIST in {});'],
])('a name changes that is taken from %s', (_what, code) => {
  expect(() => new Bundle(`${LOW}\n${code}\n// src/high.ts\nvar high = LIST;`)).toThrow(
    'src/high.ts uses LIST, which changes',
  );
});

test.each([
  [
    'two things of one name',
    'function high(LIST) { return LIST; }',
    'src/high.ts has another LIST',
  ],
  [
    'what changes later',
    'function high() { return low; }\n// src/low.ts\nlow = 1;',
    'src/high.ts uses low, which changes',
  ],
  ['a default', 'import one from "a";', 'a has no default that other scripts could require'],
])('a bundle is refused that has %s', (_what, code, message) => {
  expect(() => new Bundle(`${LOW}\n// src/high.ts\n${code}`)).toThrow(message);
});
