/** The check of all stacks and classes of an app: where they register. */
import { Construct } from 'constructs';
import { registerForSynth, SynthCheck } from '../../tree';
import { AppClass, checkCsiApp } from '../check/app';
import { StackSpec } from '../spec';

/** What a class says about itself that no stack has made. */
export type RegisteredCsiClass = Omit<AppClass, 'construct'>;

type Entry = { readonly stack: () => StackSpec } | { readonly storageClass: RegisteredCsiClass };

const APP: SynthCheck<Entry> = {
  id: 'csi/app',
  check: (registered) =>
    checkCsiApp(
      registered.flatMap(({ construct, value }) =>
        'stack' in value ? [{ construct, spec: value.stack() }] : [],
      ),
      registered.flatMap(({ construct, value }) =>
        'storageClass' in value ? [{ construct, ...value.storageClass }] : [],
      ),
    ),
};

/** Makes a stack count in the check over the whole app. It may still change. */
export function registerCsiStack(scope: Construct, stack: () => StackSpec): void {
  registerForSynth(scope, APP, { stack });
}

/**
 * Makes a class count that stands for itself: a dynamic one needs the controller of its driver's
 * stack, if there is one.
 */
export function registerCsiClass(scope: Construct, storageClass: RegisteredCsiClass): void {
  registerForSynth(scope, APP, { storageClass });
}
