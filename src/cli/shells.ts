/** Shells that can complete commands. */
export const SHELLS = ['bash', 'zsh', 'fish', 'powershell'] as const;
