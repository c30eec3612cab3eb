/** The tasks that make flavours of the package, and package each language with all of them. */
import type { cdk8s } from 'projen';

/**
 * What is done with examples that the tablet does not have. Go repeats what is inherited, with
 * examples of cdk8s that no tablet has.
 */
const LANGUAGES = { python: 'fail', java: 'fail', go: 'translate' };

type Project = cdk8s.ConstructLibraryCdk8s;

export function packageFlavours(project: Project, minors: readonly number[]): void {
  const folders = minors.map((minor) => `flavours/${minor}`);
  const write = (options: string) =>
    minors.map((minor, index) => ({
      exec: `tsx tools/flavour.ts ${minor} ${folders[index]}${options}`,
    }));
  const flavours = project.addTask('flavours', {
    description: 'Write the flavours for other minors of cdk8s-plus into flavours/; compile first',
    steps: write(''),
  });
  const compiled = project.addTask('flavours:compile', {
    description: 'Compile each flavour against its cdk8s-plus, and compare it with the written one',
    steps: write(' --compile'),
  });
  project.packageTask.prependSpawn(compiled);
  // The pages on PyPI, Maven Central and pkg.go.dev have the README's code in their language, and
  // comments the examples: as the tablet has them.
  for (const [language, unknown] of Object.entries(LANGUAGES)) {
    const task = project.tasks.tryFind(`package:${language}`)!;
    task.reset();
    task.spawn(flavours);
    task.exec(
      [
        'jsii-pacmak -v',
        `--target ${language}`,
        `--rosetta-unknown-snippets ${unknown}`,
        `--outdir ${project.artifactsDirectory}`,
        '.',
        ...folders,
      ].join(' '),
    );
  }
}
