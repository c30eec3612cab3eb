/**
 * The map as one page that needs nothing else: pictures by namespace, the same as lists, and what
 * was found.
 */
import { countsOf, descriptionOf, edgeLabel, fullName } from './labels';
import { Placed } from './layout';
import { MapNode, VolumeMap } from './model';
import { drawingOf, MARKER, panelsOf, STYLE } from './svg';
import { xmlText } from '../escape';

const MARGIN = 4;

/** The page. Nothing on it is loaded or run. */
export function htmlText(map: VolumeMap): string {
  const panels = panelsOf(map);
  const found = map.nodes.filter(({ findings }) => findings.length > 0);
  return [
    '<!DOCTYPE html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; style-src \'unsafe-inline\'">',
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
    ...(panels.length > 1
      ? [
          `<nav aria-label="Namespaces"><ul>${panels.map(({ view }, index) => `<li><a href="#panel-${index}">${xmlText(view.title)}</a>${countText(view.nodes)}</li>`).join('')}</ul></nav>`,
        ]
      : []),
    ...(found.length > 0 ? [findingsText(found)] : []),
    ...panels.map(panelText),
    '</main>',
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

const PAGE_STYLE = `<style>
body { font: 15px/1.5 system-ui, sans-serif; color: #1f2937; background: #ffffff; margin: 2rem; }
.picture { overflow-x: auto; border: 1px solid #d1d5db; border-radius: 6px; padding: 0.5rem; }
nav ul { columns: 16rem; padding-left: 1.2rem; }
table { border-collapse: collapse; }
th, td { text-align: left; vertical-align: top; padding: 0.25rem 0.75rem 0.25rem 0; border-bottom: 1px solid #e5e7eb; }
.count { color: #b91c1c; font-weight: bold; }
section { margin-top: 2.5rem; }
</style>`;

/** In bold red how many errors there are, or else how many warnings. */
function countText(nodes: readonly MapNode[]): string {
  const errors = nodes.reduce((sum, node) => sum + countsOf(node).errors, 0);
  return errors === 0
    ? ''
    : ` <span class="count">${errors} ${errors === 1 ? 'error' : 'errors'}</span>`;
}

function findingsText(nodes: readonly MapNode[]): string {
  const rows = nodes.flatMap((node) =>
    node.findings.map(
      ({ severity, message, remedy, rule }) =>
        `<tr><td>${severity}</td><td>${xmlText(fullName(node))}</td><td>${xmlText(`${message}; ${remedy}`)}</td><td><code>${xmlText(rule)}</code></td></tr>`,
    ),
  );
  return [
    '<section><h2>Findings</h2>',
    '<table><thead><tr><th scope="col">Weight</th><th scope="col">Object</th><th scope="col">Finding</th><th scope="col">Rule</th></tr></thead>',
    `<tbody>${rows.join('\n')}</tbody></table></section>`,
  ].join('\n');
}

function panelText(panel: Placed, index: number): string {
  const { view, width, height } = panel;
  const box = [Math.ceil(width) + 2 * MARGIN, Math.ceil(height) + 2 * MARGIN];
  const title = `panel-${index}-title`;
  return [
    `<section id="panel-${index}"><h2 id="${title}">${xmlText(view.title)}</h2>`,
    `<div class="picture"><svg xmlns="http://www.w3.org/2000/svg" viewBox="${-MARGIN} ${-MARGIN} ${box.join(' ')}" width="${box[0]}" height="${box[1]}" role="img" aria-labelledby="${title}">`,
    drawingOf(panel),
    '</svg></div>',
    listText(panel),
    '</section>',
  ].join('\n');
}

/** What the picture says, for those who do not see it, and for those who search. */
function listText({ view: { nodes, edges } }: Placed): string {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const rows = edges.map(
    (edge) =>
      `<tr><td>${xmlText(fullName(byId.get(edge.from)!))}</td><td>${xmlText(edgeLabel(edge))}</td><td>${xmlText(fullName(byId.get(edge.to)!))}</td></tr>`,
  );
  if (rows.length === 0) return '';
  return [
    '<details><summary>As a list</summary>',
    '<table><thead><tr><th scope="col">From</th><th scope="col">Access modes and mounts</th><th scope="col">To</th></tr></thead>',
    `<tbody>${rows.join('\n')}</tbody></table></details>`,
  ].join('\n');
}
