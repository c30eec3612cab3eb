/**
 * The manifest by which krew installs the executables of a release as `kubectl volumes`. Give the
 * version and a folder with their archives; it is written there as `volumes.yaml`.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { archiveOf, programOf, System } from './build';
import { printYaml } from '../../src/yaml';

const REPOSITORY = 'https://github.com/cdk8s-volumes/cdk8s-volumes';

/** The systems that a release has executables for. */
export const SYSTEMS: readonly System[] = [
  { os: 'linux', arch: 'amd64' },
  { os: 'linux', arch: 'arm64' },
  { os: 'darwin', arch: 'amd64' },
  { os: 'darwin', arch: 'arm64' },
  { os: 'windows', arch: 'amd64' },
];

/** The manifest of a version, given the archives' SHA-256 sums by their names. */
export function krewManifest(version: string, sumOf: (archive: string) => string): string {
  return printYaml({
    apiVersion: 'krew.googlecontainertools.github.com/v1alpha2',
    kind: 'Plugin',
    metadata: { name: 'volumes' },
    spec: {
      version: `v${version}`,
      homepage: REPOSITORY,
      shortDescription: 'Check, compare and draw volumes and claims',
      description:
        'Finds volumes, claims and pods that cannot work in any manifests, shows what a change of\nmanifests does to data, and draws who mounts what. Reads files and standard input.\n',
      platforms: SYSTEMS.map((system) => ({
        selector: { matchLabels: { os: system.os, arch: system.arch } },
        uri: `${REPOSITORY}/releases/download/v${version}/${archiveOf(system)}`,
        sha256: sumOf(archiveOf(system)),
        bin: programOf(system),
        files: [
          { from: programOf(system), to: '.' },
          { from: 'LICENSE*', to: '.' },
          { from: 'NOTICE', to: '.' },
        ],
      })),
    },
  });
}

/** Writes the manifest beside the archives. Throws if one is missing. */
export function writeKrew(version: string, folder: string): void {
  const sumOf = (archive: string) =>
    createHash('sha256')
      .update(readFileSync(join(folder, archive)))
      .digest('hex');
  writeFileSync(join(folder, 'volumes.yaml'), krewManifest(version, sumOf));
}

if (require.main === module) {
  const [version, folder] = process.argv.slice(2);
  if (!version || !folder) throw new Error('give a version and a folder');
  writeKrew(version, resolve(folder));
}
