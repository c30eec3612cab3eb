/** The table of the README: which package goes with which cdk8s-plus, by language. */
import { FLAVOURS, Minor, OTHERS, PEER, plusOf } from './minors';
import { Names, Targets } from './names';

const BEGIN = '<!-- flavours -->';
const END = '<!-- /flavours -->';

/** The package of each flavour, and what TypeScript takes instead. */
export function tableOf(
  own: string,
  targets: Targets,
  flavours = FLAVOURS,
  tried: readonly Minor[] = OTHERS,
): string {
  const rows = [
    rowOf(plusOf(PEER), targets),
    ...flavours.map((flavour) => rowOf(plusOf(flavour), new Names(own, flavour).targets(targets))),
  ];
  const table = ['| with | Python | Java | Go |', '|---|---|---|---|', ...rows].join('\n');
  const all = `${plusOf(PEER)} to ${Math.max(...tried.map(({ minor }) => minor))}`;
  return `${table}\n\nTypeScript and JavaScript take \`${own}\` with any of them (${all}).`;
}

function rowOf(plus: string, { python, java, go }: Targets): string {
  const cells = [
    plus,
    `\`${python.distName}\`, module \`${python.module}\``,
    `\`${java.maven.groupId}:${java.maven.artifactId}\`, package \`${java.package}\``,
    `\`${go.moduleName}/${go.packageName}\``,
  ];
  return `| ${cells.join(' | ')} |`;
}

/** A page with that table between its marks. Throws if the page has no place for it. */
export function withTable(page: string, table: string): string {
  const [before, after] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (before < 0 || after < before) throw new Error(`there is no ${BEGIN} with ${END} after it`);
  return `${page.slice(0, before)}${BEGIN}\n\n${table}\n\n${page.slice(after)}`;
}
