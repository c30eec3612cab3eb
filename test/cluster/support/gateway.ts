/**
 * In place of a gateway's controller: routes say that they are accepted. GitOps engines wait for
 * that.
 */
import { asList, kubectl } from './kubectl';
import { Manifest } from '../../../src/kube';
import { get, list } from '../../support/reading';

const KIND = 'HTTPRoute';

/** Does something while the routes among the objects are accepted as soon as they are there. */
export async function withGateway<T>(
  manifests: readonly Manifest[],
  action: () => Promise<T>,
): Promise<T> {
  const routes = manifests.filter(({ kind }) => kind === KIND);
  let isOver = routes.length === 0;
  const accepting = (async () => {
    while (!isOver) {
      const { stdout } = await kubectl(
        ['get', '-f', '-', '--ignore-not-found', '-o', 'json'],
        asList(routes),
      );
      // Of one object kubectl makes no list.
      const found =
        stdout === ''
          ? []
          : ([JSON.parse(stdout)].flatMap((one) => one.items ?? [one]) as Manifest[]);
      for (const route of found.filter((one) => list(get(one, 'status', 'parents')).length === 0)) {
        await accept(route);
      }
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  })();
  try {
    return await action();
  } finally {
    isOver = true;
    await accepting;
  }
}

async function accept(route: Manifest): Promise<void> {
  const condition = (type: string) => ({
    type,
    status: 'True',
    reason: type,
    message: '',
    observedGeneration: get(route, 'metadata', 'generation'),
    lastTransitionTime: get(route, 'metadata', 'creationTimestamp'),
  });
  const parents = list(get(route, 'spec', 'parentRefs')).map((parentRef) => ({
    parentRef,
    controllerName: 'example.com/none',
    conditions: [condition('Accepted'), condition('ResolvedRefs')],
  }));
  const { name, namespace } = route.metadata;
  // A route that is gone meanwhile is nothing to wait for.
  await kubectl([
    'patch',
    'httproutes.gateway.networking.k8s.io',
    name,
    '--namespace',
    namespace!,
    '--subresource=status',
    '--type',
    'merge',
    '-p',
    JSON.stringify({ status: { parents } }),
  ]);
}
