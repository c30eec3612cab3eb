/**
 * Does one use of the package after the other, and writes which of its files each has loaded: in
 * one process, which loads these anew for each, and what they share with others once.
 */
const { readFileSync, writeFileSync } = require('node:fs');

const [, , given] = process.argv;
const { commands, folder, told } = JSON.parse(readFileSync(given, 'utf8'));
const loaded = [];
const own = () => Object.keys(require.cache).filter((file) => file.startsWith(folder));

function start() {
  for (const file of own()) delete require.cache[file];
  const command = commands[loaded.length];
  process.argv = [process.execPath, ...command];
  // One that waits for nothing is over as well.
  setImmediate(() => require(command[0]));
}

// A use is over when there is nothing left to wait for.
process.on('beforeExit', () => {
  if (process.exitCode > 1) throw new Error(`a use failed: ${process.argv.join(' ')}`);
  process.exitCode = 0;
  loaded.push(own());
  if (loaded.length < commands.length) start();
  else writeFileSync(told, JSON.stringify(loaded));
});
start();
