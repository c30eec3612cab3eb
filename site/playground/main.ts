/** The playground: texts in, answers out; the work is done by a worker. */
import { Editor } from './editor';
import { EXAMPLES } from './examples';
import { fragmentOf, stateOf } from './permalink';
import { Answer, Mode, MODES, NO_OPTIONS, Options, State } from './protocol';
import { Results } from './results';

/** How long nobody types before the texts are read, in milliseconds. */
const PAUSE = 250;
/** How long an answer may take before somebody is told that it does. */
const PATIENCE = 1_000;

const CHOICES: { readonly [option in keyof Options]: { readonly [value: string]: string } } = {
  kubernetes: Object.fromEntries([
    ['', 'any version'],
    ...Array.from({ length: 10 }, (_, index) => `1.${37 - index}`).map((one) => [one, one]),
  ]) as { readonly [value: string]: string },
  platform: {
    '': 'any',
    eks: 'Amazon EKS',
    gke: 'GKE',
    aks: 'AKS',
    openshift: 'OpenShift',
    vanilla: 'plain Kubernetes',
  },
  engine: { '': 'none', argocd: 'Argo CD', flux: 'Flux' },
};
const TITLES: { readonly [mode in Mode]: string } = {
  check: 'Check',
  diff: 'Diff',
  map: 'Map',
  render: 'Render',
};

const get = <T extends HTMLElement>(id: string) => document.getElementById(id) as T;

class Playground {
  private mode: Mode = 'check';
  private asked = 0;
  private timer = 0;
  private waiting = 0;
  private worker = this.start();
  private readonly text = new Editor(get('text'), 'Manifests', () => this.ask());
  private readonly next = new Editor(get('next'), 'New manifests', () => this.ask());
  private readonly results = new Results(({ side, line }) => this[side].goTo(line));

  public async open(): Promise<void> {
    this.makeModes();
    this.makeChoices();
    this.makeExamples();
    get('link').onclick = () => void this.copyLink();
    window.onhashchange = () => void this.fromAddress();
    await this.fromAddress();
  }

  private async fromAddress(): Promise<void> {
    this.show((await stateOf(location.hash)) ?? Object.values(EXAMPLES)[0]);
  }

  private get state(): State {
    const options = Object.fromEntries(
      Object.keys(NO_OPTIONS).map((key) => [key, get<HTMLSelectElement>(key).value]),
    ) as unknown as Options;
    return { mode: this.mode, text: this.text.text, next: this.next.text, options };
  }

  private show({ mode, text, next, options }: State): void {
    for (const [key, value] of Object.entries(options)) get<HTMLSelectElement>(key).value = value;
    this.text.text = text;
    this.next.text = next;
    this.choose(mode);
  }

  private choose(mode: Mode): void {
    this.mode = mode;
    for (const one of MODES) {
      const tab = get(`mode-${one}`);
      tab.setAttribute('aria-selected', String(one === mode));
      tab.tabIndex = one === mode ? 0 : -1;
    }
    get('results').setAttribute('aria-labelledby', `mode-${mode}`);
    get('next-pane').hidden = mode !== 'diff';
    get('text-title').textContent = mode === 'diff' ? 'Old manifests' : 'Manifests';
    this.ask(0);
  }

  /** Asks the worker; one that is still busy with an older question is replaced. */
  private ask(pause: number = PAUSE): void {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => {
      if (this.waiting > 0) {
        this.worker.terminate();
        this.worker = this.start();
      }
      const id = (this.asked += 1);
      this.waiting = id;
      get('results').setAttribute('aria-busy', 'true');
      this.worker.postMessage({ id, ...this.state });
      window.setTimeout(() => {
        if (this.waiting === id) get('summary').textContent = 'working …';
      }, PATIENCE);
    }, pause);
  }

  private start(): Worker {
    const worker = new Worker('worker.js', { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<Answer>) => {
      if (data.id !== this.asked) return;
      this.waiting = 0;
      get('results').setAttribute('aria-busy', 'false');
      this.results.show(data, this.mode);
      for (const side of ['text', 'next'] as const) {
        this[side].mark(data.problems.filter((problem) => problem.side === side));
      }
    };
    worker.onerror = () => {
      this.waiting = 0;
      get('summary').textContent = 'the program could not be loaded; reload the page';
    };
    return worker;
  }

  private makeModes(): void {
    const list = get('modes');
    for (const mode of MODES) {
      const tab = document.createElement('button');
      Object.assign(tab, { id: `mode-${mode}`, type: 'button', textContent: TITLES[mode] });
      tab.setAttribute('role', 'tab');
      tab.setAttribute('aria-controls', 'results');
      tab.onclick = () => this.choose(mode);
      list.append(tab);
    }
    list.onkeydown = ({ key }) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
      if (step === undefined) return;
      const mode = MODES[(MODES.indexOf(this.mode) + step + MODES.length) % MODES.length];
      this.choose(mode);
      get(`mode-${mode}`).focus();
    };
  }

  private makeChoices(): void {
    for (const [id, values] of Object.entries(CHOICES)) {
      const select = get<HTMLSelectElement>(id);
      // An object would put what looks like a number first.
      for (const [value, label] of Object.entries(values)) select.add(new Option(label, value));
      select.onchange = () => this.ask(0);
    }
  }

  private makeExamples(): void {
    const select = get<HTMLSelectElement>('examples');
    for (const title of Object.keys(EXAMPLES)) select.add(new Option(title));
    select.onchange = () => this.show(EXAMPLES[select.value]);
  }

  private async copyLink(): Promise<void> {
    const button = get('link');
    const fragment = await fragmentOf(this.state);
    if (fragment === undefined) {
      button.textContent = 'Too long for a link';
    } else {
      history.replaceState(null, '', fragment);
      const isCopied = await navigator.clipboard.writeText(location.href).then(
        () => true,
        () => false,
      );
      button.textContent = isCopied ? 'Copied' : 'See the address';
    }
    window.setTimeout(() => (button.textContent = 'Copy link'), 2_000);
  }
}

void new Playground().open();
