/**
 * The jobs that publish a release, put right where projen's own would fail.
 * `test/tools/release-workflow.test.ts` plays them.
 */
import { github, ObjectFile } from 'projen';

/** Jobs, and how many steps of each set up tools before the packages are downloaded. */
const JOBS = { release_npm: 1, release_maven: 2, release_pypi: 2, release_golang: 2 };

/**
 * projen downloads packages into `dist`, where the tool that publishes looks for them, and then
 * unpacks them from the folder that they were built in. Here they are downloaded into that folder,
 * and what is to be published is moved into `dist`.
 */
export function publishFrom(folder: string, release: ObjectFile): void {
  const download = (job: string, tools: number) => {
    release.addOverride(`jobs.${job}.steps.${tools}.with.path`, folder);
    release.addOverride(
      `jobs.${job}.steps.${tools + 1}.run`,
      `cd ${folder} && setfacl --restore=permissions-backup.acl`,
    );
  };
  download('release_github', 1);
  for (const [job, tools] of Object.entries(JOBS)) {
    download(job, tools);
    release.addOverride(`jobs.${job}.steps.${tools + 7}.run`, `mv .repo/${folder} dist`);
  }
}

/**
 * Packages are made by known versions, and not by what is the newest on that day. Which step sets
 * them up, by job.
 */
export function pinTools(build: ObjectFile, release: ObjectFile): void {
  for (const [workflow, python, go] of [
    [build, 'package-python', 'package-go'],
    [release, 'release_pypi', 'release_golang'],
  ] as const) {
    workflow.addOverride(`jobs.${python}.steps.1.with.python-version`, '3.13');
    workflow.addOverride(`jobs.${go}.steps.1.with.go-version`, '1.25.x');
  }
}

/**
 * Commits of the actions that projen names by a tag, which whoever may push to their repositories
 * can move.
 */
const COMMITS = {
  'actions/setup-go@v7.0.0': 'b7ad1dad31e06c5925ef5d2fc7ad053ef454303e',
  'actions/setup-java@v6.0.0': 'dd06d9cba3e5552c54d9f8ea23572deb30010f7c',
  'actions/setup-node@v7.0.0': '820762786026740c76f36085b0efc47a31fe5020',
  'actions/setup-python@v7.0.0': '5fda3b95a4ea91299a34e894583c3862153e4b97',
};

/** Every action is a commit. A newer version that projen names is added above, or a test fails. */
export function pinActions({ actions }: github.GitHub): void {
  for (const [tagged, commit] of Object.entries(COMMITS)) {
    actions.set(tagged, `${tagged.split('@')[0]}@${commit}`);
  }
}

/**
 * Jobs that may publish run no scripts of the packages that they install. No package of this
 * repository needs its script: those of esbuild and unrs-resolver only look for what npm has
 * installed beside them.
 */
export function installWithoutScripts(release: ObjectFile): void {
  for (const job of ['release', ...Object.keys(JOBS)]) {
    release.addOverride(`jobs.${job}.env.NPM_CONFIG_IGNORE_SCRIPTS`, 'true');
  }
}

/** What the registries ask for. */
export function publishAsAsked(release: ObjectFile): void {
  // Where a release goes is a matter of the environment that it is made in.
  release.addDeletionOverride('jobs.release_npm.steps.9.env.NPM_REGISTRY');
  // The Central Portal has no staging profiles.
  release.addDeletionOverride('jobs.release_maven.steps.10.env.MAVEN_STAGING_PROFILE_ID');
}
