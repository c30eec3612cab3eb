/** By which object requests find a viewer. */
import { Manifest } from '../../kube';
import { DEFAULT_APP } from '../apps';
import { prefixOf, rewriteOf } from '../prefix';
import { ViewerSpec } from '../spec';
import { buildHttpRoute } from './http-route';
import { buildIngress } from './ingress';
import { buildVirtualService } from './virtual-service';

/** The route; undefined where there is to be none. */
export function buildRoute(spec: ViewerSpec): Manifest | undefined {
  const prefix = prefixOf(spec)!;
  // As for the controller, the empty text is the same as none.
  const timeout = spec.networking?.timeout || undefined;
  const route = { prefix, rewrite: rewriteOf(spec, spec.app ?? DEFAULT_APP)!, timeout };
  switch (spec.routing.kind) {
    case 'virtualService':
      return buildVirtualService(spec, spec.routing, route);
    case 'httpRoute':
      return buildHttpRoute(spec, spec.routing, route);
    case 'ingress':
      return buildIngress(spec, spec.routing, route);
    default:
      return undefined;
  }
}
