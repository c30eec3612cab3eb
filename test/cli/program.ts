/** The program as a process of its own, without compiling it first. */
import { main } from '../../src/cli/main';

main();
