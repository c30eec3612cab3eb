/** Names of a flavour in each language, as cdk8s-plus names its own minors: text in, text out. */
import { Minor, PEER, plusOf } from './minors';

/** What jsii knows of other languages. */
export interface Targets {
  readonly java: {
    readonly package: string;
    readonly maven: { readonly groupId: string; readonly artifactId: string };
  };
  readonly python: { readonly distName: string; readonly module: string };
  readonly go: { readonly moduleName: string; readonly packageName: string };
  readonly js?: { readonly npm: string };
}

/** What is the same in a text of every flavour: what speaks of all of them. */
const ALL_FLAVOURS = /(<!-- flavours -->[\s\S]*?<!-- \/flavours -->)/;

/** The name of a class, as a text in code. */
const FQN = /(["'])([\w-]+(?:\.[a-z]\w*)*\.[A-Z]\w*)\1/g;

/** The cdk8s-plus of the package in each language. */
const PLUS = new RegExp(`\\b(cdk8s(?:-plus-|_plus_|plus|\\.plus))${PEER.minor}(?!\\d)`, 'g');
const WITH_VERSION = new RegExp(`\\b${plusOf(PEER)} ${PEER.lowest.replaceAll('.', '\\.')}\\b`, 'g');

/** The names of one flavour. */
export class Names {
  /** The name of the package, to jsii; npm has no flavours. */
  public readonly name: string;
  /** The name of its cdk8s-plus. */
  public readonly plus: string;
  private readonly words: readonly (readonly [was: RegExp, is: string])[];

  public constructor(
    private readonly own: string,
    private readonly flavour: Minor,
  ) {
    const { minor, lowest } = flavour;
    this.name = `${own}-${minor}`;
    this.plus = plusOf(flavour);
    this.words = [
      [WITH_VERSION, `${this.plus} ${lowest}`],
      [PLUS, `$1${minor}`],
      // Python, whose name Java has as a part.
      [/(?<![.\w])cdk8s_volumes(?!\w)/g, `cdk8s_volumes_${minor}`],
      [/\b(pip install (?:"|')?)cdk8s-volumes(?![-\w])/g, `$1${this.name}`],
      [/\bio\.github\.cdk8s_volumes(?!\w)/g, `io.github.cdk8s_volumes.plus${minor}`],
      [/(\bio\.github\.cdk8s-volumes:|<artifactId>)cdk8s-volumes(?![-\w])/g, `$1${this.name}`],
      [/\bcdk8svolumes(?!\w)/g, `cdk8svolumes${minor}`],
      [/(\bfrom |\brequire\(|\bimport\()(['"])cdk8s-volumes\2/g, `$1$2${this.name}$2`],
    ];
  }

  /** A text or code with the names of the flavour, but between the marks for all flavours. */
  public text(text: string): string {
    const own = (part: string) => this.words.reduce((all, [was, is]) => all.replace(was, is), part);
    const parts = text.split(ALL_FLAVOURS);
    return parts.map((part, index) => (index % 2 === 1 ? part : own(part))).join('');
  }

  /** A whole name of jsii's, if it is of the package, its cdk8s-plus, or of anything in them. */
  public fqn(name: string): string {
    const [, assembly, rest] = /^([\w-]+)((?:\.\w[\w-]*)*(?:#\w+)?)$/.exec(name) ?? [];
    if (assembly === this.own) return `${this.name}${rest}`;
    return assembly === plusOf(PEER) ? `${this.plus}${rest}` : name;
  }

  /** Code of the library after it was compiled, in which classes know their names. */
  public compiled(code: string): string {
    return this.text(code).replace(
      FQN,
      (_whole, quote: string, name: string) => `${quote}${this.fqn(name)}${quote}`,
    );
  }

  /** Packages and modules of other languages. */
  public targets({ java, python, go, js }: Targets): Targets {
    const { minor } = this.flavour;
    return {
      java: {
        package: `${java.package}.plus${minor}`,
        maven: { ...java.maven, artifactId: `${java.maven.artifactId}-${minor}` },
      },
      python: { distName: `${python.distName}-${minor}`, module: `${python.module}_${minor}` },
      go: { ...go, packageName: `${go.packageName}${minor}` },
      ...(js === undefined ? {} : { js: { ...js, npm: this.name } }),
    };
  }
}
