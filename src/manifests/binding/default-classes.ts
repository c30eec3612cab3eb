/** Classes that are the default beside others. */
import { Judge, World } from '../../judge';
import { DEFAULT_CLASS_ANNOTATIONS } from '../../kube';
import { secondDefault, STORAGE_RULES } from '../../storage/core';

/** All classes that are marked as the default, but the first one. */
export const DEFAULT_CLASS_JUDGE: Judge = {
  rules: () => [STORAGE_RULES],
  kinds: ['storage.k8s.io/StorageClass'],
  check: ({ name, annotations }, world) => {
    const annotation = DEFAULT_CLASS_ANNOTATIONS.find((one) => annotations[one] === 'true');
    const first = world.once(firstDefault);
    // A class that appears twice is one to the API server.
    return annotation === undefined || first === undefined || first === name
      ? []
      : [secondDefault(first, name, `metadata.annotations[${JSON.stringify(annotation)}]`)];
  },
};

function firstDefault({ topology }: World): string | undefined {
  return topology.storageClasses.find(({ isDefault }) => isDefault)?.name;
}
