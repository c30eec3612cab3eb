/** Resources of a pod as a whole, against those of its containers. */
import { Finding, show, violationOf } from '../findings';
import { checkContainerResources } from './container-resources';
import { entriesOf, Fields, fieldOf, fieldsOf, isGiven, readQuantity, listOf } from '../object';
import { POD_RULES as RULES } from './rules';

const wrong = violationOf(RULES.resources);

/** Findings on `resources` of a pod. */
export function checkPodResources(pod: Fields, path: string): Finding[] {
  const { requests, limits, claims } = fieldsOf(pod.resources);
  if (!isGiven(pod.resources)) return [];
  const field = `${path}.resources`;
  const containers = listOf(pod.containers).map(({ resources }, index) => ({
    resources: fieldsOf(resources),
    at: `${path}.containers[${index}].resources`,
  }));
  const requested = (name: string) =>
    containers.reduce(
      (sum, { resources }) =>
        sum + nanoOf(fieldOf(resources.requests, name) ?? fieldOf(resources.limits, name)),
      0n,
    );
  const limitOf = (resources: unknown, name: string) => fieldOf(fieldsOf(resources).limits, name);
  return [
    ...checkContainerResources({ resources: pod.resources, field, askedBy: 'pods' }),
    ...(isGiven(claims)
      ? [wrong(`${field}.claims`, 'claims can only be used by containers', 'remove them')]
      : []),
    ...entriesOf(requests)
      .filter(([name, value]) => requested(name) > nanoOf(value))
      .map(([name, value]) =>
        wrong(
          `${field}.requests.${name}`,
          `${show(value)} is less than its containers request in total`,
          'raise it, or lower the requests of the containers',
          { field: `${field}.requests[${name}]` },
        ),
      ),
    ...entriesOf(limits).flatMap(([name, value]) => {
      const greater = containers.filter(
        ({ resources }) => nanoOf(limitOf(resources, name)) > nanoOf(value),
      );
      return greater.map(({ resources, at }) =>
        wrong(
          `${at}.limits.${name}`,
          `${show(limitOf(resources, name))} is more than the limit of the pod, ${show(value)}`,
          'raise the limit of the pod, or lower this one',
          { field: `${at}.limits` },
        ),
      );
    }),
  ];
}

function nanoOf(value: unknown): bigint {
  return readQuantity(value)?.nano ?? 0n;
}
