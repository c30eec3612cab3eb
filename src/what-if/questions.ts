/** Questions about what somebody might do. */
export const QUESTIONS = ['delete-app', 'prune', 'force', 'uninstall'] as const;

/** One of them. */
export type Question = (typeof QUESTIONS)[number];
