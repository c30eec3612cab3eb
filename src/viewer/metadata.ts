/** The metadata of a viewer's objects. */
import { From, unmarked } from '../findings';
import { ObjectMeta } from '../kube';
import { viewerLabels } from './names';
import { Texts, ViewerSpec } from './spec';

type Identified = Pick<ViewerSpec, 'name' | 'namespace' | 'labels' | 'annotations'>;

export function metadataOf(
  { name, namespace, labels, annotations }: Identified,
  own: string,
  from: From = unmarked,
): ObjectMeta {
  return {
    name: from('name', own),
    ...(namespace === undefined ? {} : { namespace: from('namespace', namespace) }),
    labels: { ...viewerLabels(name), ...from.each('labels', labels) },
    ...from.each('', filled({ annotations })),
  };
}

export function filled(maps: { readonly [field: string]: Texts | undefined }): {
  readonly [field: string]: Texts;
} {
  return Object.fromEntries(
    Object.entries(maps).filter(([, map]) => map && Object.keys(map).length > 0),
  ) as { readonly [field: string]: Texts };
}
