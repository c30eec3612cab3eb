/** The map as SVG: one picture, with a panel for each namespace. */
import { descriptionOf, fullName } from './labels';
import {
  linesOf,
  LINE,
  PAD,
  Placed,
  placed,
  PlacedEdge,
  PlacedNode,
  Point,
  widthOf,
} from './layout';
import { MapNode, VolumeMap } from './model';
import { viewsOf } from './views';
import { xmlText } from '../escape';

/**
 * What more edges in one panel than these cost: more time than linear, and a picture that nobody
 * reads.
 */
const MOST_EDGES = 120;

const MARGIN = 20;
const HEADING = 30;
const GAP = 28;

/** One document, complete in itself. */
export function svgText(map: VolumeMap): string {
  const panels = panelsOf(map);
  const width = panels.reduce(
    (widest, panel) =>
      Math.max(widest, panel.width + 2 * MARGIN, widthOf(panel.view.title) + 4 * MARGIN),
    320,
  );
  let y = MARGIN;
  const drawn = panels.map((panel) => {
    const text = panelText(panel, MARGIN, y);
    y += HEADING + panel.height + GAP;
    return text;
  });
  const height = Math.ceil(panels.length === 0 ? 2 * MARGIN + LINE : y - GAP + MARGIN);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${Math.ceil(width)} ${height}" width="${Math.ceil(width)}" height="${height}" role="img" aria-labelledby="map-title map-description">`,
    '<title id="map-title">Volume map</title>',
    `<desc id="map-description">${xmlText(descriptionOf(map))}</desc>`,
    STYLE,
    MARKER,
    `<rect class="paper" width="${Math.ceil(width)}" height="${height}"/>`,
    ...(panels.length === 0
      ? [`<text x="${MARGIN}" y="${MARGIN + LINE}">There are no volumes in the input.</text>`]
      : drawn),
    '</svg>',
    '',
  ].join('\n');
}

/** The views of a map, each placed for itself. */
export function panelsOf(map: VolumeMap): Placed[] {
  return viewsOf(map, MOST_EDGES).map(placed);
}

/** The heading and the picture of a panel, with its upper left corner there. */
function panelText(panel: Placed, x: number, y: number): string {
  return [
    `<g transform="translate(${x} ${number(y)})">`,
    `<text class="heading" y="${LINE}">${xmlText(panel.view.title)}</text>`,
    `<g transform="translate(0 ${HEADING})">`,
    drawingOf(panel),
    '</g>',
    '</g>',
  ].join('\n');
}

/** The edges, and above them the nodes; numbered, if a script is to find them. */
export function drawingOf({ edges, nodes }: Placed, isNumbered = false): string {
  const numbers = new Map(nodes.map(({ node }, index) => [node.id, index]));
  return [
    ...edges.map((one) =>
      edgeText(
        one,
        isNumbered
          ? ` data-from="${numbers.get(one.edge.from)}" data-to="${numbers.get(one.edge.to)}"`
          : '',
      ),
    ),
    ...nodes.map((one, index) =>
      nodeText(
        one,
        isNumbered
          ? ` data-box="${index}"${one.node.findings.length > 0 ? ' data-found=""' : ''}`
          : '',
      ),
    ),
  ].join('\n');
}

/**
 * Colours, shared by all pictures. What is wrong has a thicker border and says so in words, since
 * not everybody sees red.
 */
export const STYLE = `<style>
svg { font: 12px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; }
.paper { fill: #ffffff; }
text { fill: #1f2937; }
.heading { font-size: 15px; font-weight: bold; }
.type { fill: #6b7280; }
.name { font-weight: bold; }
.node rect { stroke-width: 1.2; }
.workload rect { fill: #eef2ff; stroke: #6366f1; }
.claim rect { fill: #ecfdf5; stroke: #059669; }
.volume rect { fill: #fefce8; stroke: #a16207; }
.class rect { fill: #f0f9ff; stroke: #0284c7; }
.driver rect { fill: #f5f3ff; stroke: #7c3aed; }
.absent rect { stroke-dasharray: 5 4; fill: #ffffff; }
.warning rect { stroke: #b45309; stroke-width: 2.4; }
.error rect { stroke: #dc2626; stroke-width: 3; fill: #fef2f2; }
.warning .findings { fill: #b45309; font-weight: bold; }
.error .findings { fill: #b91c1c; font-weight: bold; }
.edge { fill: none; stroke: #6b7280; stroke-width: 1.2; marker-end: url(#arrow); }
.label rect { fill: #ffffff; opacity: 0.9; }
.label text { fill: #374151; text-anchor: middle; }
</style>`;

export const MARKER =
  '<defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0 L8 4 L0 8 Z" fill="#6b7280"/></marker></defs>';

function nodeText({ node, label, x, y, width, height }: PlacedNode, data: string): string {
  const classes = [
    'node',
    node.kind,
    ...(node.isDeclared ? [] : ['absent']),
    ...(label.tone === 'fine' ? [] : [label.tone]),
  ];
  const lines = linesOf(label).map((line, index) => {
    const style =
      index === 0
        ? 'type'
        : index <= label.names.length
          ? 'name'
          : line === label.findings
            ? 'findings'
            : '';
    return `<text${style === '' ? '' : ` class="${style}"`} x="${number(x + PAD)}" y="${number(y + PAD / 2 + LINE * (index + 0.75))}">${xmlText(line)}</text>`;
  });
  return [
    `<g class="${classes.join(' ')}"${data}>`,
    `<title>${xmlText(tipOf(node))}</title>`,
    `<rect x="${number(x)}" y="${number(y)}" width="${number(width)}" height="${number(height)}" rx="${node.kind === 'claim' || node.kind === 'volume' ? 10 : 3}"/>`,
    ...lines,
    '</g>',
  ].join('');
}

/** All that is known of a node: what the box has no room for, too. */
function tipOf(node: MapNode): string {
  const { members, findings } = node;
  const names = members ? [members.map(({ name }) => name).join(', ')] : [];
  const found = findings.map(
    ({ severity, message, remedy, rule }) => `${severity}: ${message}; ${remedy} (${rule})`,
  );
  return [[fullName(node), ...node.details].join(' '), ...names, ...found].join('\n');
}

function edgeText({ points, text, label }: PlacedEdge, data: string): string {
  const path = `<path class="edge"${data} d="${pathOf(points)}"/>`;
  if (text === '' || !label) return path;
  const width = widthOf(text);
  return (
    `${path}<g class="label"${data}><rect x="${number(label.x - width / 2 - 2)}" y="${number(label.y - LINE / 2)}" width="${number(width + 4)}" height="${LINE}"/>` +
    `<text x="${number(label.x)}" y="${number(label.y + LINE / 4)}">${xmlText(text)}</text></g>`
  );
}

/** Straight at both ends, and rounded at the points between. */
function pathOf(points: readonly Point[]): string {
  const [first, ...rest] = points;
  const last = rest[rest.length - 1];
  const curves = rest.slice(0, -1).map((point, index) => {
    const next = rest[index + 1];
    const end = next === last ? next : { x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 };
    return `Q${number(point.x)} ${number(point.y)} ${number(end.x)} ${number(end.y)}`;
  });
  return [
    `M${number(first.x)} ${number(first.y)}`,
    ...(curves.length === 0 ? [`L${number(last.x)} ${number(last.y)}`] : curves),
  ].join(' ');
}

/** One digit behind the point is as fine as anybody sees; no negative zero. */
function number(value: number): string {
  return String(Math.round(value * 10) / 10 + 0);
}
