/** The results: problems, the map, and what a command prints. They are texts, never markup. */
import { Answer, Mode, Problem } from './protocol';

/** So many problems are listed at first, and more at a time when somebody asks. */
const STEP = 200;
/** The most letters of an output that are shown. */
const MOST_LETTERS = 500_000;

const get = (id: string) => document.getElementById(id)!;

/** Shows answers. */
export class Results {
  private url?: string;

  constructor(private readonly goTo: (problem: Problem) => void) {}

  public show({ summary, problems, output, picture }: Answer, mode: Mode): void {
    get('summary').textContent = summary;
    this.list(problems);
    this.draw(picture, mode === 'map' ? summary : '');
    const pre = get('output');
    pre.hidden = output === '';
    const rest = output.length - MOST_LETTERS;
    pre.textContent =
      rest > 0 ? `${output.slice(0, MOST_LETTERS)}\n… and ${rest} more characters` : output;
  }

  private list(problems: readonly Problem[]): void {
    const list = get('problems');
    const more = get('more') as HTMLButtonElement;
    list.replaceChildren();
    let shown = 0;
    const add = () => {
      const next = problems.slice(shown, shown + STEP);
      list.append(...next.map((problem) => this.item(problem)));
      shown += next.length;
      more.hidden = shown >= problems.length;
      more.textContent = `Show more of ${problems.length} problems`;
    };
    more.onclick = add;
    add();
  }

  private item(problem: Problem): HTMLElement {
    const { severity, rule, message, remedy, object, path, line } = problem;
    const item = element('li', { class: severity });
    const head = element('div', { class: 'head' });
    head.append(element('span', { class: 'severity' }, severity));
    if (line > 0) {
      const where = problem.side === 'next' ? `new, line ${line}` : `line ${line}`;
      const go = element('button', { type: 'button' }, where);
      go.onclick = () => this.goTo(problem);
      head.append(go);
    }
    head.append(element('span', {}, [object, path].filter((one) => one !== '').join(': ')));
    const page = `../rules/${rule}`;
    head.append(element('a', { href: page, target: '_blank', rel: 'noreferrer' }, rule));
    item.append(head, element('p', {}, message), element('p', {}, `fix: ${remedy}`));
    return item;
  }

  private draw(picture: string, alt: string): void {
    if (this.url !== undefined) URL.revokeObjectURL(this.url);
    this.url = undefined;
    const box = get('picture');
    box.hidden = picture === '';
    box.replaceChildren();
    if (picture === '') return;
    this.url = URL.createObjectURL(new Blob([picture], { type: 'image/svg+xml' }));
    const image = element('img', { src: this.url, alt: `Map of who mounts what: ${alt}` });
    const save = element('a', { href: this.url, download: 'volumes.svg' }, 'Save the picture');
    box.append(image, save);
  }
}

function element(name: string, attributes: { readonly [name: string]: string }, text?: string) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  return made;
}
