/** The notes of a release: the subjects of its commits, which say what each of them does. */

/** The list below the version's heading; `subjects` are undefined before the first release. */
export function releaseNotes(subjects: readonly string[] | undefined): string {
  if (subjects === undefined) return '\nThe first release.\n';
  const changes = subjects.map((subject) => subject.trim()).filter((subject) => subject !== '');
  return changes.length > 0
    ? `\n${changes.map((subject) => `- ${subject}`).join('\n')}\n`
    : '\nNothing but a new version.\n';
}
