/** The editors: YAML with line numbers, and findings at their lines. */
import { yaml } from '@codemirror/lang-yaml';
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { Diagnostic, lintGutter, setDiagnostics } from '@codemirror/lint';
import { tags } from '@lezer/highlight';
import { basicSetup, EditorView } from 'codemirror';
import { Problem } from './protocol';

/** More would slow down the page, and nobody reads them. */
const MOST_MARKS = 2_000;

/** In colours of the page, which has a dark and a light one of each. */
const COLOURS = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--key)' },
  { tag: [tags.string, tags.attributeValue], color: 'var(--value)' },
  { tag: [tags.comment, tags.meta, tags.separator], color: 'var(--faint)' },
]);

/** One of the two texts. */
export class Editor {
  private readonly view: EditorView;

  constructor(parent: HTMLElement, label: string, changed: () => void) {
    this.view = new EditorView({
      parent,
      extensions: [
        basicSetup,
        yaml(),
        syntaxHighlighting(COLOURS),
        lintGutter(),
        // Tab moves on to the next part of the page, as everywhere; indenting is done with spaces.
        EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false' }),
        EditorView.updateListener.of(({ docChanged }) => {
          if (docChanged) changed();
        }),
      ],
    });
  }

  public get text(): string {
    return this.view.state.doc.toString();
  }

  public set text(text: string) {
    this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text } });
  }

  /** Marks the lines of findings. */
  public mark(problems: readonly Problem[]): void {
    const { doc } = this.view.state;
    const marks = problems
      .filter(({ line }) => line > 0 && line <= doc.lines)
      .slice(0, MOST_MARKS)
      .map(({ line, severity, message, rule }): Diagnostic => {
        const { from, to } = doc.line(line);
        return { from, to, severity, message, source: rule };
      });
    this.view.dispatch(setDiagnostics(this.view.state, marks));
  }

  /** Shows a line, and puts the cursor there. */
  public goTo(line: number): void {
    const { doc } = this.view.state;
    const { from } = doc.line(Math.max(1, Math.min(line, doc.lines)));
    this.view.dispatch({
      selection: { anchor: from },
      effects: EditorView.scrollIntoView(from, { y: 'center' }),
    });
    this.view.focus();
  }
}
