/** What shells can be taught. */
export const SHELLS = ['bash', 'zsh', 'fish'] as const;
