/** What shells can be taught. */
export const SHELLS = ['bash', 'zsh', 'fish', 'powershell'] as const;
