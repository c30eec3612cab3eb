/**
 * Documents of the input that are passed over, since they are not meant for a cluster: that is
 * reported in a line, and is no mistake.
 */
import { RenderFinding, Source } from './entries';
import { RENDER_RULES } from './rules';
import { addTo } from '../kube';

/** A line about what was passed over. */
export interface Note {
  readonly file: string;
  readonly words: string;
  /** Why a file is skipped, for one line that counts many of them. */
  readonly reason?: 'noObject' | 'template' | 'patch';
  /** The command that writes the objects of a chart or a kustomization. */
  readonly rendering?: string;
}

/** What is said of documents that are not objects. */
const OTHER = RENDER_RULES.otherDocument.id;
/** What is said of a document that is not YAML: a template need not be. */
const SYNTAX: readonly string[] = [
  RENDER_RULES.syntax,
  RENDER_RULES.duplicateKey,
  RENDER_RULES.object,
].map(({ id }) => id);

/**
 * The findings without those that are about what is passed over, and a line for each file of which
 * something is.
 */
export function withoutSkipped(
  all: readonly RenderFinding[],
  sources: readonly Source[],
): { findings: RenderFinding[]; notes: Note[] } {
  const templates = new Set(
    sources.filter(({ text }) => text.includes('{{')).map(({ name }) => name),
  );
  const others: RenderFinding[] = [];
  const ofTemplates: RenderFinding[] = [];
  const findings: RenderFinding[] = [];
  for (const finding of all) {
    const { rule, file = '' } = finding;
    (rule === OTHER
      ? others
      : SYNTAX.includes(rule) && templates.has(file)
        ? ofTemplates
        : findings
    ).push(finding);
  }
  return {
    findings,
    notes: [
      ...notesOf(others, 'noObject', 'it has no Kubernetes object'),
      ...notesOf(ofTemplates, 'template', 'it is a template; check what it renders to'),
    ],
  };
}

/** A line for each file. */
function notesOf(findings: readonly RenderFinding[], reason: Note['reason'], why: string): Note[] {
  const lines = new Map<string, number[]>();
  for (const { file = '', line = 1 } of findings) addTo(lines, file, line);
  return [...lines].map(([file, [first, ...more]]) => ({
    file,
    reason,
    words: `${file}${first > 1 || more.length > 0 ? `:${first}` : ''} is skipped: ${why}`,
  }));
}
