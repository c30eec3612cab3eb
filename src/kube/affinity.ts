/** The terms of an affinity: those that pods are bound to, and those that they prefer. */

export const REQUIRED_TERMS = 'requiredDuringSchedulingIgnoredDuringExecution';
export const PREFERRED_TERMS = 'preferredDuringSchedulingIgnoredDuringExecution';
