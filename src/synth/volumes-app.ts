/** The app that synthesizes faster than cdk8s, to the same files. */
import { mkdirSync } from 'node:fs';
import { App, AppProps } from 'cdk8s';
import { UNKNOWN_ORDER } from './dependencies';
import { isKnownDivision, writeFiles, writeMetadata } from './files';
import { printDocuments, Synthesis, validate } from './synthesis';
import { sharingManifests } from '../tree';

/**
 * An `App` of cdk8s that synthesizes faster, to the same bytes: the same files, names, order, validations and errors.
 *
 * Each construct is validated once, where `App` validates all of them once for each chart and once more. Dependencies are
 * followed in time that grows with their number, where `App` needs time that grows with the number of paths. YAML is printed without the
 * detour of the package `yaml`, but for texts that only that package knows how to write.
 *
 * A validation that says something else when it is asked again is asked once here, so it is heard once.
 *
 * @example
 * const platform = new VolumesApp();
 * const efs = new Chart(platform, 'efs');
 */
export class VolumesApp extends App {
  private readonly recordsMetadata: boolean;

  /**
   * @param props the options of `App`: where files are written, how they are divided and named, resolvers
   */
  public constructor(props: AppProps = {}) {
    super(props);
    this.recordsMetadata = props.recordConstructMetadata ?? process.env.CDK8S_RECORD_CONSTRUCT_METADATA === 'true';
  }

  /**
   * Writes all manifests to the output directory, as `App.synth` does.
   *
   * @throws what `App.synth` throws: what validations say, circles of dependencies, objects that cannot be written
   */
  public synth(): void {
    if (!isKnownDivision(this.yamlOutputType)) return super.synth();
    mkdirSync(this.outdir, { recursive: true });
    return unlessUnknown(() => sharingManifests(this, (forget) => {
      validate(this, forget);
      const synthesis = new Synthesis(this);
      writeFiles(this, synthesis);
      if (this.recordsMetadata) writeMetadata(this, synthesis);
    }), () => super.synth());
  }

  /**
   * All manifests as YAML, as `App.synthYaml` gives them.
   *
   * @returns all objects of all charts, with `---` between them
   * @throws what `App.synthYaml` throws: what validations say, circles of dependencies, objects that cannot be written
   */
  public synthYaml(): string {
    return unlessUnknown(() => sharingManifests(this, (forget) => {
      const synthesis = new Synthesis(this);
      validate(this, forget);
      return printDocuments(synthesis.charts().flatMap((chart) => synthesis.manifestsOf(chart)));
    }), () => super.synthYaml());
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
