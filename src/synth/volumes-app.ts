/** The app that synthesizes faster than cdk8s, to the same files. */
import { mkdirSync } from 'node:fs';
import { App, AppProps } from 'cdk8s';
import { UNKNOWN_ORDER } from './dependencies';
import { isKnownDivision, writeFiles, writeMetadata } from './files';
import { printDocuments, Synthesis, validate } from './synthesis';
import { sharingManifests } from '../tree';

/**
 * A cdk8s `App` that synthesizes faster, with byte-identical output: the same files, names, order,
 * validations and errors.
 *
 * Each construct is validated once, whereas `App` validates all of them once per chart and once
 * more. The time for dependencies grows with their number, whereas that of `App` grows with the
 * number of paths. YAML is printed without the package `yaml`, except for strings that only that
 * package can write.
 *
 * If a validation returns different results when it is called again, only its first result counts
 * here.
 *
 * @example
 * const platform = new VolumesApp();
 * const efs = new Chart(platform, 'efs');
 */
export class VolumesApp extends App {
  private readonly recordsMetadata: boolean;

  /**
   * @param props the options of `App`: the output directory, how files are divided and named,
   * resolvers
   */
  public constructor(props: AppProps = {}) {
    super(props);
    this.recordsMetadata =
      props.recordConstructMetadata ?? process.env.CDK8S_RECORD_CONSTRUCT_METADATA === 'true';
  }

  /**
   * Writes all manifests to the output directory, like `App.synth`.
   *
   * @throws what `App.synth` throws: validation errors, circular dependencies, objects that cannot
   * be written
   */
  public synth(): void {
    if (!isKnownDivision(this.yamlOutputType)) return super.synth();
    mkdirSync(this.outdir, { recursive: true });
    return unlessUnknown(
      () =>
        sharingManifests(this, (forget) => {
          validate(this, forget);
          const synthesis = new Synthesis(this);
          writeFiles(this, synthesis);
          if (this.recordsMetadata) writeMetadata(this, synthesis);
        }),
      () => super.synth(),
    );
  }

  /**
   * Returns all manifests as YAML, like `App.synthYaml`.
   *
   * @returns all objects of all charts, with `---` between them
   * @throws what `App.synthYaml` throws: validation errors, circular dependencies, objects that
   * cannot be written
   */
  public synthYaml(): string {
    return unlessUnknown(
      () =>
        sharingManifests(this, (forget) => {
          const synthesis = new Synthesis(this);
          validate(this, forget);
          return printDocuments(
            synthesis.charts().flatMap((chart) => synthesis.manifestsOf(chart)),
          );
        }),
      () => super.synthYaml(),
    );
  }
}

function unlessUnknown<T>(synthesize: () => T, otherwise: () => T): T {
  try {
    return synthesize();
  } catch (error) {
    if (error === UNKNOWN_ORDER) return otherwise();
    throw error;
  }
}
