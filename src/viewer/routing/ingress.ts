/**
 * An Ingress: it can neither rewrite paths nor limit times, unless its controller has annotations
 * for that.
 */
import { Manifest } from '../../kube';
import { metadataOf } from '../metadata';
import { HTTP, objectName } from '../names';
import { bare } from '../prefix';
import { RoutingSpec, ViewerSpec } from '../spec';
import { Route } from './route';

export function buildIngress(
  spec: ViewerSpec,
  routing: RoutingSpec & { kind: 'ingress' },
  { prefix }: Route,
): Manifest {
  const { ingressClassName, host, tlsSecretName, annotations } = routing;
  const name = objectName(spec.name);
  return {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'Ingress',
    metadata: metadataOf({ ...spec, annotations: { ...spec.annotations, ...annotations } }, name),
    spec: {
      ...(ingressClassName === undefined ? {} : { ingressClassName }),
      ...(tlsSecretName === undefined
        ? {}
        : {
            tls: [{ ...(host === undefined ? {} : { hosts: [host] }), secretName: tlsSecretName }],
          }),
      rules: [
        {
          ...(host === undefined ? {} : { host }),
          http: {
            paths: [
              {
                path: bare(prefix),
                pathType: 'Prefix',
                backend: { service: { name, port: { name: HTTP } } },
              },
            ],
          },
        },
      ],
    },
  };
}
