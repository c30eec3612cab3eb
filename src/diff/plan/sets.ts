/** Ways out for StatefulSets: the set is recreated around its pods and claims. */
import { copying, copyingBetween, claimNamed, growing, havingClass, lettingGrow } from './claims';
import { keepingClaims, untilGone } from './pods';
import { applying, commands, manifestOf, reference } from './steps';
import { compareQuantities, Fields, fieldsOf, isSame } from '../../kube';
import { Draft, at, fieldsAt, listAt, quantityAt } from '../../model';
import { AppliedManifest } from '../../validation';
import { classNameOf } from '../admission/quota';
import { defaultClassOf } from '../binding/default-class';
import type { Comparison } from '../comparison';
import { PlanStep } from '../spec';
import { Stored } from '../stored';
import { ordinalsOf } from '../workloads';

/** All that a way out for a set depends on. */
interface SetChange {
  readonly before: Stored;
  readonly sent: AppliedManifest;
  /** The set as it would be if it were new. */
  readonly wanted: Draft;
  readonly is: Comparison;
}

/** The set is deleted alone and recreated; claims of its pods are made to fit before. */
export function renewingSet({ before, sent, wanted, is }: SetChange): PlanStep[] {
  const { namespace, name } = sent;
  const written = new Map(
    listAt(sent.given, 'spec.volumeClaimTemplates').map((one) => [
      String(at(one, 'metadata.name')),
      one,
    ]),
  );
  const claims = claimChanges(before.live, wanted).map((change) => ({
    ...change,
    template: written.get(change.to) ?? change.template,
  }));
  const classOf = ({ template }: ClaimChange) => classNameOf(template) ?? defaultClassOf(is.after);
  const adopts = isSame(at(before.live, 'spec.selector'), at(wanted, 'spec.selector'));
  const stops = !adopts || claims.some(({ how }) => how !== 'grow');
  const stop = `kubectl scale ${reference(sent)} --replicas=0`;
  const moves = claims.flatMap((change) =>
    change.how === 'grow'
      ? []
      : ordinals(before.live).flatMap((ordinal) => {
          const [from, to] = [
            `${change.from}-${name}-${ordinal}`,
            `${change.to}-${name}-${ordinal}`,
          ];
          const claim = claimOf(change.template, namespace, to);
          if (change.how === 'move') {
            return copying({
              namespace,
              name: from,
              wanted: claim,
              users: [],
              next: () => undefined,
            }).slice(0, -1);
          }
          return [
            applying(`Create the claim ${to}.`, claim),
            ...copyingBetween(
              claimNamed(namespace, from),
              claimNamed(namespace, to),
              at(claim, 'spec.volumeMode') === 'Block',
            ),
          ];
        }),
  );
  const grown = claims.filter(({ how }) => how === 'grow');
  return [
    ...(stops || claims.length > 0 ? keepingClaims(before) : []),
    ...(stops
      ? [
          commands(
            'Stop the pods, so that nothing writes and none is left running.',
            stop,
            untilGone(namespace, fieldsAt(before.live, 'spec.template.metadata.labels')),
          ),
        ]
      : []),
    ...claims
      .filter(({ how }) => how !== 'grow')
      .slice(0, 1)
      .flatMap((change) => havingClass(classOf(change), is)),
    ...moves,
    commands(
      stops
        ? 'Delete the StatefulSet.'
        : 'Delete only the StatefulSet: its pods keep running, and its claims stay.',
      `kubectl delete ${reference(sent)} --cascade=orphan`,
    ),
    applying(
      stops
        ? 'Create the StatefulSet as it should be. It uses the existing claims.'
        : 'Create the StatefulSet as it should be. It adopts the existing pods and claims.',
      manifestOf(sent),
    ),
    ...grown.flatMap((change) => {
      const names = ordinals(before.live).map((ordinal) => `${change.from}-${name}-${ordinal}`);
      if (names.length === 0) return [];
      return [
        ...lettingGrow(classOf(change), is),
        growing(namespace, names, String(at(change.template, 'spec.resources.requests.storage'))),
      ];
    }),
  ];
}

/** What is to become of the claims of one template. */
interface ClaimChange {
  /**
   * They grow; they are copied to others that get their names; or a template of another name takes
   * over from theirs.
   */
  readonly how: 'grow' | 'move' | 'rename';
  readonly from: string;
  readonly to: string;
  readonly template: Fields;
}

function claimChanges(before: Fields, wanted: Fields): ClaimChange[] {
  const [old, now] = [before, wanted].map(
    (set) =>
      new Map(
        listAt(set, 'spec.volumeClaimTemplates').map((one) => [
          String(at(one, 'metadata.name')),
          one,
        ]),
      ),
  );
  const changes: ClaimChange[] = [];
  for (const [name, template] of now) {
    const had = old.get(name);
    const how = had ? changeOf(had, template) : undefined;
    if (how) changes.push({ how, from: name, to: name, template });
  }
  const gone = [...old.keys()].filter((name) => !now.has(name));
  const come = [...now.keys()].filter((name) => !old.has(name));
  if (gone.length === 1 && come.length === 1) {
    changes.push({ how: 'rename', from: gone[0], to: come[0], template: now.get(come[0])! });
  }
  return changes;
}

function changeOf(had: Fields, template: Fields): 'grow' | 'move' | undefined {
  const { resources, ...rest } = fieldsOf(had.spec);
  const { resources: asked, ...others } = fieldsOf(template.spec);
  if (!isSame(rest, others)) return 'move';
  const [old, now] = [resources, asked].map((one) => quantityAt(fieldsOf(one), 'requests.storage'));
  const order = old && now ? compareQuantities(now, old) : 0;
  return order > 0 ? 'grow' : order < 0 ? 'move' : undefined;
}

function ordinals(set: Fields): number[] {
  const [first, end] = ordinalsOf(set);
  return Array.from({ length: Math.min(end - first, 1000) }, (_, index) => first + index);
}

function claimOf(template: Fields, namespace: string | undefined, name: string): Fields {
  const { name: _name, ...metadata } = fieldsOf(template.metadata);
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { ...metadata, name, ...(namespace === undefined ? {} : { namespace }) },
    spec: template.spec,
  };
}
