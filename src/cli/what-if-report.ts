/**
 * Reports of data that would be lost, as people read them in a terminal, and as programs read them.
 */
import { styled } from './style';
import { harmless, markdownCode, markdownText } from '../escape';
import { ActorAnswer, isEphemeral, ObjectAnswer, Question, WhatIf } from '../what-if';
import { printJson } from '../yaml';

/** The one word that a line begins with, worst first. */
const OUTCOMES = ['lost', 'may be lost', 'left behind', 'waits', 'stuck', 'gone', 'kept'] as const;
type Outcome = (typeof OUTCOMES)[number];
const TONES: { readonly [outcome in Outcome]: number } = {
  lost: 31,
  'may be lost': 33,
  'left behind': 33,
  waits: 33,
  stuck: 33,
  gone: 2,
  kept: 32,
};

const WHO: { readonly [by in ActorAnswer['by']]: { readonly [question in Question]?: string } } = {
  argocd: {
    'delete-app': 'Argo CD deletes the Application and its resources',
    prune: 'Argo CD prunes what is no longer in the folder',
    force: 'Argo CD syncs with Force and Replace',
  },
  flux: {
    'delete-app': 'Flux deletes the Kustomization',
    prune: 'Flux prunes what is no longer in the folder',
    force: 'Flux applies with force, and a change to the object is rejected',
  },
  helm: { uninstall: 'helm uninstall' },
  kubectl: { uninstall: 'kubectl delete' },
};

const DATA: { readonly [data: string]: string } = {
  lost: 'its data is LOST',
  'may be lost': 'its data may be lost',
  'left behind': 'its data is left behind',
};

const UNUSABLE =
  'pods that have mounted it stay Terminating, and no other pod can mount it until the driver is installed again';
const UNDELETED = 'a volume that it has not deleted by then stays, and its storage is orphaned';

/** A block for each who could do it, worst first, and a line that counts. */
export function whatIfText({ question, answers }: WhatIf, isColour: boolean): string {
  return answers
    .map(({ by, objects }) => {
      const told = objects
        .map((one) => ({ one, outcome: outcomeOf(one) }))
        .sort((a, b) => OUTCOMES.indexOf(a.outcome) - OUTCOMES.indexOf(b.outcome));
      const lines = told.flatMap(({ one, outcome }) => [
        `${styled(outcome.padEnd(11), TONES[outcome], isColour)} ${harmless(one.object)}${one.of === undefined ? '' : harmless(` (of ${one.of})`)}`,
        ...linesOf(one).map((line) => `            ${harmless(line)}`),
      ]);
      const counts = OUTCOMES.flatMap((outcome) => {
        const { length } = told.filter((one) => one.outcome === outcome);
        return length > 0 ? [`${length} ${outcome}`] : [];
      });
      return [
        `${WHO[by][question] ?? by}:`,
        ...lines,
        counts.length > 0 ? counts.join(', ') : 'there is nothing that holds data',
        '',
      ].join('\n');
    })
    .join('\n');
}

/** The answers as they are. */
export function whatIfJson({ question, answers }: WhatIf): string {
  return printJson({ whatIf: question, answers });
}

/** How many objects a comment lists. */
const MOST_ROWS = 20;

/**
 * What would be lost by events in a part of a comment that can be opened: a row for each object,
 * with who could do it. Nothing if nothing is lost.
 */
export function whatIfMarkdown(all: readonly WhatIf[]): string {
  const rows = new Map<string, { one: ObjectAnswer; events: Set<string> }>();
  for (const { question, answers } of all) {
    for (const { by, objects } of answers) {
      for (const one of objects.filter((object) => !isSettled(object))) {
        const what = `${one.object} ${outcomeOf(one)}`;
        const row = rows.get(what) ?? { one, events: new Set<string>() };
        rows.set(what, row);
        row.events.add(WHO[by][question] ?? by);
      }
    }
  }
  if (rows.size === 0) return '';
  const sorted = [...rows.values()].sort(
    (a, b) => OUTCOMES.indexOf(outcomeOf(a.one)) - OUTCOMES.indexOf(outcomeOf(b.one)),
  );
  const lines = sorted.slice(0, MOST_ROWS).map(({ one, events }) => {
    const outcome = outcomeOf(one);
    const word = outcome === 'lost' ? `**${outcome}**` : outcome;
    return `| ${word} | ${markdownCode(one.object)} | ${[...events].map(markdownText).join('<br>')} |`;
  });
  const more = rows.size > MOST_ROWS ? `\n${rows.size - MOST_ROWS} more are not shown.\n` : '';
  const objects = `${rows.size} object${rows.size === 1 ? '' : 's'}`;
  return `\n<details><summary>What later events do to data: ${objects}</summary>\n\n| data | object | when |\n|---|---|---|\n${lines.join('\n')}\n${more}\n</details>\n`;
}

/** Whether an object's data stay with it, or are nothing that anybody wants to keep. */
export function isSettled(one: ObjectAnswer): boolean {
  return ['kept', 'gone'].includes(outcomeOf(one));
}

function outcomeOf(one: ObjectAnswer): Outcome {
  const { fate, data } = one;
  if (fate === 'waits') return 'waits';
  if (isEphemeral(one) && fate !== 'kept') return 'gone';
  if (data === 'lost') return 'lost';
  if (data === 'left behind' || data === 'may be lost') return data;
  if (fate === 'stuck') return 'stuck';
  return fate === 'kept' || data === 'kept' ? 'kept' : 'gone';
}

function linesOf(one: ObjectAnswer): string[] {
  const { fate, data, why, because, driverGoes, dependsOn = [], remedy } = one;
  const isTold = data !== undefined && Object.hasOwn(DATA, data) && !isEphemeral(one);
  return [
    ...(fate === 'waits' ? [`${because}: it is deleted once a person confirms it`] : [because]),
    ...(fate === 'stuck'
      ? [
          'pods still use it: it stays Terminating, cannot be restored, and is deleted with the last of them',
        ]
      : []),
    ...(fate === 'replaced' ? ['an empty one takes its place'] : []),
    ...(isTold
      ? [
          `${fate === 'waits' || fate === 'stuck' ? 'then ' : ''}${DATA[data]}${why === undefined || why === because ? '' : `: ${why}`}`,
        ]
      : []),
    ...(driverGoes === undefined
      ? []
      : [`its driver ${driverGoes} is deleted as well: ${fate === 'kept' ? UNUSABLE : UNDELETED}`]),
    ...dependsOn.map((words) => `it depends on ${words}`),
    ...(remedy === undefined ? [] : [`instead: ${remedy}`]),
  ];
}
