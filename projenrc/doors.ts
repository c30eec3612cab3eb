/**
 * The jobs of a release that publish what needs no npm: executables with a Node.js inside, the
 * manifest of krew, and a container image. `test/doors/release.test.ts` plays them.
 */
import { cdk8s, github } from 'projen';

const { JobPermission } = github.workflows;
type Step = github.workflows.JobStep;

const IMAGE = 'ghcr.io/cdk8s-volumes/cdk8s-volumes';

/** Machines of GitHub, one for each system that has an executable. */
const RUNNERS = ['ubuntu-24.04', 'ubuntu-24.04-arm', 'macos-15-intel', 'macos-15', 'windows-2025'];

/** Machines that build the image, each for itself: nothing is emulated. */
const IMAGE_RUNNERS = [
  { runner: 'ubuntu-24.04', arch: 'amd64' },
  { runner: 'ubuntu-24.04-arm', arch: 'arm64' },
];

/** As the jobs of projen that publish have it. */
const IF =
  "needs.release.outputs.tag_exists != 'true' && needs.release.outputs.latest_commit == github.sha";
const UNLESS_DRY = '${{ !inputs.dry_run }}';
/** No job runs scripts of the packages that it installs. */
const ENV = { NPM_CONFIG_IGNORE_SCRIPTS: 'true' };

export function publishDoors(project: cdk8s.ConstructLibraryCdk8s): void {
  const workflow = project.github!.tryFindWorkflow('release')!;
  const { artifactsDirectory: folder } = project;
  const checkout = github.WorkflowSteps.checkout();
  const setup = project.renderWorkflowSetup({ mutable: false });
  const download = github.WorkflowSteps.downloadArtifact({
    name: 'Download build artifacts',
    with: { artifactIds: ['${{ needs.release.outputs.artifact_id }}'], path: folder },
  });
  const version: Step = {
    name: 'Tell the version',
    run: `echo "VERSION=$(cat ${folder}/version.txt)" >> "$GITHUB_ENV"`,
    shell: 'bash',
  };

  workflow.addJobs({
    release_executables: {
      name: 'Build executables',
      needs: ['release'],
      if: IF,
      permissions: { contents: JobPermission.READ },
      strategy: { matrix: { domain: { runner: RUNNERS } } },
      runsOn: ['${{ matrix.runner }}'],
      env: ENV,
      steps: [
        checkout,
        ...setup,
        download,
        version,
        {
          name: 'Build the executable',
          run: 'npx tsx tools/executable/main.ts "$VERSION" executable',
          shell: 'bash',
        },
        {
          name: 'Run it',
          run: './executable/cdk8s-volumes check dist/manifests/eks -o json > findings.json && [ "$(./executable/cdk8s-volumes --version)" = "$VERSION" ]',
          shell: 'bash',
        },
        github.WorkflowSteps.uploadArtifact({
          with: { name: 'executable-${{ matrix.runner }}', path: 'executable/*.tar.gz' },
        }),
      ],
    },
    release_downloads: {
      name: 'Publish executables',
      needs: ['release', 'release_github', 'release_executables'],
      if: IF,
      permissions: { contents: JobPermission.WRITE },
      runsOn: ['ubuntu-latest'],
      env: ENV,
      steps: [
        checkout,
        ...setup,
        download,
        version,
        github.WorkflowSteps.downloadArtifact({
          name: 'Download executables',
          with: { pattern: 'executable-*', path: 'downloads', mergeMultiple: true },
        }),
        {
          name: 'Write the manifest of krew, and sums',
          run: 'npx tsx tools/executable/krew.ts "$VERSION" downloads && (cd downloads && sha256sum *.tar.gz > SHA256SUMS)',
        },
        {
          name: 'Publish them',
          if: UNLESS_DRY,
          env: { GITHUB_TOKEN: '${{ secrets.GITHUB_TOKEN }}' },
          run: 'gh release upload "v$VERSION" downloads/* -R "$GITHUB_REPOSITORY" --clobber',
        },
      ],
    },
    release_image: {
      name: 'Publish the image of an architecture',
      needs: ['release'],
      if: IF,
      permissions: { contents: JobPermission.READ, packages: JobPermission.WRITE },
      strategy: { matrix: { include: IMAGE_RUNNERS } },
      runsOn: ['${{ matrix.runner }}'],
      steps: [
        checkout,
        download,
        version,
        {
          name: 'Unpack the package',
          run: `mkdir -p context/package && tar --strip-components=1 -xzf ${folder}/js/*.tgz -C context/package`,
        },
        {
          name: 'Build the image',
          run: `docker build --file integrations/Containerfile --label "org.opencontainers.image.version=$VERSION" --tag "${IMAGE}:$VERSION-\${{ matrix.arch }}" context`,
        },
        {
          name: 'Run it',
          run: `docker run --rm --volume "$PWD/dist/manifests/eks:/work:ro" "${IMAGE}:$VERSION-\${{ matrix.arch }}" check .`,
        },
        {
          name: 'Publish it',
          if: UNLESS_DRY,
          env: { GITHUB_TOKEN: '${{ secrets.GITHUB_TOKEN }}' },
          run: `echo "$GITHUB_TOKEN" | docker login ghcr.io --username "$GITHUB_ACTOR" --password-stdin && docker push "${IMAGE}:$VERSION-\${{ matrix.arch }}"`,
        },
      ],
    },
    release_image_index: {
      name: 'Publish the image of all architectures',
      needs: ['release', 'release_image'],
      if: IF,
      permissions: { contents: JobPermission.READ, packages: JobPermission.WRITE },
      runsOn: ['ubuntu-latest'],
      steps: [
        download,
        version,
        {
          name: 'Publish it',
          if: UNLESS_DRY,
          env: { GITHUB_TOKEN: '${{ secrets.GITHUB_TOKEN }}' },
          run: `echo "$GITHUB_TOKEN" | docker login ghcr.io --username "$GITHUB_ACTOR" --password-stdin && docker buildx imagetools create --tag "${IMAGE}:$VERSION" --tag "${IMAGE}:latest" ${IMAGE_RUNNERS.map(({ arch }) => `"${IMAGE}:$VERSION-${arch}"`).join(' ')}`,
        },
      ],
    },
  });
}
