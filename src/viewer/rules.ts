/**
 * The rules of viewers as this library writes them: the controller's own first, then what it lets
 * pass and a cluster does not.
 */
import { defineRules } from '../findings';

const CONTROLLER = 'Kubeflow pvcviewer-controller 1.10, validating webhook';
const KUBERNETES = 'Kubernetes, validation of objects';
const ENVOY = 'Istio 1.29, VirtualService: Envoy replaces the prefix as a text';
const GATEWAY_API = 'Gateway API 1.6, HTTPRoute';
const ISTIO = 'Istio 1.29, definitions of its resources';
const LIBRARY = 'this library';

export const VIEWER_RULES = defineRules('viewer', {
  pvcMissing: {
    error: 'A viewer does not name its claim.',
    why: 'There is nothing to show.',
    bad: 'pvc: ""',
    good: 'pvc: data',
    source: CONTROLLER,
  },
  claimUnused: {
    error: 'A podSpec does not have the claim among its volumes.',
    why: 'The pod would show something else.',
    bad: 'pvc: data with podSpec.volumes: []',
    good: 'podSpec.volumes: [{ name: viewer-volume, persistentVolumeClaim: { claimName: data } }]',
    source: CONTROLLER,
  },
  name: {
    error:
      'The name of a viewer has more than 53 characters, or others than lower-case letters, digits and dashes.',
    why: 'Its objects are named pvcviewer-<name>; one of them is a Service, and the name is also a label and part of the path.',
    bad: 'name: my.data',
    good: 'name: my-data',
    source: KUBERNETES,
  },
  claimNotMounted: {
    warning: 'No container of the podSpec mounts the claim.',
    why: 'The pod has the volume, but no container can see it.',
    bad: 'a volume of the claim without volumeMounts',
    good: 'containers: [{ volumeMounts: [{ name: viewer-volume, mountPath: /data }] }]',
    source: 'the controller lets it pass',
  },
  volumeTaken: {
    error: 'The podSpec has a volume or container with a name that is added to it.',
    why: 'The API server rejects a pod with two volumes or containers of the same name.',
    bad: 'injectVolumeAt with podSpec.volumes: [{ name: viewer-volume, emptyDir: {} }]',
    good: 'podSpec.volumes: [{ name: scratch, emptyDir: {} }]',
    source: KUBERNETES,
  },
  optionIgnored: {
    error: 'An option that is set has no effect.',
    why: 'The viewer would differ from what was requested, for example in its user.',
    bad: 'user: 1000 beside a podSpec',
    good: 'podSpec.securityContext.runAsUser: 1000',
    source: LIBRARY,
  },
  replicas: {
    error: 'A viewer has more than one pod.',
    why: 'The volume may be limited to one node, and the applications keep a database that only one process can open.',
    bad: 'replicas: 2',
    good: 'replicas: 0',
    source: 'Kubernetes, access modes; the apps',
  },
  identity: {
    error: 'A hardened viewer runs as root, or a user or group is not a valid ID.',
    why: 'The pod has runAsNonRoot, so kubelet refuses to start it.',
    bad: 'user: 0',
    good: 'user: 1000',
    source: 'Pod Security Standards, restricted',
  },
  imageTag: {
    warning: 'An image has neither a tag other than latest nor a digest.',
    why: 'What runs changes without a change in Git, and applications do change: paths, users, environment variables.',
    bad: 'image: filebrowser/filebrowser:latest',
    good: 'image: docker.io/filebrowser/filebrowser:v2.63.23',
    source: LIBRARY,
  },
  app: {
    error:
      'An application has no port, a path that is not absolute, a root user, or an environment variable whose name is not valid.',
    why: 'The pod would be refused, or would not start.',
    bad: 'app: { mountPath: data, … }',
    good: 'app: { mountPath: /data, … }',
    source: KUBERNETES,
  },
  appEndOfLife: {
    warning: 'The application is no longer maintained.',
    why: 'Security issues would not be fixed.',
    bad: 'app: filebrowser',
    good: 'app: dufs',
    source: 'the projects themselves',
  },
  appPrefix: {
    error:
      'An application gets a path that it does not expect: with the prefix of the viewer, or without it.',
    why: 'It answers each request with an error, or its links are broken.',
    bad: 'networking.rewrite: / for dufs',
    good: 'networking without rewrite for dufs',
    source: 'the applications, observed',
  },
  targetPort: {
    error:
      'The port of the viewer is unknown, not from 1 to 65535, or not the name of a port that a container declares.',
    why: 'The Service would not reach the viewer.',
    bad: 'networking.targetPort: web without a port of that name',
    good: 'networking.targetPort: 8080',
    source: KUBERNETES,
  },
  basePrefix: {
    error:
      'A base prefix does not begin with a slash, ends with one, or has a part that a route rejects.',
    why: 'The path would match no request: pvcviewer results in pvcviewer/ns/name/, and / in //ns/name/.',
    bad: 'networking.basePrefix: pvcviewer/',
    good: 'networking.basePrefix: /pvcviewer',
    source: `${GATEWAY_API}, and Kubernetes, Ingress`,
  },
  rewrite: {
    error: 'A rewrite does not begin with a slash or, with Istio, does not end with one.',
    why: 'The prefix ends with a slash, and the rest of the path follows directly: with /x, files becomes /xfiles.',
    bad: 'networking.rewrite: /x',
    good: 'networking.rewrite: /x/',
    source: ENVOY,
  },
  timeout: {
    error: 'A timeout is not a duration of the routing in use.',
    why: 'The API server refuses the route.',
    bad: 'networking.timeout: 1.5s with an HTTPRoute',
    good: 'networking.timeout: 1s500ms',
    source: `${ISTIO}; ${GATEWAY_API}`,
  },
  routeCannot: {
    error: 'An Ingress has a timeout or a rewrite, which it does not support.',
    why: 'Requests would reach the application with a different path, or take longer, than intended.',
    bad: 'networking.timeout: 30s with an Ingress',
    good: 'routing.annotations: { nginx.ingress.kubernetes.io/proxy-read-timeout: "30" }',
    source: 'Kubernetes, Ingress',
  },
  routeIgnored: {
    warning: 'A viewer without a route has settings for one.',
    why: 'They have no effect.',
    bad: 'networking.timeout: 30s with routing none',
    good: 'routing none without timeout',
    source: LIBRARY,
  },
  routing: {
    error:
      'The gateway or Ingress class of a route has a name that is not valid, or two parents are the same.',
    why: 'The API server rejects the route, or no gateway accepts it.',
    bad: 'gateway: kubeflow/gateways/kubeflow-gateway',
    good: 'gateway: kubeflow/kubeflow-gateway',
    source: `${ISTIO}; ${GATEWAY_API}; Kubernetes, Ingress`,
  },
  host: {
    error:
      'A host is not a DNS name, optionally starting with *., or is * alone without a VirtualService on a gateway.',
    why: 'The route is rejected, or matches no request.',
    bad: 'hostnames: ["*"]',
    good: 'no hostnames: all of the gateway',
    source: `${ISTIO}; ${GATEWAY_API}; Kubernetes, Ingress`,
  },
  networkPolicyClosed: {
    warning: 'A NetworkPolicy has no peers.',
    why: 'Without any, no one can connect, not even the gateway.',
    bad: 'networkPolicy: { from: [] }',
    good: 'networkPolicy: { from: [{ namespaceSelector: { matchLabels: { kubernetes.io/metadata.name: istio-system } } }] }',
    source: LIBRARY,
  },
  networkPolicy: {
    error:
      'A peer of a NetworkPolicy is not a pod, namespace or address, or a port is not from 1 to 65535.',
    why: 'The API server refuses it.',
    bad: 'from: [{ ipBlock: { cidr: 10.0.0.1 } }]',
    good: 'from: [{ ipBlock: { cidr: 10.0.0.1/32 } }]',
    source: KUBERNETES,
  },
  authorizationPolicy: {
    error: 'An AuthorizationPolicy has an empty list or an empty item of who may connect.',
    why: 'An empty list is not a restriction: all users would be allowed where none should be.',
    bad: 'authorizationPolicy: { principals: […], users: [] }',
    good: 'authorizationPolicy: { principals: […], users: [ada@example.com] }',
    source: ISTIO,
  },
  authorizationUnreachable: {
    warning: 'An AuthorizationPolicy is set for a viewer that is not behind a gateway of the mesh.',
    why: 'Clients outside the mesh have no identity, and are denied.',
    bad: 'authorizationPolicy with an Ingress',
    good: 'authorizationPolicy with a VirtualService',
    source: ISTIO,
  },
  openAccess: {
    warning: 'Anyone can reach a viewer that can write.',
    why: 'A viewer requires no password: anyone who can reach it can read, change and delete the files. A policy that lets everyone in only looks like protection.',
    bad: "no policy, networkPolicy: { from: [{ namespaceSelector: {} }] }, or principals: ['*']",
    good: 'networkPolicy: { from: [{ namespaceSelector: { matchLabels: { kubernetes.io/metadata.name: istio-system } } }] }',
    source: `${KUBERNETES}; ${ISTIO}`,
  },
  labelTaken: {
    error: "A label replaces one that the viewer's pods are selected by.",
    why: 'The Deployment would not select its pods, and the API server rejects it.',
    bad: 'labels: { app.kubernetes.io/name: files }',
    good: 'labels: { example.com/name: files }',
    source: KUBERNETES,
  },
  cull: {
    error:
      'A viewer is culled neither daily at a time nor after idle time of at least five minutes.',
    why: 'There would be no schedule, or one that never matches.',
    bad: 'cull: { dailyAt: 25:00 }',
    good: 'cull: { dailyAt: "20:00", timeZone: Europe/Berlin }',
    source: KUBERNETES,
  },
  cullPod: {
    error: 'The watched connections do not belong to the viewer, or its port is unknown.',
    why: 'On the network of the node, connections of all its programs would count; a port without a number cannot be watched.',
    bad: 'cull: { afterIdle: Duration.minutes(30) } with podSpec.hostNetwork: true',
    good: 'cull: { dailyAt: "20:00" }',
    source: 'Linux, network namespaces',
  },
  cullReplicas: {
    warning: 'A viewer that is culled sets replicas other than 0.',
    why: 'GitOps would start it again with the next sync.',
    bad: 'replicas: 1 with cull',
    good: 'cull without replicas',
    source: 'Argo CD and Flux: fields in the manifests are enforced',
  },
});
