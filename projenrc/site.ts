/**
 * The site: a task that builds it, and a workflow that publishes each release to GitHub Pages, the
 * newest at the root and each minor in a folder of its own.
 */
import { cdk8s, github } from 'projen';

const { JobPermission } = github.workflows;
const PUBLISHED = 'published';

export function publishSite(project: cdk8s.ConstructLibraryCdk8s): void {
  project.addTask('site', {
    description:
      'Build the site, with its playground, from the Markdown of the repository into site/.vitepress/dist',
    steps: [{ exec: 'tsx tools/site/prepare.ts' }, { exec: 'vitepress build site' }],
  });
  project.gitignore.exclude(
    '/site/pages/',
    '/site/.vitepress/cache/',
    '/site/.vitepress/dist/',
    '/site/.vitepress/sidebar.json',
  );
  project.npmignore?.exclude('/site/');

  const workflow = new github.GithubWorkflow(project.github!, 'site', { limitConcurrency: true });
  workflow.on({ release: { types: ['published'] }, workflowDispatch: {} });
  const setup = project.renderWorkflowSetup({ mutable: false });
  workflow.addJob('site', {
    runsOn: ['ubuntu-latest'],
    permissions: { contents: JobPermission.WRITE },
    env: { NPM_CONFIG_IGNORE_SCRIPTS: 'true' },
    steps: [
      github.WorkflowSteps.checkout(),
      ...setup,
      {
        name: 'Fetch what is published',
        run: [
          `git fetch origin gh-pages && git worktree add ${PUBLISHED} gh-pages || git worktree add --orphan -b gh-pages ${PUBLISHED}`,
        ].join('\n'),
      },
      {
        name: 'Build the site',
        run: `npx tsx tools/site/publish.ts "\${GITHUB_REF_NAME#v}" ${PUBLISHED}`,
      },
      {
        name: 'Publish it',
        run: [
          `cd ${PUBLISHED}`,
          'git add --all',
          'git -c user.name=github-actions -c user.email=github-actions@github.com commit --message "Publish $GITHUB_REF_NAME"',
          'git push origin gh-pages',
        ].join('\n'),
      },
    ],
  });
}
