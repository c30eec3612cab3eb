/**
 * The rules on objects as a validation plug-in of cdk8s-cli: it sees what was written, whoever made
 * it.
 */
import { readFileSync } from 'node:fs';
import { harmless } from '../../escape';
import { TARGET_SHAPE, targetFacts, TargetSpec } from '../../facts';
import { hasErrors, throwIfErrors } from '../../findings';
import { flag, readShape, struct, text } from '../../shape';
import { checkDocuments } from '../check';

/** What the plug-in may be told in `cdk8s.yaml`, under `properties`. */
interface VolumesValidationProperties extends Pick<TargetSpec, 'kubernetes' | 'platform'> {
  /** The namespace of objects that name none. */
  readonly namespace?: string;
  /** Whether warnings fail the synthesis, too. */
  readonly strict?: boolean;
}

/** As much of cdk8s-cli's context as is used. */
interface ManifestContext {
  readonly manifests: readonly string[];
  readonly report: {
    addViolation(violation: {
      readonly ruleName: string;
      readonly recommendation: string;
      readonly fix: string;
      readonly violatingResources: readonly {
        readonly resourceName: string;
        readonly manifestPath: string;
        readonly locations: readonly string[];
      }[];
    }): void;
    submit(status: 'success' | 'failure'): void;
  };
}

const { kubernetes: KUBERNETES, platform: PLATFORM } = TARGET_SHAPE.fields;
const SHAPE = struct<VolumesValidationProperties>({
  kubernetes: KUBERNETES,
  platform: PLATFORM,
  namespace: text,
  strict: flag,
});

/**
 * The plug-in: `class: VolumesValidation` in `cdk8s.yaml`.
 *
 * @jsii ignore
 */
export class VolumesValidation {
  constructor(private readonly properties: VolumesValidationProperties = {}) {
    throwIfErrors(
      readShape(properties, SHAPE).findings.map((finding) => ({
        ...finding,
        path: `properties.${finding.path}`,
      })),
    );
  }

  /** Judges the manifests. Errors fail the synthesis; warnings are listed. */
  public async validate({ manifests, report }: ManifestContext): Promise<void> {
    const { kubernetes, platform, namespace, strict = false } = this.properties;
    const sources = manifests.map((name) => ({ name, text: readFileSync(name, 'utf8') }));
    const render = {
      operatorMode: false,
      operatorPreset: 'chart',
      operatorEnv: {},
      only: false,
      namespace,
    };
    const { findings } = checkDocuments(sources, {
      target: targetFacts({ kubernetes, platform }),
      render,
    });
    for (const {
      rule,
      severity,
      message,
      remedy,
      object = '',
      path,
      file = '',
      line,
    } of findings) {
      // What it is given is printed as it is.
      report.addViolation({
        ruleName: rule,
        recommendation: harmless(`${severity}: ${message}`),
        fix: harmless(remedy),
        violatingResources: [
          {
            resourceName: harmless(object.split('/').pop()!),
            manifestPath: harmless(line === undefined ? file : `${file}:${line}`),
            locations: [harmless(path)],
          },
        ],
      });
    }
    report.submit(hasErrors(findings) || (strict && findings.length > 0) ? 'failure' : 'success');
  }
}
