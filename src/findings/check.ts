/** The contract of all checks: a subject and what is around it in, findings out. */
import { Finding } from './finding';

/**
 * Looks at a subject in what is around it, and answers all that is wrong with it. The subject is an
 * object, options, or those that several constructs or custom resources have; around it are other
 * objects, or what it was before, and nothing around options by themselves. Pure: the same subject
 * in the same place has the same findings. Never throws.
 */
export type Check<Subject, Around = void, Found extends Finding = Finding> = (
  subject: Subject,
  around: Around,
) => readonly Found[];
