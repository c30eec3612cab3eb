/** Every mistake that a viewer can have, with the words that are said about it. */
import { Severity } from '../../src/findings';
import { CLOUDCMD, DUFS, FILEBROWSER } from '../../src/viewer/apps';
import { checkViewer } from '../../src/viewer/check';
import { VIEWER_RULES } from '../../src/viewer/rules';
import { ViewerApp, ViewerSpec } from '../../src/viewer/spec';

const ISTIO = { kind: 'virtualService', gateway: 'kubeflow/kubeflow-gateway' };
const GATEWAY = { kind: 'httpRoute', parentRefs: [{ name: 'public' }] };
const BASE = { name: 'data', namespace: 'ada', pvc: 'data', routing: ISTIO };
const POD = {
  containers: [{ name: 'main', image: 'app:1', ports: [{ name: 'web', containerPort: 8080 }], volumeMounts: [{ name: 'v', mountPath: '/srv' }] }],
  volumes: [{ name: 'v', persistentVolumeClaim: { claimName: 'data' } }],
};
const AFTER_IDLE = { afterIdleSeconds: 1800 };
const principals = ['cluster.local/ns/istio-system/sa/gw'];
const app = (change: object): ViewerApp => ({ ...DUFS, ...change });
const stripped = app({ name: 'plain', prefix: 'stripped' });
const from = [{ podSelector: {} }];

const DNS_1035 = 'a DNS-1035 label must consist of lower case alphanumeric characters or \'-\', start with an alphabetic character, ' +
  'and end with an alphanumeric character (e.g. \'my-name\',  or \'abc-123\', regex used for validation is \'[a-z]([-a-z0-9]*[a-z0-9])?\')';
const LABEL_VALUE = 'a valid label must be an empty string or consist of alphanumeric characters, \'-\', \'_\' or \'.\', and must start and end with an ' +
  'alphanumeric character (e.g. \'MyValue\',  or \'my_value\',  or \'12345\', regex used for validation is \'(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?\')';
const SUBDOMAIN = 'a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, \'-\' or \'.\', and must start and end with an ' +
  'alphanumeric character (e.g. \'example.com\', regex used for validation is \'[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*\')';

const TABLE: [title: string, change: object, findings: string[]][] = [
  // What identifies it.
  ['no claim', { pvc: '' }, ['viewer/pvc-missing pvc: PVC name must be specified']],
  ['a claim that no claim can be', { pvc: 'My_Data' }, [`storage/name pvc: "My_Data": ${SUBDOMAIN}`]],
  ['no name', { name: undefined }, ['viewer/name name: the viewer has no name']],
  ['a name with a dot', { name: 'my.data' }, [`viewer/name name: "my.data": its objects would be "pvcviewer-my.data": ${DNS_1035}`]],
  ['a name of 54 characters', { name: 'a'.repeat(54) }, [
    `viewer/name name: "${'a'.repeat(54)}": its objects would be "pvcviewer-${'a'.repeat(54)}": must be no more than 63 characters`,
  ]],
  ['a name that begins with a dash', { name: '-a' }, [`viewer/name name: "-a": its objects would be "pvcviewer--a": ${LABEL_VALUE}`]],
  ['no namespace', { namespace: undefined }, ['storage/namespace namespace: the namespace is not known']],
  ['a namespace with a dot', { namespace: 'a.b' }, [
    'storage/namespace namespace: "a.b": must not contain dots',
  ]],
  ['a label of its own', { labels: { 'app.kubernetes.io/name': 'files' } }, [
    'viewer/label-taken labels.app.kubernetes.io/name: the label "app.kubernetes.io/name" is the viewer\'s own',
  ]],
  ['a pod label of its own', { podLabels: { 'app.kubernetes.io/part-of': 'x' } }, [
    'viewer/label-taken podLabels.app.kubernetes.io/part-of: the label "app.kubernetes.io/part-of" is the viewer\'s own',
  ]],
  ['a label that is none', { podLabels: { team: 'a b' } }, [`storage/label podLabels.team: the value "a b": ${LABEL_VALUE}`]],
  ['a pod annotation that is none', { podAnnotations: { '/x': '' } }, ['storage/label podAnnotations./x: the key "/x": prefix part must be non-empty']],
  ['an annotation that is none', { annotations: { '/x': '' } }, ['storage/label annotations./x: the key "/x": prefix part must be non-empty']],

  // Types and fields.
  ['another type', { replicas: '1', isReadOnly: 'yes', labels: ['a'], pvc: 5 }, [
    'viewer/type pvc: 5 is no text',
    'viewer/type isReadOnly: "yes" is neither true nor false',
    'viewer/type replicas: "1" is no number',
    'viewer/type labels: ["a"] is no map of texts',
    'viewer/pvc-missing pvc: PVC name must be specified',
  ]],
  ['a field that there is not', { readonly: true }, ['viewer/unknown-field readonly: there is no field "readonly"']],
  ['a function in a podSpec', { podSpec: { containers: () => [] } }, ['viewer/type podSpec: {} is no plain data']],
  ['a list where a map belongs', { networking: [] }, ['viewer/type networking: [] is no map']],
  ['no routing', { routing: undefined }, ['viewer/type routing.kind: it is not said how the viewer is reached']],
  ['a routing that there is not', { routing: { kind: 'route' } }, ['viewer/type routing.kind: "route" is no kind of routing']],
  ['a route without a gateway', { routing: { kind: 'virtualService' } }, ['viewer/type routing.gateway: gateway is missing']],

  // The pod.
  ['a podSpec without the claim', { podSpec: { ...POD, volumes: [{ name: 'v', emptyDir: {} }] } }, ['viewer/claim-unused podSpec.volumes: PVC data must be used in the podSpec']],
  ['a podSpec that mounts nothing', { podSpec: { ...POD, containers: [{ ...POD.containers[0], volumeMounts: [] }] } }, [
    'viewer/claim-not-mounted podSpec.volumes: no container mounts the claim data',
  ]],
  ['a podSpec that mounts the claim before it runs only', {
    podSpec: { ...POD, containers: [{ ...POD.containers[0], volumeMounts: [] }], initContainers: [{ name: 'init', image: 'a:1', volumeMounts: POD.containers[0].volumeMounts }] },
  }, ['viewer/claim-not-mounted podSpec.volumes: no container mounts the claim data']],
  ['a volume in the place of the one that is added', {
    podSpec: { containers: [{ ...POD.containers[0], volumeMounts: [] }], volumes: [{ name: 'viewer-volume', emptyDir: {} }] }, injectVolumeAt: '/srv',
  }, ['viewer/volume-taken podSpec.volumes: the podSpec has a volume "viewer-volume" that is not the claim']],
  ['a mount at a path that is taken', {
    podSpec: { containers: [{ ...POD.containers[0], volumeMounts: [{ name: 'tmp', mountPath: '/srv' }] }], volumes: [{ name: 'tmp', emptyDir: {} }] }, injectVolumeAt: '/srv',
  }, ['pod/mount-path-taken injectVolumeAt: "/srv" is mounted already, by podSpec.containers[0].volumeMounts[0]']],
  ['a toleration without a key', { tolerations: [{ operator: 'Equal', value: 'x' }] }, [
    'pod/scheduling tolerations[0].key: a toleration without a key needs the operator Exists',
  ]],
  ['tolerations beside a podSpec', { podSpec: POD, tolerations: [] }, ['viewer/option-ignored tolerations: tolerations has no effect beside a podSpec']],
  ['secrets for images beside a podSpec', { podSpec: POD, imagePullSecrets: [] }, ['viewer/option-ignored imagePullSecrets: imagePullSecrets has no effect beside a podSpec']],
  ['a user, where the platform gives one', { isUserAssigned: true, user: 1000 }, ['viewer/option-ignored user: user has no effect where the platform gives the pods their users']],
  ['a volume to add, but no podSpec', { injectVolumeAt: '/srv' }, ['viewer/option-ignored injectVolumeAt: injectVolumeAt has no effect without a podSpec']],
  ['a pod that ends', { podSpec: { ...POD, restartPolicy: 'Never' } }, ['pod/restart-policy podSpec.restartPolicy: "Never" is no restart policy that the pod can have here']],
  ['options beside a podSpec', { podSpec: POD, user: 5, fsGroup: 5, resources: {}, affinity: {}, serviceAccountName: 'a' }, [
    'viewer/option-ignored user: user has no effect beside a podSpec',
    'viewer/option-ignored fsGroup: fsGroup has no effect beside a podSpec',
    'viewer/option-ignored resources: resources has no effect beside a podSpec',
    'viewer/option-ignored serviceAccountName: serviceAccountName has no effect beside a podSpec',
    'viewer/option-ignored affinity: affinity has no effect beside a podSpec',
  ]],
  ['an app beside a podSpec', { podSpec: POD, app: DUFS }, ['viewer/option-ignored app: an image of the catalogue has no effect beside a podSpec']],
  ['users of the platform beside a podSpec', { podSpec: POD, isUserAssigned: true }, [
    'viewer/option-ignored isUserAssigned: it has no effect beside a podSpec, which says itself what it runs as',
  ]],
  ['two pods', { replicas: 2 }, ['viewer/replicas replicas: a viewer cannot have 2 pods: they would need the volume, or the app\'s database, at the same time']],
  ['root', { user: 0 }, ['viewer/identity user: user 0 is root, and the pod is one that does not run as root']],
  ['a group that is no number of Linux', { group: -1, fsGroup: 1.5 }, ['viewer/identity group: -1 is no group', 'viewer/identity fsGroup: 1.5 is no fsGroup']],
  ['requests above the limits', { resources: { requests: { memory: '1Gi' }, limits: { memory: '1Mi' } } }, [
    'pod/resources resources.requests.memory: "1Gi" is more than the limit "1Mi"',
  ]],
  ['a service account that can be none', { serviceAccountName: 'A' }, [`storage/name serviceAccountName: "A": ${SUBDOMAIN}`]],
  ['a priority class that can be none', { priorityClassName: 'A' }, [`storage/name priorityClassName: "A": ${SUBDOMAIN}`]],

  // The app.
  ['no image', { app: app({ image: '' }) }, ['viewer/image app.image: "" is not a valid image: it is empty']],
  ['an image that no node can pull', { app: app({ image: 'sigoden/Dufs:v0.46.0' }) }, ['viewer/image app.image: "sigoden/Dufs:v0.46.0" is not a valid image: the repository "sigoden/Dufs" must be lower case']],
  ['the latest image', { app: app({ image: 'registry:5000/dufs' }) }, ['viewer/image-tag app.image: "registry:5000/dufs" is whatever is the latest']],
  ['the latest image of a podSpec', { podSpec: { ...POD, containers: [{ ...POD.containers[0], image: 'app:latest' }] } }, [
    'viewer/image-tag podSpec.containers[0].image: "app:latest" is whatever is the latest',
  ]],
  ['an app that is not maintained', { app: FILEBROWSER }, [
    'viewer/app-end-of-life app: filebrowser: the project was archived on 2026-09-01 and mends no security holes any more',
  ]],
  ['an app with odd settings', { app: app({ port: 0, user: 0, mountPath: 'data', writablePaths: ['/tmp', '/tmp/'], env: { 'A=B': '' } }) }, [
    'viewer/app app.port: 0 is no port',
    'viewer/app app.user: 0 is no user that a hardened pod can have',
    'viewer/app app.mountPath: "data" is no path where something can be mounted',
    'viewer/app app.writablePaths[1]: "/tmp/" is that of writablePaths[0] as well',
    'viewer/app app.env.A=B: "A=B" is no name of a variable',
  ]],
  ['an app with an odd variable for writing', { app: app({ writableEnv: { '': '' } }) }, ['viewer/app app.writableEnv.: "" is no name of a variable']],
  ['an app with an odd file', { app: app({ healthPath: 'health', configFile: { path: '/etc/a b', content: '' } }) }, [
    'viewer/app app.healthPath: "health" does not begin with a slash',
    'viewer/app app.configFile.path: the file "a b" cannot be in a ConfigMap',
  ]],

  // The port.
  ['a port at which the app does not answer', { networking: { targetPort: 8080 } }, ['viewer/target-port networking.targetPort: dufs does not answer at port 8080']],
  ['a port that is none', { networking: { targetPort: 65536 }, podSpec: POD }, ['viewer/target-port networking.targetPort: 65536 is no port']],
  ['a name that no port has', { networking: { targetPort: 'http' }, podSpec: POD }, ['viewer/target-port networking.targetPort: no container declares a port "http"']],
  ['no port', { podSpec: { ...POD, containers: [{ ...POD.containers[0], ports: [] }] } }, [
    'viewer/target-port networking.targetPort: the podSpec declares no port, so it is not known where the viewer answers',
  ]],

  // Paths.
  ['a prefix without its slash', { networking: { basePrefix: 'pvcviewer' } }, [
    'viewer/base-prefix networking.basePrefix: "pvcviewer" does not begin with a slash, so that it matches no path',
  ]],
  ['a prefix with one slash too many', { networking: { basePrefix: '/pvcviewer/' } }, [
    'viewer/base-prefix networking.basePrefix: "/pvcviewer/" ends with a slash, so that the path has two: "/pvcviewer//…"',
  ]],
  ['a prefix that is a slash', { networking: { basePrefix: '/' } }, ['viewer/base-prefix networking.basePrefix: "/" ends with a slash, so that the path has two: "//…"']],
  ['a prefix with two slashes', { networking: { basePrefix: '/a//b' } }, ['viewer/base-prefix networking.basePrefix: "/a//b" has two slashes in a row']],
  ['a prefix with dots', { networking: { basePrefix: '/a/../b' } }, ['viewer/base-prefix networking.basePrefix: "/a/../b" has the part ".."']],
  ['a prefix with a hidden slash', { networking: { basePrefix: '/a%2Fb' } }, ['viewer/base-prefix networking.basePrefix: "/a%2Fb" has a slash that is written as %2f']],
  ['a prefix with a fragment', { networking: { basePrefix: '/a#b' } }, ['viewer/base-prefix networking.basePrefix: "/a#b" has characters that a path cannot have']],
  ['a prefix with what an app escapes', { networking: { basePrefix: '/a(b)' } }, [
    'viewer/base-prefix networking.basePrefix: "/a(b)" has characters that dufs may escape in its links, so that they match nothing',
  ]],
  ['a prefix with what Kubernetes would expand', { networking: { basePrefix: '/$(HOME)' }, app: CLOUDCMD }, [
    'viewer/base-prefix networking.basePrefix: "/$(HOME)" has characters that cloudcmd may escape in its links, so that they match nothing',
  ]],
  ['a prefix that is too long', { networking: { basePrefix: `/${'a'.repeat(1015)}` } }, [
    'viewer/base-prefix networking.basePrefix: the path of the viewer would have 1025 characters',
  ]],
  ['a rewrite without its slash at the end', { networking: { rewrite: '/x' }, podSpec: POD }, [
    'viewer/rewrite networking.rewrite: "/x" does not end with a slash: files would become "/xfiles"',
  ]],
  ['a rewrite without its slash at the beginning', { networking: { rewrite: 'x' }, podSpec: POD, routing: GATEWAY }, [
    'viewer/rewrite networking.rewrite: "x" does not begin with a slash',
  ]],
  ['a rewrite with a fragment', { networking: { rewrite: '/#/' }, podSpec: POD }, ['viewer/rewrite networking.rewrite: "/#/" has characters that a path cannot have']],
  ['a rewrite with two slashes', { networking: { rewrite: '//' }, podSpec: POD }, ['viewer/rewrite networking.rewrite: "//" has two slashes in a row']],
  ['a rewrite that is too long', { networking: { rewrite: `/${'a'.repeat(1023)}/` }, podSpec: POD }, ['viewer/rewrite networking.rewrite: the rewrite has 1025 characters']],
  ['a rewrite with dots', { networking: { rewrite: '/../' }, podSpec: POD }, ['viewer/rewrite networking.rewrite: "/../" has the part ".."']],
  ['a rewrite by an Ingress', { networking: { rewrite: '/' }, podSpec: POD, routing: { kind: 'ingress' } }, [
    'viewer/route-cannot networking.rewrite: an Ingress cannot rewrite the path to "/"',
  ]],
  ['a rewrite by nobody', { networking: { rewrite: '/' }, podSpec: POD, routing: { kind: 'none' } }, ['viewer/route-ignored networking.rewrite: rewrite has no effect without a route']],
  ['a prefix that is taken from an app that wants it', { networking: { rewrite: '/' } }, [
    'viewer/app-prefix networking.rewrite: dufs wants the path as it is, with the prefix, but gets "/" in its place',
  ]],
  ['a prefix that is left to an app that does not want it', { app: stripped, networking: { rewrite: '/pvcviewer/ada/data/' } }, [
    'viewer/app-prefix networking.rewrite: plain wants the prefix taken off, but gets "/pvcviewer/ada/data/" in its place',
  ]],
  ['a prefix that becomes another, for an app that takes it or none', { app: app({ name: 'any', prefix: 'either' }), networking: { rewrite: '/x/' } }, [
    'viewer/app-prefix networking.rewrite: any wants the path with the prefix or without it, but gets "/x/" in its place',
  ]],
  ['an Ingress for an app that does not want the prefix', { app: stripped, routing: { kind: 'ingress' } }, [
    'viewer/app-prefix networking.rewrite: plain wants the prefix taken off, which an Ingress cannot do',
  ]],

  // Timeouts.
  ['a timeout of no time, with Istio', { networking: { timeout: '0s' } }, ['viewer/timeout networking.timeout: "0s" is no time at all']],
  ['a timeout that is none, with Istio', { networking: { timeout: '30' } }, ['viewer/timeout networking.timeout: "30" is no duration of at least 1ms']],
  ['a timeout that is too short, with Istio', { networking: { timeout: '999us' } }, ['viewer/timeout networking.timeout: "999us" is no duration of at least 1ms']],
  ['a timeout of many numbers', { networking: { timeout: `${'1111111s'.repeat(20)}!` } }, [
    `viewer/timeout networking.timeout: "${'1111111s'.repeat(20)}!" is no duration of at least 1ms`,
  ]],
  ['a timeout with a fraction, with the Gateway API', { networking: { timeout: '1.5s' }, routing: GATEWAY }, [
    'viewer/timeout networking.timeout: "1.5s" is no duration of the Gateway API, which has whole numbers of h, m, s and ms',
  ]],
  ['a timeout of an Ingress', { networking: { timeout: '30s' }, routing: { kind: 'ingress' } }, ['viewer/route-cannot networking.timeout: an Ingress cannot limit the time to "30s"']],
  ['a timeout of nobody', { networking: { timeout: '30s' }, routing: { kind: 'none' } }, ['viewer/route-ignored networking.timeout: timeout has no effect without a route']],

  // Routes.
  ['a gateway with two slashes', { routing: { ...ISTIO, gateway: 'a/b/c' } }, ['viewer/routing routing.gateway: "a/b/c" is no gateway']],
  ['a version that Istio does not have', { routing: { ...ISTIO, apiVersion: 'networking.istio.io/v2' } }, [
    'viewer/routing routing.apiVersion: "networking.istio.io/v2" is no version of VirtualServices',
  ]],
  ['all hosts of the mesh', { routing: { kind: 'virtualService', gateway: 'mesh' } }, ['viewer/host routing.hosts[0]: the host * is not possible on the gateway mesh']],
  ['no host', { routing: { ...ISTIO, hosts: [] } }, ['viewer/host routing.hosts: there is no host']],
  ['a host that is none', { routing: { ...ISTIO, hosts: ['a b'] } }, ['viewer/host routing.hosts[0]: "a b" is no host name']],
  ['no parent', { routing: { kind: 'httpRoute', parentRefs: [] } }, ['viewer/routing routing.parentRefs: the route has no parent, so that no gateway takes it']],
  ['a parent twice', { routing: { kind: 'httpRoute', parentRefs: [{ name: 'a', sectionName: 'x' }, { name: 'a' }] } }, [
    'viewer/routing routing.parentRefs[1]: it is the same parent as parentRefs[0]',
  ]],
  ['a parent that is none', { routing: { kind: 'httpRoute', parentRefs: [{ name: 'A', port: 0 }] } }, [
    `viewer/routing routing.parentRefs[0].name: "A": ${SUBDOMAIN}`, 'viewer/routing routing.parentRefs[0].port: 0 is no port',
  ]],
  ['more parents than a route can have', { routing: { kind: 'httpRoute', parentRefs: Array.from({ length: 33 }, (_, index) => ({ name: `a${index}` })) } }, [
    'viewer/routing routing.parentRefs: the route has 33 parents',
  ]],
  ['a parent of no namespace and no listener', { routing: { kind: 'httpRoute', parentRefs: [{ name: 'a', namespace: 'b.c', sectionName: 'A' }] } }, [
    'viewer/routing routing.parentRefs[0].namespace: "b.c": must not contain dots', `viewer/routing routing.parentRefs[0].sectionName: "A": ${SUBDOMAIN}`,
  ]],
  ['more hosts than a route can have', { routing: { ...GATEWAY, hostnames: Array.from({ length: 17 }, (_, index) => `a${index}.example.com`) } }, [
    'viewer/host routing.hostnames: there are 17 hostnames',
  ]],
  ['a secret that is none', { routing: { kind: 'ingress', tlsSecretName: 'A' } }, [`viewer/routing routing.tlsSecretName: "A": ${SUBDOMAIN}`]],
  ['an annotation of the route that is none', { routing: { kind: 'ingress', annotations: { '/x': '' } } }, [
    'storage/label routing.annotations./x: the key "/x": prefix part must be non-empty',
  ]],
  ['all hosts by their star', { routing: { ...GATEWAY, hostnames: ['*'] } }, ['viewer/host routing.hostnames[0]: "*" is no hostname of an HTTPRoute']],
  ['an address for a host', { routing: { kind: 'ingress', host: '10.0.0.1' } }, ['viewer/host routing.host: "10.0.0.1" is no host name']],
  ['a class that is none', { routing: { kind: 'ingress', ingressClassName: 'A' } }, [`viewer/routing routing.ingressClassName: "A": ${SUBDOMAIN}`]],
  ['a domain that is none', { clusterDomain: 'A' }, [`viewer/host clusterDomain: "A": ${SUBDOMAIN}`]],
  ['a domain that nothing names', { clusterDomain: 'a.b', routing: GATEWAY }, ['viewer/option-ignored clusterDomain: clusterDomain has no effect without a VirtualService']],

  // Policies.
  ['a network policy for nobody', { networkPolicy: { from: [] } }, ['viewer/network-policy-closed networkPolicy.from: there are no peers, so that nobody gets in']],
  ['a network policy for everybody', { networkPolicy: { from: [{ namespaceSelector: {} }] } }, [
    'viewer/open-access networkPolicy.from[0]: {"namespaceSelector":{}} is every pod of the cluster, so anyone may read and write the files of "data"',
  ]],
  ['a peer that is nobody', { networkPolicy: { from: [{}] } }, ['viewer/network-policy networkPolicy.from[0]: the peer is nobody']],
  ['a peer that is two', { networkPolicy: { from: [{ podSelector: {}, ipBlock: { cidr: '10.0.0.0/8' } }] } }, [
    'viewer/network-policy networkPolicy.from[0].ipBlock: ipBlock stands beside a selector',
  ]],
  ['an address for a range', { networkPolicy: { from: [{ ipBlock: { cidr: '10.0.0.1' } }] } }, ['viewer/network-policy networkPolicy.from[0].ipBlock.cidr: "10.0.0.1" is no range of addresses']],
  ['an exception from another range', { networkPolicy: { from: [{ ipBlock: { cidr: '10.0.0.0/8', except: ['11.0.0.0/16'] } }] } }, [
    'viewer/network-policy networkPolicy.from[0].ipBlock.except[0]: "11.0.0.0/16" is no part of "10.0.0.0/8"',
  ]],
  ['an expression without values', { networkPolicy: { from: [{ podSelector: { matchExpressions: [{ key: 'a', operator: 'In' }] } }] } }, [
    'viewer/network-policy networkPolicy.from[0].podSelector.matchExpressions[0].values: the operator In has 0 values',
  ]],
  ['an expression with a key and a value that no label has', { networkPolicy: { from: [{ namespaceSelector: { matchExpressions: [{ key: '/a', operator: 'In', values: ['a b'] }] } }] } }, [
    'viewer/network-policy networkPolicy.from[0].namespaceSelector.matchExpressions[0].key: the key "/a": prefix part must be non-empty',
    `viewer/network-policy networkPolicy.from[0].namespaceSelector.matchExpressions[0].values[0]: the value "a b": ${LABEL_VALUE}`,
  ]],
  ['a label of a peer that no label is', { networkPolicy: { from: [{ podSelector: { matchLabels: { team: 'a b' } } }] } }, [
    `storage/label networkPolicy.from[0].podSelector.matchLabels.team: the value "a b": ${LABEL_VALUE}`,
  ]],
  ['a range whose length begins with a zero', { networkPolicy: { from: [{ ipBlock: { cidr: '10.0.0.0/08' } }] } }, [
    'viewer/network-policy networkPolicy.from[0].ipBlock.cidr: "10.0.0.0/08" is no range of addresses',
  ]],
  ['a version of the policy that there is not', { authorizationPolicy: { principals, apiVersion: 'security.istio.io/v2' } }, [
    'viewer/authorization-policy authorizationPolicy.apiVersion: "security.istio.io/v2" is no version of AuthorizationPolicies',
  ]],
  ['a further port that is none', { networkPolicy: { from, extraPorts: [0] } }, ['viewer/network-policy networkPolicy.extraPorts[0]: 0 is no port']],
  ['nobody to let in', { authorizationPolicy: { principals: [] } }, [
    'viewer/authorization-policy authorizationPolicy.principals: there is no principal, which would be no restriction',
  ]],
  ['no users to let in', { authorizationPolicy: { principals, users: [] } }, ['viewer/authorization-policy authorizationPolicy.users: there is no user, which would be no restriction']],
  ['a user without a name', { authorizationPolicy: { principals, users: [' '] } }, ['viewer/authorization-policy authorizationPolicy.users[0]: " " is no user']],
  ['a method in small letters', { authorizationPolicy: { principals, methods: ['get'] } }, [
    'viewer/authorization-policy authorizationPolicy.methods[0]: "get" is no method: they have capital letters',
  ]],
  ['a header without users', { authorizationPolicy: { principals, userHeader: 'x-user' } }, ['viewer/option-ignored authorizationPolicy.userHeader: userHeader has no effect without users']],
  ['a header that is none', { authorizationPolicy: { principals, users: ['a'], userHeader: 'x user' } }, [
    'viewer/authorization-policy authorizationPolicy.userHeader: "x user" is no name of a header',
  ]],
  ['a policy behind an Ingress', { authorizationPolicy: { principals }, routing: { kind: 'ingress' } }, [
    'viewer/authorization-unreachable authorizationPolicy: the controller of an Ingress has no principal, unless it is in the mesh',
  ]],
  ['a policy behind nothing', { authorizationPolicy: { principals }, routing: { kind: 'none' } }, [
    'viewer/authorization-unreachable authorizationPolicy: no gateway of the mesh leads to the viewer',
  ]],

  // Culling.
  ['no time to cull', { cull: {} }, ['viewer/cull cull: it is not said when the viewer is switched off']],
  ['two times to cull', { cull: { ...AFTER_IDLE, dailyAt: '20:00' } }, ['viewer/cull cull: afterIdleSeconds and dailyAt are both given']],
  ['an hour that no day has', { cull: { dailyAt: '24:00' } }, ['viewer/cull cull.dailyAt: "24:00" is no time of the day']],
  ['an hour of one digit', { cull: { dailyAt: '9:00' } }, ['viewer/cull cull.dailyAt: "9:00" is no time of the day']],
  ['less idle time than can be kept', { cull: { afterIdleSeconds: 299 } }, [
    'viewer/cull cull.afterIdleSeconds: an idle time of 299 seconds cannot be kept: it is looked at every 5 minutes',
  ]],
  ['a zone that there is not', { cull: { dailyAt: '20:00', timeZone: 'Europe/Bern' } }, ['viewer/cull cull.timeZone: "Europe/Bern" is no time zone']],
  ['a zone in small letters', { cull: { dailyAt: '20:00', timeZone: 'europe/berlin' } }, ['viewer/cull cull.timeZone: "europe/berlin" is no time zone']],
  ['a zone that is an offset', { cull: { dailyAt: '20:00', timeZone: '+01:00' } }, ['viewer/cull cull.timeZone: "+01:00" is no time zone']],
  ['a zone for idleness', { cull: { ...AFTER_IDLE, timeZone: 'UTC' } }, ['viewer/option-ignored cull.timeZone: timeZone has no effect without dailyAt']],
  ['an image that watches nothing', { cull: { dailyAt: '20:00', activityImage: 'busybox:1' } }, [
    'viewer/option-ignored cull.activityImage: activityImage has no effect without afterIdleSeconds',
  ]],
  ['the latest image of the Job', { cull: { dailyAt: '20:00', image: 'curl' } }, ['viewer/image-tag cull.image: "curl" is whatever is the latest']],
  ['the latest image of what watches', { cull: { ...AFTER_IDLE, activityImage: 'busybox' } }, ['viewer/image-tag cull.activityImage: "busybox" is whatever is the latest']],
  ['a pod that is always switched on again', { replicas: 1, cull: AFTER_IDLE }, [
    'viewer/cull-replicas replicas: replicas is 1, and what applies the manifest again switches a culled viewer on again',
  ]],
  ['the network of the node', { cull: AFTER_IDLE, podSpec: { ...POD, hostNetwork: true } }, [
    'viewer/cull-pod podSpec.hostNetwork: on the network of the node, the connections of other programs would count as well',
  ]],
  ['a port that is not known', { cull: AFTER_IDLE, routing: { kind: 'none' }, podSpec: { ...POD, containers: [{ ...POD.containers[0], ports: [] }] } }, [
    'viewer/cull-pod networking.targetPort: it is not known at which port the viewer answers, so that nobody can tell whether it is idle',
  ]],
  ['a name that culling needs', { cull: AFTER_IDLE, podSpec: { ...POD, containers: [{ ...POD.containers[0], name: 'activity' }] } }, [
    'viewer/volume-taken podSpec.containers[0].name: the name "activity" is that of what watches the viewer',
  ]],
  ['names of an init container and a volume that culling needs', {
    cull: AFTER_IDLE, podSpec: { ...POD, initContainers: [{ name: 'activity', image: 'a:1' }], volumes: [...POD.volumes, { name: 'activity', emptyDir: {} }] },
  }, [
    'viewer/volume-taken podSpec.initContainers[0].name: the name "activity" is that of what watches the viewer',
    'viewer/volume-taken podSpec.volumes[1].name: the name "activity" is that of what watches the viewer',
  ]],
];

const check = (change: object) => checkViewer({ ...BASE, ...change } as ViewerSpec);

test.each(TABLE)('%s', (_title, change, findings) => {
  expect(check(change).map(({ rule, path, message }) => `${rule} ${path}: ${message}`)).toEqual(findings);
});

const FINE: [title: string, change: object][] = [
  ['the claim and a gateway', {}],
  ['a name of 53 characters', { name: 'a'.repeat(53) }],
  ['a viewer that is off', { replicas: 0, cull: AFTER_IDLE }],
  ['a podSpec', { podSpec: POD }],
  ['a podSpec to which the claim is added', { podSpec: { containers: [{ name: 'a', image: 'a:1', ports: [{ containerPort: 1 }] }] }, injectVolumeAt: '/srv' }],
  ['a podSpec without ports that nothing routes to', { routing: { kind: 'none' }, podSpec: { ...POD, containers: [{ ...POD.containers[0], ports: [] }] } }],
  ['no prefix before namespace and name', { networking: { basePrefix: '' } }],
  ['a path of 1024 characters', { networking: { basePrefix: `/${'a'.repeat(1014)}` } }],
  ['a rewrite to nothing in particular', { networking: { rewrite: '', timeout: '' } }],
  ['a timeout with a fraction, with Istio', { networking: { timeout: '1.5s' } }],
  ['a timeout of no time, with the Gateway API', { networking: { timeout: '0s' }, routing: GATEWAY }],
  ['a rewrite without its slash at the end, with the Gateway API', { networking: { rewrite: '/x' }, podSpec: POD, routing: GATEWAY }],
  ['an Ingress whose controller has been told', { app: stripped, routing: { kind: 'ingress', annotations: { 'example.com/strip': 'true' } } }],
  ['a parent twice, at two listeners', { routing: { kind: 'httpRoute', parentRefs: [{ name: 'a', sectionName: 'x' }, { name: 'a', sectionName: 'y' }] } }],
  ['an older name of a time zone', { cull: { dailyAt: '20:00', timeZone: 'Asia/Calcutta' } }],
  ['ranges of IPv6', { networkPolicy: { from: [{ ipBlock: { cidr: 'fd00::/8', except: ['fd00:1::/32'] } }] } }],
  ['a podSpec whose sidecar mounts the claim', {
    podSpec: {
      ...POD,
      containers: [{ ...POD.containers[0], volumeMounts: [] }],
      initContainers: [{ name: 'side', image: 'a:1', restartPolicy: 'Always', volumeMounts: POD.containers[0].volumeMounts }],
    },
  }],
  ['another maintained app', { app: CLOUDCMD }],
  ['an app that takes the prefix or none, without it', { app: app({ prefix: 'either' }), networking: { rewrite: '/' } }],
  ['an app that takes the prefix or none, behind an Ingress', { app: app({ prefix: 'either' }), routing: { kind: 'ingress' } }],
  ['a prefix with any character of a path, before a podSpec', { networking: { basePrefix: '/a(b)%20' }, podSpec: POD }],
  ['users of the platform for what watches a podSpec', { podSpec: POD, isUserAssigned: true, cull: AFTER_IDLE }],
  ['an image with a digest', { app: app({ image: `dufs@sha256:${'0'.repeat(64)}` }) }],
];

test.each(FINE)('nothing is wrong with %s', (_title, change) => {
  expect(check(change)).toEqual([]);
});

test('every rule is shown broken', () => {
  const shown = new Set(TABLE.flatMap(([, change]) => check(change).map(({ rule }) => rule)));
  expect(Object.values(VIEWER_RULES).map(({ id }) => id).filter((id) => !shown.has(id))).toEqual([]);
});

test('every finding has a remedy and is one line that begins with a small letter, but for the controller\'s own', () => {
  const findings = TABLE.flatMap(([, change]) => check(change));
  for (const { message, remedy } of findings) {
    expect(remedy).toMatch(/^[a-z][^\n]+$/);
    if (!message.startsWith('PVC ')) expect(message).toMatch(/^["'a-z0-9+{[(<>-][^\n]*$/);
  }
});

test.each([
  ['1.5s', 'give "1s500ms"'], ['100000s', 'give "27h46m40s"'], ['1us', 'give one such as 30s or 1s500ms'], ['soon', 'give one such as 30s or 1s500ms'],
  ['1h0.5m', 'give "1h30s"'],
])('the timeout %s is spelled for the Gateway API, or one is proposed', (timeout, remedy) => {
  const findings = check({ networking: { timeout }, routing: GATEWAY });
  expect(findings.map((finding) => finding.remedy)).toEqual([remedy]);
});

test('a warning does not keep the manifests from being written', () => {
  const severities = (change: object) => check(change).map(({ severity }) => severity);
  expect(severities({ app: FILEBROWSER })).toEqual([Severity.WARNING]);
  expect(severities({ networkPolicy: { from: [] } })).toEqual([Severity.WARNING]);
  expect(severities({ pvc: '' })).toEqual([Severity.ERROR]);
});
