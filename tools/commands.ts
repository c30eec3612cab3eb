/** Writes the reference of the command line, and its manual page, from the table of commands. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandsPage } from './commands-page';
import { manualPage } from './manual-page';

const ROOT = join(__dirname, '..');
writeFileSync(join(ROOT, 'docs', 'commands.md'), commandsPage());
writeFileSync(join(ROOT, 'bin', 'cdk8s-volumes.1'), manualPage());
