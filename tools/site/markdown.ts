/** Pieces of Markdown: fenced code and the text between, and links. */

/** A fenced block, or the lines between two of them. */
export interface Piece {
  readonly isCode: boolean;
  readonly text: string;
}

/** A page in pieces, which together are the page again. */
export function piecesOf(page: string): Piece[] {
  const pieces: Piece[] = [];
  let lines: string[] = [];
  let fence: string | undefined;
  const end = (isCode: boolean) => {
    if (lines.length > 0) pieces.push({ isCode, text: lines.join('\n') });
    lines = [];
  };
  for (const line of page.split('\n')) {
    const mark = /^(`{3,})/.exec(line)?.[1];
    if (fence === undefined && mark !== undefined) {
      end(false);
      fence = mark;
      lines.push(line);
    } else if (fence !== undefined && line.trimEnd() === fence) {
      lines.push(line);
      end(true);
      fence = undefined;
    } else {
      lines.push(line);
    }
  }
  end(fence !== undefined);
  return pieces;
}

/** The page with each of its links changed, code aside. */
export function withLinks(page: string, change: (target: string) => string): string {
  return piecesOf(page)
    .map(({ isCode, text }) =>
      isCode
        ? text
        : text.replace(
            /\]\(([^()\s]+(?:\([^()]*\)[^()\s]*)*)\)/g,
            (_, target: string) => `](${change(target)})`,
          ),
    )
    .join('\n');
}

/** The anchor of a heading, as GitHub makes it. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');
}
