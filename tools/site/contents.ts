/** The contents of the site: which guide stands under which heading. */

/** A heading of the side bar, and the guides below it by their file names. */
export interface Chapter {
  readonly text: string;
  readonly guides: readonly string[];
}

export const CHAPTERS: readonly Chapter[] = [
  { text: 'Tutorials', guides: ['tutorial', 'tutorial-yaml'] },
  {
    text: 'Check, compare, draw',
    guides: [
      'install',
      'check',
      'diff',
      'render',
      'what-if',
      'map',
      'read-out',
      'reports',
      'ci',
      'target',
      'configuration',
      'commands',
    ],
  },
  {
    text: 'Build volumes',
    guides: [
      'storage',
      'efs',
      'csi',
      'local-disks',
      'ownership',
      'placement',
      'locust',
      'viewer',
      'applications',
      'gitops',
      'synthesis',
    ],
  },
  {
    text: 'Help',
    guides: ['questions', 'troubleshooting', 'upgrading', 'languages', 'cdk8s-plus'],
  },
  { text: 'Explanation', guides: ['how-it-judges', 'why'] },
];

/** Where guides stand that no chapter names. */
export const OTHERS = 'More';
