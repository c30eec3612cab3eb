/** The style of the page, in light and in dark. */
export const PAGE_STYLE = `<style>
:root { color-scheme: light dark; --ink: #1f2937; --soft: #6b7280; --paper: #ffffff; --line: #d1d5db; --bad: #b91c1c; --warn: #92400e; --link: #1d4ed8; }
body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); margin: 0; }
main { margin: 0 auto; padding: 1.5rem 2rem 4rem; }
h1 { margin: 0; }
h2 { display: inline; font-size: 1.25rem; margin: 0 0.5rem 0 0; overflow-wrap: anywhere; }
a { color: var(--link); }
a:focus-visible, summary:focus-visible, button:focus-visible, input:focus-visible, .picture:focus-visible { outline: 3px solid #2563eb; outline-offset: 2px; }
#bar { position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; gap: 0.5rem 1rem; align-items: center; padding: 0.6rem 0; background: var(--paper); border-bottom: 1px solid var(--line); }
#bar[hidden] { display: none; }
#search { font: inherit; width: 22rem; max-width: 100%; padding: 0.3rem 0.6rem; color: inherit; background: transparent; border: 1px solid var(--soft); border-radius: 6px; }
button { font: inherit; color: inherit; background: transparent; border: 1px solid var(--soft); border-radius: 6px; padding: 0.2rem 0.6rem; cursor: pointer; }
button[data-show] { border: 0; padding: 0; font-weight: bold; text-align: left; text-decoration: underline dotted; overflow-wrap: anywhere; }
nav ul { columns: 18rem; padding-left: 1.2rem; margin: 0.75rem 0; }
details.panel { margin-top: 1.25rem; border: 1px solid var(--line); border-radius: 8px; padding: 0.6rem 1rem; scroll-margin-top: 4rem; }
details.panel > summary { cursor: pointer; }
.picture { overflow: auto; margin-top: 0.75rem; }
.picture svg { display: block; max-width: 100%; height: auto; }
.picture .wide { min-width: 70rem; }
g.node { cursor: pointer; }
.off, .off-way { opacity: 0.15; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; margin-top: 0.75rem; width: 100%; min-width: 48rem; table-layout: fixed; }
th, td { text-align: left; vertical-align: top; padding: 0.25rem 1.25rem 0.25rem 0; border-bottom: 1px solid var(--line); overflow-wrap: break-word; }
tr.item[hidden] { display: none; }
td ul { margin: 0; padding: 0; list-style: none; }
td summary { cursor: pointer; }
.narrow { width: 6rem; }
.broad { width: 45%; }
.soft { color: var(--soft); }
span.error, td.error { color: var(--bad); font-weight: bold; }
span.warning, td.warning { color: var(--warn); font-weight: bold; }
@media (prefers-color-scheme: dark) {
:root { --ink: #e5e7eb; --soft: #9ca3af; --paper: #111827; --line: #374151; --bad: #f87171; --warn: #fbbf24; --link: #93c5fd; }
svg text { fill: #e5e7eb; }
.type { fill: #9ca3af; }
.workload rect { fill: #1e1b4b; stroke: #818cf8; }
.claim rect { fill: #052e2b; stroke: #34d399; }
.volume rect { fill: #2b2305; stroke: #eab308; }
.class rect { fill: #082f49; stroke: #38bdf8; }
.driver rect { fill: #2e1065; stroke: #a78bfa; }
.absent rect { fill: #111827; }
.warning rect { stroke: #fbbf24; }
.error rect { stroke: #f87171; fill: #450a0a; }
.warning .findings { fill: #fbbf24; }
.error .findings { fill: #fca5a5; }
.edge { stroke: #9ca3af; }
#arrow path { fill: #9ca3af; }
.label rect { fill: #111827; }
.label text { fill: #d1d5db; }
}
@media print { #bar { display: none; } }
</style>`;
