/** Findings as SARIF 2.1.0, for code scanning. */
import { markdownText as escaped } from './escape-markdown';
import { ReportOptions } from './options';
import { fingerprintOf, relativePath } from './place';
import { PROGRAM, REPOSITORY } from './program';
import { harmless, Rule } from '../findings';
import { RenderFinding } from '../render';
import { ALL_RULES } from '../rules';

const SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';

/** One log of one run. Only rules that something was found by are in it. */
export function sarifText(findings: readonly RenderFinding[], { version, root }: ReportOptions): string {
  // Who reads results looks for their files; what has none is about how the program was called.
  const results = findings.filter(({ file }) => file !== undefined);
  const others = findings.filter(({ file }) => file === undefined);
  const found = new Set(results.map(({ rule }) => rule));
  const rules = ALL_RULES.filter(({ id }) => found.has(id));
  const positions = new Map(rules.map(({ id }, index) => [id, index]));
  const occurrences = new Map<string, number>();
  const log = {
    $schema: SCHEMA,
    version: '2.1.0',
    runs: [{
      tool: { driver: { name: PROGRAM, version, informationUri: REPOSITORY, rules: rules.map(descriptorOf) } },
      columnKind: 'utf16CodeUnits',
      ...others.length === 0 ? {} : { invocations: [{ executionSuccessful: true, toolConfigurationNotifications: others.map(notificationOf) }] },
      results: results.map((finding) => {
        const fingerprint = fingerprintOf(finding);
        const occurrence = (occurrences.get(fingerprint) ?? 0) + 1;
        occurrences.set(fingerprint, occurrence);
        return resultOf(finding, positions, `${fingerprint}:${occurrence}`, root);
      }),
    }],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
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
      markdown: [escaped(summary), escaped(why), 'Wrong:', fenced(bad), 'Right:', fenced(good), `Source: ${escaped(source)}.`].join('\n\n'),
    },
    properties: { tags: [...new Set(['kubernetes', 'storage', id.split('/')[0]])] },
  };
}

/** The example as a block of code, whatever backticks it has. */
function fenced(code: string): string {
  const longest = (code.match(/`+/g) ?? []).reduce((most, { length }) => Math.max(most, length), 2);
  const fence = '`'.repeat(longest + 1);
  return `${fence}yaml\n${code}\n${fence}`;
}

function resultOf(finding: RenderFinding, positions: ReadonlyMap<string, number>, fingerprint: string, root?: string): object {
  const { rule, severity, message, remedy, path } = finding;
  const location = { physicalLocation: physicalOf(finding, root), ...logicalOf(finding) };
  return {
    ruleId: rule,
    ...positions.has(rule) ? { ruleIndex: positions.get(rule) } : {},
    level: severity,
    message: { text: harmless(`${message}; ${remedy}`) },
    locations: [location],
    partialFingerprints: { 'ruleObjectField/v1': fingerprint },
    properties: { field: path, remedy },
  };
}

function notificationOf({ rule, severity, path, message, remedy }: RenderFinding): object {
  return { level: severity, message: { text: harmless(`${message}; ${remedy}`) }, properties: { rule, field: path } };
}

function physicalOf({ file = '', line, column }: RenderFinding, root?: string): object {
  const region = line === undefined ? {} : { region: { startLine: line, ...column === undefined ? {} : { startColumn: column } } };
  return { artifactLocation: { uri: uriOf(relativePath(file, root)) }, ...region };
}

function logicalOf({ object }: RenderFinding): object {
  return object === undefined || object === '' ? {} : { logicalLocations: [{ fullyQualifiedName: object, kind: 'resource' }] };
}

/** A reference relative to the root of the repository; of a file elsewhere, where it is. */
function uriOf(path: string): string {
  const names = path.split('/').map((name, index) => index === 0 && /^[A-Za-z]:$/.test(name) ? `/${name}` : encodeURIComponent(wellFormed(name)));
  const uri = names.join('/');
  return uri.startsWith('/') ? `file://${uri}` : uri;
}

/** Half a pair of surrogates has no encoding. */
function wellFormed(text: string): string {
  return text.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd');
}
