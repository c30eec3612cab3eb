/** The jobs that publish a release, put right where projen's own would fail. `test/tools/release-workflow.test.ts` plays them. */
import { ObjectFile } from 'projen';

/** Jobs, and how many steps of each set up tools before the packages are downloaded. */
const JOBS = { release_npm: 1, release_maven: 2, release_pypi: 2, release_golang: 2 };

/**
 * projen downloads packages into `dist`, where the tool that publishes looks for them, and then unpacks them from the folder that they were built in.
 * Here they are downloaded into that folder, and what is to be published is moved into `dist`.
 */
export function publishFrom(folder: string, release: ObjectFile): void {
  const download = (job: string, tools: number) => {
    release.addOverride(`jobs.${job}.steps.${tools}.with.path`, folder);
    release.addOverride(`jobs.${job}.steps.${tools + 1}.run`, `cd ${folder} && setfacl --restore=permissions-backup.acl`);
  };
  download('release_github', 1);
  for (const [job, tools] of Object.entries(JOBS)) {
    download(job, tools);
    release.addOverride(`jobs.${job}.steps.${tools + 7}.run`, `mv .repo/${folder} dist`);
  }
}

/** Packages are made by known versions, and not by what is the newest on that day. Which step sets them up, by job. */
export function pinTools(build: ObjectFile, release: ObjectFile): void {
  for (const [workflow, python, go] of [[build, 'package-python', 'package-go'], [release, 'release_pypi', 'release_golang']] as const) {
    workflow.addOverride(`jobs.${python}.steps.1.with.python-version`, '3.13');
    workflow.addOverride(`jobs.${go}.steps.1.with.go-version`, '1.25.x');
  }
}

/** What the registries ask for. */
export function publishAsAsked(release: ObjectFile): void {
  // npm trusts a workflow from npm 11.5.1 on, and Node.js 22 brings npm 10.
  release.addOverride('jobs.release_npm.steps.0.with.node-version', '24.x');
  // Where a release goes is a matter of the environment that it is made in.
  release.addDeletionOverride('jobs.release_npm.steps.9.env.NPM_REGISTRY');
  // The Central Portal has no staging profiles.
  release.addDeletionOverride('jobs.release_maven.steps.10.env.MAVEN_STAGING_PROFILE_ID');
}
