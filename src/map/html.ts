/**
 * The map as one page that needs nothing else: what was found, and for each namespace pictures and
 * the same as a list.
 */
import { SCRIPT, SCRIPT_HASH } from './html-script';
import { PAGE_STYLE } from './html-style';
import {
  countsOf,
  countsText,
  descriptionOf,
  detailsOf,
  edgeLabel,
  fullName,
  namesInBrief,
  typeOf,
  usersText,
} from './labels';
import { Placed } from './layout';
import { MapNode, VolumeMap } from './model';
import { Branch, Mounter, Tree, treesOf } from './outline';
import { drawingOf, MARKER, panelsOf, STYLE } from './svg';
import { xmlText } from '../escape';
import { counted, Finding, Severity } from '../findings';
import { addTo } from '../kube';

const MARGIN = 4;
/** A wider picture is scrolled, since its texts would become too small. */
const WIDE = 1100;
/** More panels than these are folded until somebody unfolds them. */
const MOST_OPEN = 12;
/** More findings than these are. */
const MOST_FINDINGS = 5;

/** The picture of a part, and its number on the page. */
interface Picture {
  readonly placed: Placed;
  readonly part: number;
}

/** The page. Nothing on it is loaded, and its own script alone is run. */
export function htmlText(map: VolumeMap): string {
  const trees = treesOf(map);
  const pictures = new Map<string, Picture[]>();
  for (const [part, placed] of panelsOf(map).entries()) {
    addTo(pictures, placed.view.group?.id ?? '', { placed, part });
  }
  // What is cluster-scoped has a panel, also if all of it is in the pictures of namespaces.
  const panels = trees.map((tree, index) =>
    panelText(tree, pictures.get(tree.group?.id ?? '') ?? [], index, trees.length <= MOST_OPEN),
  );
  return [
    '<!DOCTYPE html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src '${SCRIPT_HASH}'; base-uri 'none'; form-action 'none'">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<title>Volume map</title>',
    STYLE,
    PAGE_STYLE,
    '</head>',
    '<body>',
    `<svg width="0" height="0" aria-hidden="true" focusable="false">${MARKER}</svg>`,
    '<main>',
    '<h1>Volume map</h1>',
    `<p>${xmlText(descriptionOf(map))}</p>`,
    ...(trees.length === 0 ? [] : [BAR]),
    ...(trees.length > 1
      ? [
          `<nav aria-label="Namespaces"><ul>${trees.map((tree, index) => `<li><a href="#panel-${index}">${xmlText(titleOf(tree))}</a>${foundText(tree.nodes)}</li>`).join('')}</ul></nav>`,
        ]
      : []),
    ...findingsText(map),
    ...panels,
    '</main>',
    `<script>${SCRIPT}</script>`,
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

const BAR = [
  '<div id="bar" role="search" hidden="">',
  '<input id="search" type="search" placeholder="Search: press /" aria-label="Search names, namespaces, classes and paths" autocomplete="off" spellcheck="false"/>',
  '<label><input id="only" type="checkbox"/> only with findings</label>',
  '<button id="unfold" type="button">Unfold all</button>',
  '<button id="fold" type="button">Fold all</button>',
  '<span id="answer" role="status"></span>',
  '</div>',
].join('\n');

function titleOf({ group }: Tree): string {
  return group ? (group.namespace ?? 'no namespace') : 'cluster-scoped';
}

/** How many errors and warnings there are. */
function foundText(nodes: readonly MapNode[]): string {
  const counts = nodes.map(countsOf);
  const errors = counts.reduce((sum, one) => sum + one.errors, 0);
  const warnings = counts.reduce((sum, one) => sum + one.warnings, 0);
  return [
    ...(errors === 0 ? [] : [` <span class="error">${counted(errors, 'error')}</span>`]),
    ...(warnings === 0 ? [] : [` <span class="warning">${counted(warnings, 'warning')}</span>`]),
  ].join('');
}

/** Errors come first. */
function findingsText({ nodes }: VolumeMap): string[] {
  const found = nodes.flatMap((node) => node.findings.map((finding) => ({ node, finding })));
  if (found.length === 0) return [];
  const rows = [Severity.ERROR, Severity.WARNING].flatMap((severity) =>
    found
      .filter(({ finding }) => finding.severity === severity)
      .map(({ node, finding }) => findingText(node, finding)),
  );
  return [
    `<details class="panel" id="findings"${found.length > MOST_FINDINGS ? '' : ' open=""'}><summary><h2>Findings</h2>${foundText(nodes)}</summary>`,
    '<div class="scroll"><table><thead><tr><th scope="col" class="narrow">Severity</th><th scope="col">Object</th><th scope="col" class="broad">Finding</th><th scope="col">Rule</th></tr></thead>',
    `<tbody>${rows.join('\n')}</tbody></table></div></details>`,
  ];
}

function findingText(node: MapNode, { severity, message, remedy, rule }: Finding): string {
  return `<tr class="item" data-found=""><td class="${severity}">${severity}</td><td>${xmlText(fullName(node))}</td><td>${xmlText(`${message}; ${remedy}`)}</td><td><code>${xmlText(rule)}</code></td></tr>`;
}

function panelText(
  tree: Tree,
  pictures: readonly Picture[],
  index: number,
  isOpen: boolean,
): string {
  const title = xmlText(titleOf(tree));
  const counts = tree.group ? ` <span class="soft">${countsText(tree.nodes)}</span>` : '';
  const boxes = new Map(
    pictures.flatMap(({ placed: { nodes }, part }) =>
      nodes.map(({ node }, box) => [node.id, { part, box }] as const),
    ),
  );
  return [
    `<details class="panel" id="panel-${index}"${isOpen ? ' open=""' : ''}><summary><h2>${title}</h2>${counts}${foundText(tree.nodes)}</summary>`,
    ...pictures.map(pictureText),
    `<div class="scroll"><table><thead><tr><th scope="col">${tree.group ? 'Claim' : 'Object'}</th><th scope="col">Storage</th><th scope="col">${tree.group ? 'Mounted by' : 'Used by'}</th></tr></thead>`,
    `<tbody>${tree.branches.map((branch) => branchText(branch, boxes)).join('\n')}</tbody></table></div>`,
    '</details>',
  ].join('\n');
}

function pictureText({ placed, part }: Picture): string {
  const { view, width, height } = placed;
  const box = [Math.ceil(width) + 2 * MARGIN, Math.ceil(height) + 2 * MARGIN];
  const title = xmlText(view.title);
  return [
    `<div class="picture" data-part="${part}" tabindex="0" role="region" aria-label="Picture of ${title}"><svg xmlns="http://www.w3.org/2000/svg"${box[0] > WIDE ? ' class="wide"' : ''} viewBox="${-MARGIN} ${-MARGIN} ${box.join(' ')}" width="${box[0]}" height="${box[1]}" role="img" aria-label="${title}">`,
    drawingOf(placed, true),
    '</svg></div>',
  ].join('\n');
}

/** What the pictures say, for those who do not see them, and for those who search. */
function branchText(
  { node, accessModes, chains, mounters, users }: Branch,
  boxes: ReadonlyMap<string, { readonly part: number; readonly box: number }>,
): string {
  const own = [...(node ? [node] : []), ...mounters.map((one) => one.node)];
  const isFound = own.some(({ findings }) => findings.length > 0);
  const used = users ? usersText(users) : '';
  const cells = [
    node ? `${objectText(node, accessModes, boxes.get(node.id))}${namesText(node)}` : 'no claim',
    listText(chains.map(chainText)),
    used === '' ? listText(mounters.map(mounterText)) : used,
  ];
  return `<tr class="item"${isFound ? ' data-found=""' : ''}>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
}

function listText(items: readonly string[]): string {
  return items.length < 2 ? items.join('') : `<ul><li>${items.join('</li><li>')}</li></ul>`;
}

/** A chain as text. Classes and drivers are only named: their own entries have the rest. */
function chainText(chain: readonly MapNode[]): string {
  return chain
    .map((node) =>
      node.kind === 'volume'
        ? `${objectText(node)}${namesText(node)}`
        : `<span class="soft">${xmlText(node.type)}</span> ${xmlText(node.name)}`,
    )
    .join(' → ');
}

function mounterText({ node, mounts }: Mounter): string {
  const label = xmlText(edgeLabel({ from: '', to: '', accessModes: [], mounts }));
  return `${objectText(node)}${label === '' ? '' : ` <code>${label}</code>`}${namesText(node)}`;
}

/** What it is, its name, what else is known. */
function objectText(
  node: MapNode,
  accessModes: readonly string[] = [],
  place?: { readonly part: number; readonly box: number },
): string {
  const names = xmlText(namesInBrief(node).join(', '));
  const name = place
    ? `<button type="button" data-part="${place.part}" data-show="${place.box}">${names}</button>`
    : `<b>${names}</b>`;
  const rest = [...accessModes, ...detailsOf(node)].join(', ');
  return `<span class="soft">${xmlText(typeOf(node))}</span> ${name}${rest === '' ? '' : ` <span class="soft">${xmlText(rest)}</span>`}${foundText([node])}`;
}

/** The names of all that it stands for, to be unfolded, if they are not told in brief. */
function namesText(node: MapNode): string {
  const { members = [] } = node;
  const names = members.map(({ name }) => name);
  if (names.length === 0 || namesInBrief(node).length === names.length) return '';
  return `<details><summary>all ${names.length} names</summary>${xmlText(names.join(', '))}</details>`;
}
