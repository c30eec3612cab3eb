/**
 * What floors are told by rooms above them: which rules there are, and what an engine makes of a
 * target.
 *
 * This has to have happened whatever somebody takes from the library, so its index imports it for
 * its effect alone.
 */
import { provideHost } from './findings';
import { hostOfProcess } from './tree';
import './check/constructs';
import './gitops';

provideHost(hostOfProcess);
