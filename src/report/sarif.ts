/** Findings as SARIF 2.1.0, for code scanning. */
import { ReportOptions } from './options';
import { fingerprintOf, relativePath } from './place';
import { PROGRAM, REPOSITORY } from './program';
import { errorsFirst } from './summary';
import { harmless, markdownBlock, markdownText } from '../escape';
import { Rule } from '../findings';
import { RenderFinding } from '../render';
import { ALL_RULES } from '../rules';
import { printJson } from '../yaml';

const SCHEMA =
  'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';

/** One log of one run. Only rules that something was found by are in it. */
export function sarifText(
  findings: readonly RenderFinding[],
  { version, root }: ReportOptions,
): string {
  // Who reads results looks for their files; what has none is about how the program was called.
  const results = errorsFirst(findings).filter(({ file }) => file !== undefined);
  const others = findings.filter(({ file }) => file === undefined);
  const found = new Set(results.map(({ rule }) => rule));
  const rules = ALL_RULES.filter(({ id }) => found.has(id));
  const positions = new Map(rules.map(({ id }, index) => [id, index]));
  const occurrences = new Map<string, number>();
  const log = {
    $schema: SCHEMA,
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: PROGRAM,
            version,
            informationUri: REPOSITORY,
            rules: rules.map(descriptorOf),
          },
        },
        columnKind: 'utf16CodeUnits',
        ...(others.length === 0
          ? {}
          : {
              invocations: [
                {
                  executionSuccessful: true,
                  toolConfigurationNotifications: others.map(notificationOf),
                },
              ],
            }),
        results: results.map((finding) => {
          const fingerprint = fingerprintOf(finding);
          const occurrence = (occurrences.get(fingerprint) ?? 0) + 1;
          occurrences.set(fingerprint, occurrence);
          return resultOf(finding, positions, `${fingerprint}:${occurrence}`, root);
        }),
      },
    ],
  };
  return printJson(log);
}

function descriptorOf({ id, severity, summary, why, bad, good, source }: Rule): object {
  return {
    id,
    shortDescription: { text: summary },
    fullDescription: { text: `${summary} ${why}` },
    defaultConfiguration: { level: severity },
    helpUri: `${REPOSITORY}/blob/main/docs/rules/${id.split('/')[0]}.md#${id.replaceAll('/', '')}`,
    help: {
      text: [summary, why, `Wrong: ${bad}`, `Right: ${good}`, `Source: ${source}.`].join('\n\n'),
      markdown: [
        markdownText(summary),
        markdownText(why),
        'Wrong:',
        markdownBlock(bad, 'yaml'),
        'Right:',
        markdownBlock(good, 'yaml'),
        `Source: ${markdownText(source)}.`,
      ].join('\n\n'),
    },
    properties: { tags: [...new Set(['kubernetes', 'storage', id.split('/')[0]])] },
  };
}

function resultOf(
  finding: RenderFinding,
  positions: ReadonlyMap<string, number>,
  fingerprint: string,
  root?: string,
): object {
  const { rule, severity, remedy, path } = finding;
  const location = { physicalLocation: physicalOf(finding, root), ...logicalOf(finding) };
  return {
    ruleId: rule,
    ...(positions.has(rule) ? { ruleIndex: positions.get(rule) } : {}),
    level: severity,
    message: { text: messageOf(finding) },
    locations: [location],
    partialFingerprints: { 'ruleObjectField/v1': fingerprint },
    properties: { field: path, remedy },
  };
}

function notificationOf(finding: RenderFinding): object {
  const { rule, severity, path } = finding;
  return {
    level: severity,
    message: { text: messageOf(finding) },
    properties: { rule, field: path },
  };
}

/** What shows results makes links of texts in brackets with an address behind them. */
function messageOf({ message, remedy }: RenderFinding): string {
  const text = harmless(`${message}; ${remedy}`);
  return text.includes('](') ? text.replace(/[[\]\\]/g, (sign) => `\\${sign}`) : text;
}

function physicalOf({ file = '', line, column }: RenderFinding, root?: string): object {
  const region =
    line === undefined
      ? {}
      : { region: { startLine: line, ...(column === undefined ? {} : { startColumn: column }) } };
  return { artifactLocation: { uri: uriOf(relativePath(file, root)) }, ...region };
}

function logicalOf({ object }: RenderFinding): object {
  return object === undefined || object === ''
    ? {}
    : { logicalLocations: [{ fullyQualifiedName: object, kind: 'resource' }] };
}

/** A reference relative to the root of the repository; of a file elsewhere, where it is. */
function uriOf(path: string): string {
  const names = path
    .split('/')
    .map((name, index) =>
      index === 0 && /^[A-Za-z]:$/.test(name) ? `/${name}` : encodeURIComponent(wellFormed(name)),
    );
  const uri = names.join('/');
  return uri.startsWith('/') ? `file://${uri}` : uri;
}

/** Half a pair of surrogates has no encoding. */
function wellFormed(text: string): string {
  return text.replace(
    /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g,
    '\ufffd',
  );
}
