/** Questions about what somebody might do. */
export const QUESTIONS = ['delete-app', 'prune', 'force', 'uninstall'] as const;

export type Question = (typeof QUESTIONS)[number];
