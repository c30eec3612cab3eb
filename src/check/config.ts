/**
 * The configuration file: what the manifests are for, what is left out, what is acknowledged, and
 * how custom resources are rendered.
 */
import { Acknowledgement, withoutReason } from './acknowledge';
import { globProblem } from './glob';
import { CHECK_RULES as RULES } from './rules';
import { checkTarget, TARGET_SHAPE, withNamesOfFacts, WORKLOAD_KIND_SHAPE } from '../facts';
import { besideTypes, Finding, hasErrors, show, unknownRule, violation } from '../findings';
import { Fields, fieldsOf, isFields, labelProblems } from '../kube';
import { KINDS, RenderFinding } from '../render';
import {
  anything,
  flag,
  listOf,
  mapOf,
  objectOf,
  Of,
  oneOf,
  readShape,
  required,
  Shape,
  SHAPE_RULES,
  stringThat,
  strings,
  text,
} from '../shape';
import { Locator, Position, readYaml, startOf, YamlDocument, YamlStream } from '../yaml';

/** The name that is looked for. */
export const CONFIG_FILE = 'cdk8s-volumes.yaml';

const pattern = stringThat((given) => {
  const problem = globProblem(given);
  return problem === undefined
    ? undefined
    : {
        message: `is not a valid pattern: ${problem}`,
        remedy: 'use a name, or names separated by slashes, such as charts/',
      };
});
const namespace = stringThat((given) => {
  const [problem] = labelProblems(given);
  return problem === undefined
    ? undefined
    : { message: `is not a valid namespace: ${problem}`, remedy: 'use the name of a namespace' };
});
const kind = stringThat((given) =>
  /^[A-Z][A-Za-z0-9]*(?:\.[a-z0-9.-]+)?$/.test(given)
    ? undefined
    : {
        message: 'is not a kind',
        remedy: 'use one such as LocustTest or LocustTest.v1.locust.io',
      },
);

/** How custom resources are rendered, as `render` takes it in options. */
const RENDER = objectOf({
  // The namespace of objects that name none.
  namespace,
  only: flag,
  passThrough: listOf(kind),
  operatorMode: flag,
  operatorPreset: oneOf(['binary', 'chart']),
  operatorEnv: strings,
  // What resources get that cannot say it themselves, by their kind.
  defaults: mapOf(anything as Shape<Fields>),
});

/** Findings that somebody accepts, without what is checked besides. */
const ACKNOWLEDGEMENT = objectOf({
  rule: required(text),
  reason: text,
  object: pattern,
  path: text,
  file: pattern,
});

/** What the file may say; `npm run config-schema` writes it as a JSON schema for editors. */
export const CONFIG_SHAPE = objectOf({
  target: TARGET_SHAPE,
  // Kinds that make pods, beside those that are known.
  workloadKinds: listOf(WORKLOAD_KIND_SHAPE),
  // Patterns of files that are not read.
  exclude: listOf(pattern),
  // The folder that has the definitions of custom kinds.
  crds: text,
  acknowledge: listOf(ACKNOWLEDGEMENT),
  render: RENDER,
});

/** What the file says; what it does not say is left out. */
export interface CheckConfig extends Omit<Of<typeof CONFIG_SHAPE>, 'acknowledge'> {
  readonly acknowledge?: readonly Acknowledgement[];
}

interface ReadConfig {
  /** What it says; nothing where there are errors. */
  readonly config: CheckConfig;
  /** What is wrong with it, with its lines. */
  readonly findings: readonly RenderFinding[];
}

/** Reads a configuration file. Never throws, whatever it holds. */
export function readConfig(file: string, content: string): ReadConfig {
  const stream = readYaml(content);
  const documents = stream.documents.filter(
    ({ data, problem }) => problem !== undefined || (data !== undefined && data !== null),
  );
  const [document] = documents;
  if (!document) return { config: {}, findings: [] };
  const findings = findingsOf(documents);
  const locator = new Locator(stream);
  const at = (path: string) => ({ file, ...locator.positionOf(document, path) });
  const { acknowledge, ...others } = hasErrors(findings)
    ? {}
    : (withNames(document.data as Fields) as CheckConfig);
  return {
    config: {
      ...others,
      ...(acknowledge
        ? {
            acknowledge: acknowledge.map((one, index) => ({
              ...one,
              place: at(`acknowledge[${index}]`),
            })),
          }
        : {}),
    },
    findings: findings.map((finding) => ({
      ...finding,
      file,
      ...(placeOf(stream, documents, finding.path) ?? at(finding.path)),
    })),
  };
}

/** A configuration with one name for each fact. */
function withNames(data: Fields): Fields {
  return data.target === undefined ? data : { ...data, target: withNamesOfFacts(data.target) };
}

/** What is wrong with the document itself has a place of its own. */
function placeOf(
  stream: YamlStream,
  [document, second]: readonly YamlDocument[],
  path: string,
): Position | undefined {
  if (document.problem) return stream.positionAt(document.problem.offset);
  return path === '' ? stream.positionAt(startOf(stream, second ?? document)) : undefined;
}

function findingsOf([document, second]: readonly YamlDocument[]): Finding[] {
  const { data, problem } = document;
  if (problem) return [violation(RULES.configSyntax, '', problem.message, problem.remedy)];
  if (second) {
    return [
      violation(
        RULES.configSyntax,
        '',
        'there are several documents, but a configuration is a single one',
        'put everything into one document',
      ),
    ];
  }
  if (!isFields(data)) {
    return [
      violation(
        RULES.configSyntax,
        '',
        `${show(data)} is not a map of options`,
        `use some of ${Object.keys(CONFIG_SHAPE.fields).join(', ')}`,
      ),
    ];
  }
  const { value = {}, findings: ofShape } = readShape(withNames(data), CONFIG_SHAPE);
  const findings = ofShape.map((finding) =>
    finding.path === VERSION && typeof fieldsOf(data.target).kubernetes === 'number'
      ? unquoted(finding)
      : finding,
  );
  const { target, acknowledge = [], render } = value;
  const more = [
    ...(target === undefined
      ? []
      : checkTarget(target).map((finding) => ({ ...finding, path: `target.${finding.path}` }))),
    ...Object.entries(render?.defaults ?? {}).flatMap(([name, given]) =>
      defaultsFindings(name, given, `render.defaults.${name}`),
    ),
    // Those that lost something are told already, and are no longer where they were.
    ...(hasErrors(findings) ? [] : acknowledge.flatMap(acknowledgementFindings)),
  ];
  return [...findings, ...besideTypes(more, findings)];
}

const VERSION = 'target.kubernetes';

/** Which version it was is lost: to YAML 1.3 and 1.30 are the same number. */
function unquoted(finding: Finding): Finding {
  return {
    ...finding,
    message: 'the version is a number, and 1.30 is the same number as 1.3',
    remedy: 'write it in quotes, such as "1.34"',
  };
}

/** Only some kinds of resources leave something to be said for all of them. */
function defaultsFindings(name: string, given: unknown, path: string): Finding[] {
  const known = KINDS.find((one) => one.kind === name);
  const shape = known?.load().defaults;
  if (shape) return [...readShape(given, shape, path).findings];
  const kinds = KINDS.filter((one) => one.load().defaults !== undefined).map((one) => one.kind);
  return [
    violation(
      SHAPE_RULES.unknownField,
      path,
      known
        ? `a ${name} has no defaults here, because its resource sets everything`
        : `${show(name)} is not a kind that is rendered`,
      `must be one of ${kinds.join(', ')}`,
    ),
  ];
}

function acknowledgementFindings(
  { rule, reason }: Of<typeof ACKNOWLEDGEMENT>,
  index: number,
): Finding[] {
  const path = `acknowledge[${index}]`;
  return [
    unknownRule(rule, RULES, `${path}.rule`) ?? [],
    withoutReason(rule, reason, path) ?? [],
  ].flat();
}
