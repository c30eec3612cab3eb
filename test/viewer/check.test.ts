/** Every mistake that a viewer can have, with the words that are said about it. */
import { Severity } from '../../src/findings';
import { CLOUDCMD, DEFAULT_APP, DUFS, FILEBROWSER } from '../../src/viewer/apps';
import { checkViewer } from '../../src/viewer/check';
import { VIEWER_RULES } from '../../src/viewer/rules';
import { ViewerApp, ViewerSpec } from '../../src/viewer/spec';
import { stepsOf, withValueAt } from '../support/paths';

const ISTIO = { kind: 'virtualService', gateway: 'kubeflow/kubeflow-gateway' };
const GATEWAY = { kind: 'httpRoute', parentRefs: [{ name: 'public' }] };
const BASE = { name: 'data', namespace: 'ada', pvc: 'data', routing: ISTIO };
const POD = {
  containers: [
    {
      name: 'main',
      image: 'app:1',
      ports: [{ name: 'web', containerPort: 8080 }],
      volumeMounts: [{ name: 'v', mountPath: '/srv' }],
    },
  ],
  volumes: [{ name: 'v', persistentVolumeClaim: { claimName: 'data' } }],
};
const AFTER_IDLE = { afterIdle: 1800 };
const principals = ['cluster.local/ns/istio-system/sa/gw'];
const app = (change: object): ViewerApp => ({ ...DUFS, ...change });
const stripped = app({ name: 'plain', prefix: 'stripped' });
const from = [{ podSelector: {} }];

const DNS_1035 =
  "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, " +
  "and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')";
const LABEL_VALUE =
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an " +
  "alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";
const SUBDOMAIN =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an " +
  "alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";

const TABLE: [title: string, change: object, findings: string[]][] = [
  // What identifies it.
  [
    'no claim',
    { pvc: '' },
    ['viewer/pvc-missing pvc: PVC name must be specified; set the name of the claim'],
  ],
  [
    'a claim that no claim can be',
    { pvc: 'My_Data' },
    [
      `storage/name pvc: "My_Data": ${SUBDOMAIN}; use a name of at most 253 lower-case letters, digits, dashes and dots`,
    ],
  ],
  [
    'no name',
    { name: undefined },
    ['viewer/name name: the viewer has no name; use a name, such as that of the claim'],
  ],
  [
    'a name with a dot',
    { name: 'my.data' },
    [
      `viewer/name name: "my.data": its objects would be "pvcviewer-my.data": ${DNS_1035}; use at most 53 lower-case letters, digits and dashes, such as "my-data-85f4b403"`,
    ],
  ],
  [
    'a name of 54 characters',
    { name: 'a'.repeat(54) },
    [
      `viewer/name name: "${'a'.repeat(54)}": its objects would be "pvcviewer-${'a'.repeat(54)}": must be no more than 63 characters; use at most 53 lower-case letters, digits and dashes, such as "${'a'.repeat(44)}-4f3738e8"`,
    ],
  ],
  [
    'a name that begins with a dash',
    { name: '-a' },
    [
      `viewer/name name: "-a": its objects would be "pvcviewer--a": ${LABEL_VALUE}; use at most 53 lower-case letters, digits and dashes, such as "a-701aa471"`,
    ],
  ],
  [
    'no namespace',
    { namespace: undefined },
    [
      'storage/namespace namespace: the namespace is unknown; set namespace here or on the chart: other objects refer to it',
    ],
  ],
  [
    'a namespace with a dot',
    { namespace: 'a.b' },
    [
      'storage/namespace namespace: "a.b": must not contain dots; use the name of a namespace: at most 63 lower-case letters, digits and dashes',
    ],
  ],
  [
    'a label of its own',
    { labels: { 'app.kubernetes.io/name': 'files' } },
    [
      'viewer/label-taken labels.app.kubernetes.io/name: the label "app.kubernetes.io/name" is set by the viewer itself; use another key',
    ],
  ],
  [
    'a pod label of its own',
    { podLabels: { 'app.kubernetes.io/part-of': 'x' } },
    [
      'viewer/label-taken podLabels.app.kubernetes.io/part-of: the label "app.kubernetes.io/part-of" is set by the viewer itself; use another key',
    ],
  ],
  [
    'a label that is none',
    { podLabels: { team: 'a b' } },
    [
      `storage/label podLabels.team: the value "a b": ${LABEL_VALUE}; use at most 63 letters, digits, dashes, dots and underscores`,
    ],
  ],
  [
    'a pod annotation that is none',
    { podAnnotations: { '/x': '' } },
    [
      'storage/label podAnnotations./x: the key "/x": prefix part must be non-empty; use a key such as example.com/team',
    ],
  ],
  [
    'annotations of more than 256 KiB',
    { annotations: { 'example.com/a': 'x'.repeat(256 * 1024 - 12) } },
    [
      'storage/annotation-size annotations: the keys and values of the annotations have 262145 bytes, but at most 262144 are allowed; remove or shorten some',
    ],
  ],
  [
    'annotations of pods of more than 256 KiB',
    { podAnnotations: { a: 'x'.repeat(256 * 1024) } },
    [
      'storage/annotation-size podAnnotations: the keys and values of the annotations have 262145 bytes, but at most 262144 are allowed; remove or shorten some',
    ],
  ],
  [
    'annotations of a route of more than 256 KiB, with those of all objects',
    {
      annotations: { a: 'x'.repeat(128 * 1024) },
      routing: { kind: 'ingress', annotations: { b: 'x'.repeat(128 * 1024 - 1) } },
    },
    [
      'storage/annotation-size routing.annotations: the keys and values of the annotations have 262145 bytes, but at most 262144 are allowed; remove or shorten some',
    ],
  ],
  [
    'an annotation that is none',
    { annotations: { '/x': '' } },
    [
      'storage/label annotations./x: the key "/x": prefix part must be non-empty; use a key such as example.com/team',
    ],
  ],

  // Types and fields.
  [
    'another type',
    { replicas: '1', readOnly: 'yes', labels: ['a'], pvc: 5 },
    [
      'input/type pvc: 5 is not a string; write it in quotes: "5"',
      'input/type replicas: "1" is not a whole number; write it without quotes: 1',
      'input/type readOnly: "yes" is neither true nor false; use true or false',
      'input/type labels: ["a"] is not a map; use a map of keys and values',
    ],
  ],
  [
    'a field that there is not',
    { readonly: true },
    [
      'input/unknown-field readonly: there is no option "readonly", so true would have no effect; perhaps you meant "readOnly"',
    ],
  ],
  [
    'a function in a podSpec',
    { podSpec: { containers: () => [] } },
    ['input/type podSpec: {} is not a plain object; use a map of strings, numbers, lists and maps'],
  ],
  [
    'a list where a map belongs',
    { networking: [] },
    [
      'input/type networking: [] is not an object; use an object with targetPort, basePrefix, rewrite, timeout',
    ],
  ],
  [
    'no routing',
    { routing: undefined },
    [
      'input/type routing: routing is required; specify the kind of object that routes requests to the viewer',
    ],
  ],
  [
    'a routing that there is not',
    { routing: { kind: 'route' } },
    [
      'input/type routing.kind: "route" is not a valid value; must be one of virtualService, httpRoute, ingress, none',
    ],
  ],
  [
    'a route without a gateway',
    { routing: { kind: 'virtualService' } },
    ['input/type routing.gateway: gateway is required; set gateway'],
  ],

  // The pod.
  [
    'a podSpec without the claim',
    { podSpec: { ...POD, volumes: [{ name: 'v', emptyDir: {} }] } },
    [
      'viewer/claim-unused podSpec.volumes: PVC data must be used in the podSpec; add { name: viewer-volume, persistentVolumeClaim: { claimName: data } }',
    ],
  ],
  [
    'a podSpec that mounts nothing',
    { podSpec: { ...POD, containers: [{ ...POD.containers[0], volumeMounts: [] }] } },
    [
      'viewer/claim-not-mounted podSpec.volumes: no container mounts the claim data; add it to volumeMounts: { name: v, mountPath: /data }',
    ],
  ],
  [
    'a podSpec that mounts the claim before it runs only',
    {
      podSpec: {
        ...POD,
        containers: [{ ...POD.containers[0], volumeMounts: [] }],
        initContainers: [
          { name: 'init', image: 'a:1', volumeMounts: POD.containers[0].volumeMounts },
        ],
      },
    },
    [
      'viewer/claim-not-mounted podSpec.volumes: no container mounts the claim data; add it to volumeMounts: { name: v, mountPath: /data }',
    ],
  ],
  [
    'a volume in the place of the one that is added',
    {
      podSpec: {
        containers: [{ ...POD.containers[0], volumeMounts: [] }],
        volumes: [{ name: 'viewer-volume', emptyDir: {} }],
      },
      injectVolumeAt: '/srv',
    },
    [
      'viewer/volume-taken podSpec.volumes: the podSpec has a volume "viewer-volume" that is not the claim; rename that volume',
    ],
  ],
  [
    'a mount at a path that is taken',
    {
      podSpec: {
        containers: [{ ...POD.containers[0], volumeMounts: [{ name: 'tmp', mountPath: '/srv' }] }],
        volumes: [{ name: 'tmp', emptyDir: {} }],
      },
      injectVolumeAt: '/srv',
    },
    [
      'pod/mount-path-taken injectVolumeAt: "/srv" is already mounted, by podSpec.containers[0].volumeMounts[0]; use another path',
    ],
  ],
  [
    'a toleration without a key',
    { tolerations: [{ operator: 'Equal', value: 'x' }] },
    [
      'pod/scheduling tolerations[0].operator: a toleration without a key requires the operator Exists; use a key, or operator: Exists for all taints',
    ],
  ],
  [
    'tolerations beside a podSpec',
    { podSpec: POD, tolerations: [] },
    [
      'viewer/option-ignored tolerations: tolerations has no effect with a podSpec; remove it, and set podSpec.tolerations instead',
    ],
  ],
  [
    'secrets for images beside a podSpec',
    { podSpec: POD, imagePullSecrets: [] },
    [
      'viewer/option-ignored imagePullSecrets: imagePullSecrets has no effect with a podSpec; remove it, and set podSpec.imagePullSecrets instead',
    ],
  ],
  [
    'secrets for the images of what culls beside a podSpec',
    {
      podSpec: POD,
      cull: { dailyAt: '20:00' },
      imagePullSecrets: [{ name: 'registry', nme: 'a' }],
    },
    ['pod/unknown-field imagePullSecrets[0].nme: unknown field "nme"; perhaps you meant "name"'],
  ],
  [
    'a user, where the platform gives one',
    { userFromPlatform: true, user: 1000 },
    [
      'viewer/option-ignored user: user has no effect if the platform assigns users to pods; remove one of the two',
    ],
  ],
  [
    'a volume to add, but no podSpec',
    { injectVolumeAt: '/srv' },
    [
      'viewer/option-ignored injectVolumeAt: injectVolumeAt has no effect without a podSpec; remove it',
    ],
  ],
  [
    'a pod that ends',
    { podSpec: { ...POD, restartPolicy: 'Never' } },
    [
      'pod/restart-policy podSpec.restartPolicy: "Never" is not a restart policy that the pod can have here; use Always',
    ],
  ],
  [
    'options beside a podSpec',
    { podSpec: POD, user: 5, fsGroup: 5, resources: {}, affinity: {}, serviceAccountName: 'a' },
    [
      'viewer/option-ignored user: user has no effect with a podSpec; remove it, and set podSpec.securityContext.runAsUser instead',
      'viewer/option-ignored fsGroup: fsGroup has no effect with a podSpec; remove it, and set podSpec.securityContext.fsGroup instead',
      'viewer/option-ignored resources: resources has no effect with a podSpec; remove it, and set podSpec.containers[0].resources instead',
      'viewer/option-ignored serviceAccountName: serviceAccountName has no effect with a podSpec; remove it, and set podSpec.serviceAccountName instead',
      'viewer/option-ignored affinity: affinity has no effect with a podSpec; remove it, and set podSpec.affinity instead',
    ],
  ],
  [
    'an app beside a podSpec',
    { podSpec: POD, app: DUFS },
    [
      'viewer/option-ignored app: an application has no effect with a podSpec; remove it, and set podSpec.containers instead',
    ],
  ],
  [
    'users of the platform beside a podSpec',
    { podSpec: POD, userFromPlatform: true },
    [
      'viewer/option-ignored userFromPlatform: it has no effect with a podSpec, whose securityContext decides; remove it',
    ],
  ],
  [
    'two pods',
    { replicas: 2 },
    [
      "viewer/replicas replicas: a viewer cannot have 2 pods: they would use the volume, or the application's database, at the same time; remove it, or set 0 to stop the viewer",
    ],
  ],
  [
    'root',
    { user: 0 },
    [
      'viewer/identity user: user 0 is root, and the pod runs as non-root; use a number from 1 to 2147483647, such as 1000',
    ],
  ],
  [
    'numbers that are one too large',
    { user: 2147483648, group: 2147483648, fsGroup: 2147483648 },
    [
      'viewer/identity user: 2147483648 is not a valid user; use a number from 1 to 2147483647, such as 1000',
      'viewer/identity group: 2147483648 is not a valid group; use a number from 0 to 2147483647, such as 1000',
      'viewer/identity fsGroup: 2147483648 is not a valid fsGroup; use a number from 0 to 2147483647, such as 1000',
    ],
  ],
  [
    'an app with numbers that are one too large',
    { app: app({ port: 65536, user: 2147483648 }) },
    [
      'viewer/app app.port: 65536 is not a valid port; use a number from 1 to 65535',
      'viewer/app app.user: 2147483648 is not a valid user of a pod that runs as non-root; use a number from 1 to 2147483647, such as 1000',
    ],
  ],
  [
    'ports that are one too large',
    {
      routing: { kind: 'httpRoute', parentRefs: [{ name: 'a', port: 65536 }] },
      networkPolicy: { from, additionalPorts: [65536] },
    },
    [
      'viewer/routing routing.parentRefs[0].port: 65536 is not a valid port; use a number from 1 to 65535',
      'viewer/network-policy networkPolicy.additionalPorts[0]: 65536 is not a valid port; use a number from 1 to 65535',
    ],
  ],
  [
    'a port of zero',
    { networking: { targetPort: 0 }, podSpec: POD },
    [
      'viewer/target-port networking.targetPort: 0 is not a valid port; use a number from 1 to 65535',
    ],
  ],
  [
    'fewer than no pods',
    { replicas: -1 },
    [
      "viewer/replicas replicas: a viewer cannot have -1 pods: they would use the volume, or the application's database, at the same time; remove it, or set 0 to stop the viewer",
    ],
  ],
  [
    'a group that is not a number of Linux',
    { group: -1, fsGroup: 1.5 },
    [
      'input/type fsGroup: 1.5 is not a whole number; use a whole number',
      'viewer/identity group: -1 is not a valid group; use a number from 0 to 2147483647, such as 1000',
    ],
  ],
  [
    'requests above the limits',
    { resources: { requests: { memory: '1Gi' }, limits: { memory: '1Mi' } } },
    [
      'pod/resources resources.requests.memory: "1Gi" is more than the limit "1Mi"; request less or raise the limit',
    ],
  ],
  [
    'a service account that can be none',
    { serviceAccountName: 'A' },
    [
      `storage/name serviceAccountName: "A": ${SUBDOMAIN}; use a name of at most 253 lower-case letters, digits, dashes and dots`,
    ],
  ],
  [
    'a priority class that can be none',
    { priorityClassName: 'A' },
    [
      `storage/name priorityClassName: "A": ${SUBDOMAIN}; use a name of at most 253 lower-case letters, digits, dashes and dots`,
    ],
  ],

  // The app.
  [
    'no image',
    { app: app({ image: '' }) },
    ['pod/image app.image: the image is empty; name it, such as docker.io/sigoden/dufs:v0.46.0'],
  ],
  [
    'an image that no node can pull',
    { app: app({ image: 'sigoden/Dufs:v0.46.0' }) },
    [
      'pod/image app.image: "sigoden/Dufs:v0.46.0" is not a valid image: the repository "sigoden/Dufs" must be lower case; use a reference such as docker.io/sigoden/dufs:v0.46.0',
    ],
  ],
  [
    'the latest image',
    { app: app({ image: 'registry:5000/dufs' }) },
    [
      'viewer/image-tag app.image: "registry:5000/dufs" is the latest image, so what runs can change without a change in Git; use the tag of a release, or a digest',
    ],
  ],
  [
    'the latest image of a podSpec',
    { podSpec: { ...POD, containers: [{ ...POD.containers[0], image: 'app:latest' }] } },
    [
      'viewer/image-tag podSpec.containers[0].image: "app:latest" is the latest image, so what runs can change without a change in Git; use the tag of a release, or a digest',
    ],
  ],
  [
    'an app that is not maintained',
    { app: FILEBROWSER },
    [
      'viewer/app-end-of-life app: filebrowser: the project was archived on 2026-09-01 and no longer fixes security issues; use dufs, or another application that is maintained',
    ],
  ],
  [
    'an app with odd settings',
    {
      app: app({
        port: 0,
        user: 0,
        mountPath: 'data',
        writablePaths: ['/tmp', '/tmp/'],
        env: { 'A=B': '' },
      }),
    },
    [
      'viewer/app app.port: 0 is not a valid port; use a number from 1 to 65535',
      'viewer/app app.user: 0 is not a valid user of a pod that runs as non-root; use a number from 1 to 2147483647, such as 1000',
      'viewer/app app.mountPath: "data" is not a valid mount path; use an absolute path without colons, such as /data',
      'viewer/app app.writablePaths[1]: "/tmp/" is also the path of writablePaths[0]; use another path',
      'viewer/app app.env.A=B: "A=B" is not a valid name of an environment variable; use letters, digits and underscores',
    ],
  ],
  [
    'an app with an odd variable for writing',
    { app: app({ writableEnv: { '': '' } }) },
    [
      'viewer/app app.writableEnv.: "" is not a valid name of an environment variable; use letters, digits and underscores',
    ],
  ],
  [
    'an app with a file that a ConfigMap cannot have',
    { app: app({ configFile: { path: '/etc/..data', content: '' } }) },
    [
      'viewer/app app.configFile.path: the name of the file "/etc/..data": must not start with \'..\'; use letters, digits, dashes, dots and underscores',
    ],
  ],
  [
    'an app with a file of 1 MiB and a byte',
    { app: app({ configFile: { path: '/etc/a', content: `${'ä'.repeat(512 * 1024)}b` } }) },
    [
      'viewer/app app.configFile.content: the file has 1048577 bytes, but a ConfigMap can have at most 1048576; make it smaller, or put it into the image',
    ],
  ],
  [
    'an app with an odd file',
    { app: app({ healthPath: 'health', configFile: { path: '/etc/a b', content: '' } }) },
    [
      'viewer/app app.healthPath: "health" does not begin with a slash; use a path such as /health, or {prefix}/health',
      "viewer/app app.configFile.path: the name of the file \"/etc/a b\": a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+'); use letters, digits, dashes, dots and underscores",
    ],
  ],

  // The port.
  [
    'a port at which the app does not answer',
    { networking: { targetPort: 8080 } },
    [
      'viewer/target-port networking.targetPort: dufs does not listen on port 8080; remove it: the port is 5000',
    ],
  ],
  [
    'a port that is none',
    { networking: { targetPort: 65536 }, podSpec: POD },
    [
      'viewer/target-port networking.targetPort: 65536 is not a valid port; use a number from 1 to 65535',
    ],
  ],
  [
    'a name that no port has',
    { networking: { targetPort: 'http' }, podSpec: POD },
    [
      'viewer/target-port networking.targetPort: no container declares a port with the name "http"; use the number, or one of web',
    ],
  ],
  [
    'no port',
    { podSpec: { ...POD, containers: [{ ...POD.containers[0], ports: [] }] } },
    [
      'viewer/target-port networking.targetPort: the podSpec declares no port, so the port of the viewer is unknown; set networking.targetPort',
    ],
  ],

  // Paths.
  [
    'a prefix without its slash',
    { networking: { basePrefix: 'pvcviewer' } },
    [
      'viewer/base-prefix networking.basePrefix: "pvcviewer" does not begin with a slash, so it matches no path; use "/pvcviewer"',
    ],
  ],
  [
    'a prefix with one slash too many',
    { networking: { basePrefix: '/pvcviewer/' } },
    [
      'viewer/base-prefix networking.basePrefix: "/pvcviewer/" ends with a slash, so the path would have two: "/pvcviewer//…"; use "/pvcviewer"',
    ],
  ],
  [
    'a prefix that is a slash',
    { networking: { basePrefix: '/' } },
    [
      'viewer/base-prefix networking.basePrefix: "/" ends with a slash, so the path would have two: "//…"; use ""',
    ],
  ],
  [
    'a prefix with two slashes',
    { networking: { basePrefix: '/a//b' } },
    ['viewer/base-prefix networking.basePrefix: "/a//b" has two slashes in a row; use "/a/b"'],
  ],
  [
    'a prefix with dots',
    { networking: { basePrefix: '/a/../b' } },
    ['viewer/base-prefix networking.basePrefix: "/a/../b" has the part ".."; remove it'],
  ],
  [
    'a prefix with a hidden slash',
    { networking: { basePrefix: '/a%2Fb' } },
    ['viewer/base-prefix networking.basePrefix: "/a%2Fb" has an escaped slash, %2f; remove it'],
  ],
  [
    'a prefix with a fragment',
    { networking: { basePrefix: '/a#b' } },
    [
      'viewer/base-prefix networking.basePrefix: "/a#b" has characters that a path cannot have; use letters, digits, dashes, dots and slashes',
    ],
  ],
  [
    'a prefix with what an app escapes',
    { networking: { basePrefix: '/a(b)' } },
    [
      'viewer/base-prefix networking.basePrefix: "/a(b)" has characters that dufs may escape in its links, which would then match nothing; use letters, digits, dashes, dots and slashes',
    ],
  ],
  [
    'a prefix with what Kubernetes would expand',
    { networking: { basePrefix: '/$(HOME)' }, app: CLOUDCMD },
    [
      'viewer/base-prefix networking.basePrefix: "/$(HOME)" has characters that cloudcmd may escape in its links, which would then match nothing; use letters, digits, dashes, dots and slashes',
    ],
  ],
  [
    'a prefix that is too long',
    { networking: { basePrefix: `/${'a'.repeat(1015)}` } },
    [
      'viewer/base-prefix networking.basePrefix: the path of the viewer would have 1025 characters; use a shorter one: the path may have 1024',
    ],
  ],
  [
    'a rewrite without its slash at the end',
    { networking: { rewrite: '/x' }, podSpec: POD },
    [
      'viewer/rewrite networking.rewrite: "/x" does not end with a slash: files would become "/xfiles"; use "/x/"',
    ],
  ],
  [
    'a rewrite without its slash at the beginning',
    { networking: { rewrite: 'x' }, podSpec: POD, routing: GATEWAY },
    ['viewer/rewrite networking.rewrite: "x" does not begin with a slash; use "/x/"'],
  ],
  [
    'a rewrite with a fragment',
    { networking: { rewrite: '/#/' }, podSpec: POD },
    [
      'viewer/rewrite networking.rewrite: "/#/" has characters that a path cannot have; use letters, digits, dashes, dots and slashes',
    ],
  ],
  [
    'a rewrite with two slashes',
    { networking: { rewrite: '//' }, podSpec: POD },
    ['viewer/rewrite networking.rewrite: "//" has two slashes in a row; use "/"'],
  ],
  [
    'a rewrite that is too long',
    { networking: { rewrite: `/${'a'.repeat(1023)}/` }, podSpec: POD },
    ['viewer/rewrite networking.rewrite: the rewrite has 1025 characters; use at most 1024'],
  ],
  [
    'a rewrite with dots',
    { networking: { rewrite: '/../' }, podSpec: POD },
    ['viewer/rewrite networking.rewrite: "/../" has the part ".."; remove it'],
  ],
  [
    'a rewrite by an Ingress',
    { networking: { rewrite: '/' }, podSpec: POD, routing: { kind: 'ingress' } },
    [
      'viewer/route-cannot networking.rewrite: an Ingress cannot rewrite the path to "/"; remove it and set routing.annotations that the ingress controller understands, or use another routing',
    ],
  ],
  [
    'a rewrite by nobody',
    { networking: { rewrite: '/' }, podSpec: POD, routing: { kind: 'none' } },
    ['viewer/route-ignored networking.rewrite: rewrite has no effect without a route; remove it'],
  ],
  [
    'a prefix that is taken from an app that wants it',
    { networking: { rewrite: '/' } },
    [
      'viewer/app-prefix networking.rewrite: dufs needs the path with its prefix, but gets "/" in its place; remove rewrite',
    ],
  ],
  [
    'a prefix that is left to an app that does not want it',
    { app: stripped, networking: { rewrite: '/pvcviewer/ada/data/' } },
    [
      'viewer/app-prefix networking.rewrite: plain needs the prefix to be removed, but gets "/pvcviewer/ada/data/" in its place; remove rewrite, or use "/"',
    ],
  ],
  [
    'a prefix that becomes another, for an app that takes it or none',
    { app: app({ name: 'any', prefix: 'either' }), networking: { rewrite: '/x/' } },
    [
      'viewer/app-prefix networking.rewrite: any needs the path with its prefix or without it, but gets "/x/" in its place; remove rewrite, or use "/"',
    ],
  ],
  [
    'an Ingress for an app that does not want the prefix',
    { app: stripped, routing: { kind: 'ingress' } },
    [
      'viewer/app-prefix networking.rewrite: plain needs the prefix to be removed, which an Ingress cannot do; set routing.annotations that make the ingress controller do it, use another routing, or use an application that keeps the prefix',
    ],
  ],

  // Timeouts.
  [
    'a timeout of no time, with Istio',
    { networking: { timeout: '0s' } },
    ['viewer/timeout networking.timeout: "0s" is zero; remove it for no limit'],
  ],
  [
    'a timeout that is none, with Istio',
    { networking: { timeout: '30' } },
    [
      'viewer/timeout networking.timeout: "30" is not a duration of at least 1ms; use one such as 30s or 1m30s',
    ],
  ],
  [
    'a timeout that is too short, with Istio',
    { networking: { timeout: '999us' } },
    [
      'viewer/timeout networking.timeout: "999us" is not a duration of at least 1ms; use one such as 30s or 1m30s',
    ],
  ],
  [
    'a timeout of many numbers',
    { networking: { timeout: `${'1111111s'.repeat(20)}!` } },
    [
      `viewer/timeout networking.timeout: "${'1111111s'.repeat(20)}!" is not a duration of at least 1ms; use one such as 30s or 1m30s`,
    ],
  ],
  [
    'a timeout with a fraction, with the Gateway API',
    { networking: { timeout: '1.5s' }, routing: GATEWAY },
    [
      'viewer/timeout networking.timeout: "1.5s" is not a valid duration of the Gateway API, which consists of whole numbers of h, m, s and ms; use "1s500ms"',
    ],
  ],
  [
    'a timeout of an Ingress',
    { networking: { timeout: '30s' }, routing: { kind: 'ingress' } },
    [
      'viewer/route-cannot networking.timeout: an Ingress cannot limit the duration to "30s"; remove it and set routing.annotations that the ingress controller understands, or use another routing',
    ],
  ],
  [
    'a timeout of nobody',
    { networking: { timeout: '30s' }, routing: { kind: 'none' } },
    ['viewer/route-ignored networking.timeout: timeout has no effect without a route; remove it'],
  ],

  // Routes.
  [
    'a gateway with two slashes',
    { routing: { ...ISTIO, gateway: 'a/b/c' } },
    [
      'viewer/routing routing.gateway: "a/b/c" is not a valid gateway; use namespace/name, such as kubeflow/kubeflow-gateway, or the name of a gateway in this namespace',
    ],
  ],
  [
    'a version that Istio does not have',
    { routing: { ...ISTIO, apiVersion: 'networking.istio.io/v2' } },
    [
      'viewer/routing routing.apiVersion: "networking.istio.io/v2" is not a valid version of VirtualService; must be one of networking.istio.io/v1, networking.istio.io/v1beta1, networking.istio.io/v1alpha3',
    ],
  ],
  [
    'all hosts of the mesh',
    { routing: { kind: 'virtualService', gateway: 'mesh' } },
    [
      'viewer/host routing.hosts[0]: the host * is not allowed with the gateway mesh; set the hosts, or use another gateway',
    ],
  ],
  [
    'no host',
    { routing: { ...ISTIO, hosts: [] } },
    [
      'viewer/host routing.hosts: the list is empty, so no request matches; remove it to accept all hosts of the gateway',
    ],
  ],
  [
    'a host that is none',
    { routing: { ...ISTIO, hosts: ['a b'] } },
    [
      'viewer/host routing.hosts[0]: "a b" is not a valid host name; use one such as files.example.com or *.example.com',
    ],
  ],
  [
    'no parent',
    { routing: { kind: 'httpRoute', parentRefs: [] } },
    [
      'viewer/routing routing.parentRefs: the route has no parent, so no gateway accepts it; use the name of a Gateway',
    ],
  ],
  [
    'a parent twice',
    {
      routing: { kind: 'httpRoute', parentRefs: [{ name: 'a', sectionName: 'x' }, { name: 'a' }] },
    },
    [
      'viewer/routing routing.parentRefs[1]: it is the same parent as parentRefs[0]; remove it, or set a different sectionName in each',
    ],
  ],
  [
    'a parent that is none',
    { routing: { kind: 'httpRoute', parentRefs: [{ name: 'A', port: 0 }] } },
    [
      `viewer/routing routing.parentRefs[0].name: "A": ${SUBDOMAIN}; use the name of a Gateway`,
      'viewer/routing routing.parentRefs[0].port: 0 is not a valid port; use a number from 1 to 65535',
    ],
  ],
  [
    'more parents than a route can have',
    {
      routing: {
        kind: 'httpRoute',
        parentRefs: Array.from({ length: 33 }, (_, index) => ({ name: `a${index}` })),
      },
    },
    ['viewer/routing routing.parentRefs: the route has 33 parents; use at most 32'],
  ],
  [
    'a parent of no namespace and no listener',
    {
      routing: {
        kind: 'httpRoute',
        parentRefs: [{ name: 'a', namespace: 'b.c', sectionName: 'A' }],
      },
    },
    [
      'viewer/routing routing.parentRefs[0].namespace: "b.c": must not contain dots; use the name of a namespace',
      `viewer/routing routing.parentRefs[0].sectionName: "A": ${SUBDOMAIN}; use the name of a listener`,
    ],
  ],
  [
    'more hosts than a route can have',
    {
      routing: {
        ...GATEWAY,
        hostnames: Array.from({ length: 17 }, (_, index) => `a${index}.example.com`),
      },
    },
    ['viewer/host routing.hostnames: there are 17 hostnames; use at most 16'],
  ],
  [
    'a secret that is none',
    { routing: { kind: 'ingress', tlsSecretName: 'A' } },
    [`viewer/routing routing.tlsSecretName: "A": ${SUBDOMAIN}; use the name of a Secret`],
  ],
  [
    'an annotation of the route that is none',
    { routing: { kind: 'ingress', annotations: { '/x': '' } } },
    [
      'storage/label routing.annotations./x: the key "/x": prefix part must be non-empty; use a key such as example.com/team',
    ],
  ],
  [
    'all hosts by their star',
    { routing: { ...GATEWAY, hostnames: ['*'] } },
    [
      'viewer/host routing.hostnames[0]: "*" is not a valid hostname of an HTTPRoute; remove hostnames to accept all hosts of the gateway',
    ],
  ],
  [
    'an address for a host',
    { routing: { kind: 'ingress', host: '10.0.0.1' } },
    [
      'viewer/host routing.host: "10.0.0.1" is not a valid host name; use one such as files.example.com or *.example.com',
    ],
  ],
  [
    'a class that is none',
    { routing: { kind: 'ingress', ingressClassName: 'A' } },
    [`viewer/routing routing.ingressClassName: "A": ${SUBDOMAIN}; use the name of an IngressClass`],
  ],
  [
    'a domain that is none',
    { clusterDomain: 'A' },
    [`viewer/host clusterDomain: "A": ${SUBDOMAIN}; use a domain, such as cluster.local`],
  ],
  [
    'a domain that nothing names',
    { clusterDomain: 'a.b', routing: GATEWAY },
    [
      'viewer/option-ignored clusterDomain: clusterDomain has no effect without a VirtualService; remove it',
    ],
  ],

  // Policies.
  [
    'a network policy for nobody',
    { networkPolicy: { from: [] } },
    [
      'viewer/network-policy-closed networkPolicy.from: the list is empty, so no one can reach the viewer; set the namespace of the gateway',
    ],
  ],
  [
    'a network policy for everybody',
    { networkPolicy: { from: [{ namespaceSelector: {} }] } },
    [
      'viewer/open-access networkPolicy.from[0]: {"namespaceSelector":{}} matches every pod of the cluster, so anyone may read and write the files of "data"; name the namespace of the gateway, make the viewer read-only, or acknowledge viewer/open-access',
    ],
  ],
  [
    'a peer that is nobody',
    { networkPolicy: { from: [{}] } },
    [
      'viewer/network-policy networkPolicy.from[0]: the peer is empty; set podSelector, namespaceSelector or ipBlock',
    ],
  ],
  [
    'a peer that is two',
    { networkPolicy: { from: [{ podSelector: {}, ipBlock: { cidr: '10.0.0.0/8' } }] } },
    [
      'viewer/network-policy networkPolicy.from[0].ipBlock: ipBlock cannot be combined with a selector; use two peers',
    ],
  ],
  [
    'an address for a range',
    { networkPolicy: { from: [{ ipBlock: { cidr: '10.0.0.1' } }] } },
    [
      'viewer/network-policy networkPolicy.from[0].ipBlock.cidr: "10.0.0.1" must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64); use "10.0.0.1/32"',
    ],
  ],
  [
    'an exception from another range',
    { networkPolicy: { from: [{ ipBlock: { cidr: '10.0.0.0/8', except: ['11.0.0.0/16'] } }] } },
    [
      'viewer/network-policy networkPolicy.from[0].ipBlock.except[0]: "11.0.0.0/16" must be a strict subset of the cidr "10.0.0.0/8"; use a range within it, or remove it',
    ],
  ],
  [
    'a range with bits beyond its length',
    { networkPolicy: { from: [{ ipBlock: { cidr: '10.0.0.1/8' } }] } },
    [
      'viewer/network-policy networkPolicy.from[0].ipBlock.cidr: "10.0.0.1/8" must not have bits set beyond the prefix length; use the first address of the range and its length, such as 10.0.0.0/8',
    ],
  ],
  [
    'a range of IPv6 with bits beyond its length',
    { networkPolicy: { from: [{ ipBlock: { cidr: 'fd00::1/8' } }] } },
    [
      'viewer/network-policy networkPolicy.from[0].ipBlock.cidr: "fd00::1/8" must not have bits set beyond the prefix length; use the first address of the range and its length, such as fd00::/8',
    ],
  ],
  [
    'an address of IPv6 for a range',
    { networkPolicy: { from: [{ ipBlock: { cidr: 'fd00::1' } }] } },
    [
      'viewer/network-policy networkPolicy.from[0].ipBlock.cidr: "fd00::1" must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64); use "fd00::1/128"',
    ],
  ],
  [
    'a range of IPv4 in the words of IPv6',
    { networkPolicy: { from: [{ ipBlock: { cidr: '::ffff:10.0.0.0/104' } }] } },
    [
      'viewer/network-policy networkPolicy.from[0].ipBlock.cidr: "::ffff:10.0.0.0/104" must not have an IPv4-mapped IPv6 address; use the first address of the range and its length, such as fd00::/8',
    ],
  ],
  [
    'an exception that is all of the range',
    { networkPolicy: { from: [{ ipBlock: { cidr: '10.0.0.0/8', except: ['10.0.0.0/8'] } }] } },
    [
      'viewer/network-policy networkPolicy.from[0].ipBlock.except[0]: "10.0.0.0/8" must be a strict subset of the cidr "10.0.0.0/8"; use a range within it, or remove it',
    ],
  ],
  [
    'an exception that is more than the range',
    { networkPolicy: { from: [{ ipBlock: { cidr: '10.0.0.0/8', except: ['10.0.0.0/7'] } }] } },
    [
      'viewer/network-policy networkPolicy.from[0].ipBlock.except[0]: "10.0.0.0/7" must be a strict subset of the cidr "10.0.0.0/8"; use a range within it, or remove it',
    ],
  ],
  [
    'an exception with bits beyond its length',
    { networkPolicy: { from: [{ ipBlock: { cidr: '10.0.0.0/8', except: ['10.1.0.1/16'] } }] } },
    [
      'viewer/network-policy networkPolicy.from[0].ipBlock.except[0]: "10.1.0.1/16" must not have bits set beyond the prefix length; use the first address of the range and its length, such as 10.0.0.0/8',
    ],
  ],
  [
    'an exception that is none',
    { networkPolicy: { from: [{ ipBlock: { cidr: '10.0.0.0/8', except: ['10.1.0.0'] } }] } },
    [
      'viewer/network-policy networkPolicy.from[0].ipBlock.except[0]: "10.1.0.0" must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64); use "10.1.0.0/32"',
    ],
  ],
  [
    'an expression without values',
    {
      networkPolicy: {
        from: [{ podSelector: { matchExpressions: [{ key: 'a', operator: 'In' }] } }],
      },
    },
    [
      'viewer/network-policy networkPolicy.from[0].podSelector.matchExpressions[0].values: the operator In needs values; add at least one',
    ],
  ],
  [
    'an expression with a key and a value that no label has',
    {
      networkPolicy: {
        from: [
          {
            namespaceSelector: {
              matchExpressions: [{ key: '/a', operator: 'In', values: ['a b'] }],
            },
          },
        ],
      },
    },
    [
      'viewer/network-policy networkPolicy.from[0].namespaceSelector.matchExpressions[0].key: the key "/a": prefix part must be non-empty; use a key such as example.com/team',
      `viewer/network-policy networkPolicy.from[0].namespaceSelector.matchExpressions[0].values[0]: the value "a b": ${LABEL_VALUE}; set the value of a label`,
    ],
  ],
  [
    'a label of a peer that no label is',
    { networkPolicy: { from: [{ podSelector: { matchLabels: { team: 'a b' } } }] } },
    [
      `storage/label networkPolicy.from[0].podSelector.matchLabels.team: the value "a b": ${LABEL_VALUE}; use at most 63 letters, digits, dashes, dots and underscores`,
    ],
  ],
  [
    'a range whose length begins with a zero',
    { networkPolicy: { from: [{ ipBlock: { cidr: '10.0.0.0/08' } }] } },
    [
      'viewer/network-policy networkPolicy.from[0].ipBlock.cidr: "10.0.0.0/08" must not have leading 0s in IP or prefix length; use the first address of the range and its length, such as 10.0.0.0/8',
    ],
  ],
  [
    'a version of the policy that there is not',
    { authorizationPolicy: { principals, apiVersion: 'security.istio.io/v2' } },
    [
      'viewer/authorization-policy authorizationPolicy.apiVersion: "security.istio.io/v2" is not a valid version of AuthorizationPolicy; must be one of security.istio.io/v1, security.istio.io/v1beta1',
    ],
  ],
  [
    'a further port that is none',
    { networkPolicy: { from, additionalPorts: [0] } },
    [
      'viewer/network-policy networkPolicy.additionalPorts[0]: 0 is not a valid port; use a number from 1 to 65535',
    ],
  ],
  [
    'nobody to let in',
    { authorizationPolicy: { principals: [] } },
    [
      'viewer/authorization-policy authorizationPolicy.principals: the list is empty, which would restrict nothing; use the principal of the gateway, such as cluster.local/ns/istio-system/sa/istio-ingressgateway-service-account',
    ],
  ],
  [
    'no users to let in',
    { authorizationPolicy: { principals, users: [] } },
    [
      'viewer/authorization-policy authorizationPolicy.users: the list is empty, which would restrict nothing; remove users if the gateway lets in no one else',
    ],
  ],
  [
    'a user without a name',
    { authorizationPolicy: { principals, users: [' '] } },
    [
      'viewer/authorization-policy authorizationPolicy.users[0]: " " is not a valid user; remove it',
    ],
  ],
  [
    'a method in small letters',
    { authorizationPolicy: { principals, methods: ['get'] } },
    [
      'viewer/authorization-policy authorizationPolicy.methods[0]: "get" is not a valid method: methods are upper case; use "GET"',
    ],
  ],
  [
    'a header without users',
    { authorizationPolicy: { principals, userHeader: 'x-user' } },
    [
      'viewer/option-ignored authorizationPolicy.userHeader: userHeader has no effect without users; set users, or remove it',
    ],
  ],
  [
    'a header that is none',
    { authorizationPolicy: { principals, users: ['a'], userHeader: 'x user' } },
    [
      'viewer/authorization-policy authorizationPolicy.userHeader: "x user" is not a valid header name; use one such as kubeflow-userid',
    ],
  ],
  [
    'a policy behind an Ingress',
    { authorizationPolicy: { principals }, routing: { kind: 'ingress' } },
    [
      'viewer/authorization-unreachable authorizationPolicy: the ingress controller has no principal unless it is part of the mesh; make sure that all allowed clients are part of the mesh, or use a networkPolicy',
    ],
  ],
  [
    'a policy behind nothing',
    { authorizationPolicy: { principals }, routing: { kind: 'none' } },
    [
      'viewer/authorization-unreachable authorizationPolicy: no gateway of the mesh routes to the viewer; make sure that all allowed clients are part of the mesh, or use a networkPolicy',
    ],
  ],

  // Culling.
  [
    'no time to cull',
    { cull: {} },
    ['viewer/cull cull: neither afterIdle nor dailyAt is set; set one of them'],
  ],
  [
    'two times to cull',
    { cull: { ...AFTER_IDLE, dailyAt: '20:00' } },
    ['viewer/cull cull: afterIdle and dailyAt are both set; remove one of them'],
  ],
  [
    'an hour that no day has',
    { cull: { dailyAt: '24:00' } },
    ['viewer/cull cull.dailyAt: "24:00" is not a valid time of day; use HH:MM, such as 20:00'],
  ],
  [
    'an hour of one digit',
    { cull: { dailyAt: '9:00' } },
    ['viewer/cull cull.dailyAt: "9:00" is not a valid time of day; use HH:MM, such as 20:00'],
  ],
  [
    'less idle time than can be kept',
    { cull: { afterIdle: 299 } },
    [
      'viewer/cull cull.afterIdle: an idle time of 299 seconds is too short: the viewer is checked every 5 minutes; use 5 minutes or more, in whole seconds',
    ],
  ],
  [
    'a zone that there is not',
    { cull: { dailyAt: '20:00', timeZone: 'Europe/Bern' } },
    [
      'viewer/cull cull.timeZone: "Europe/Bern" is not a valid time zone; use an IANA name such as Europe/Berlin',
    ],
  ],
  [
    'a zone in small letters',
    { cull: { dailyAt: '20:00', timeZone: 'europe/berlin' } },
    ['viewer/cull cull.timeZone: "europe/berlin" is not a valid time zone; use "Europe/Berlin"'],
  ],
  [
    'a zone that is an offset',
    { cull: { dailyAt: '20:00', timeZone: '+01:00' } },
    [
      'viewer/cull cull.timeZone: "+01:00" is not a valid time zone; use an IANA name such as Europe/Berlin',
    ],
  ],
  [
    'a zone for idleness',
    { cull: { ...AFTER_IDLE, timeZone: 'UTC' } },
    ['viewer/option-ignored cull.timeZone: timeZone has no effect without dailyAt; remove it'],
  ],
  [
    'an image that watches nothing',
    { cull: { dailyAt: '20:00', activityImage: 'busybox:1' } },
    [
      'viewer/option-ignored cull.activityImage: activityImage has no effect without afterIdle; remove it',
    ],
  ],
  [
    'the latest image of the Job',
    { cull: { dailyAt: '20:00', image: 'curl' } },
    [
      'viewer/image-tag cull.image: "curl" is the latest image, so what runs can change without a change in Git; use the tag of a release, or a digest',
    ],
  ],
  [
    'the latest image of what watches',
    { cull: { ...AFTER_IDLE, activityImage: 'busybox' } },
    [
      'viewer/image-tag cull.activityImage: "busybox" is the latest image, so what runs can change without a change in Git; use the tag of a release, or a digest',
    ],
  ],
  [
    'a pod that is always switched on again',
    { replicas: 1, cull: AFTER_IDLE },
    [
      'viewer/cull-replicas replicas: replicas is 1, so applying the manifest again restarts a culled viewer; remove it, or set 0',
    ],
  ],
  [
    'the network of the node',
    { cull: AFTER_IDLE, podSpec: { ...POD, hostNetwork: true } },
    [
      'viewer/cull-pod podSpec.hostNetwork: with hostNetwork, the connections of other programs on the node would count as well; remove hostNetwork, or set cull.dailyAt instead',
    ],
  ],
  [
    'a port that is not known',
    {
      cull: AFTER_IDLE,
      routing: { kind: 'none' },
      podSpec: { ...POD, containers: [{ ...POD.containers[0], ports: [] }] },
    },
    [
      'viewer/cull-pod networking.targetPort: the port of the viewer is unknown, so its connections cannot be watched; set networking.targetPort',
    ],
  ],
  [
    'a name that culling needs',
    {
      cull: AFTER_IDLE,
      podSpec: { ...POD, containers: [{ ...POD.containers[0], name: 'activity' }] },
    },
    [
      'viewer/volume-taken podSpec.containers[0].name: the name "activity" is reserved for the container that watches the viewer; use another name',
    ],
  ],
  [
    'names of an init container and a volume that culling needs',
    {
      cull: AFTER_IDLE,
      podSpec: {
        ...POD,
        initContainers: [{ name: 'activity', image: 'a:1' }],
        volumes: [...POD.volumes, { name: 'activity', emptyDir: {} }],
      },
    },
    [
      'viewer/volume-taken podSpec.initContainers[0].name: the name "activity" is reserved for the container that watches the viewer; use another name',
      'viewer/volume-taken podSpec.volumes[1].name: the name "activity" is reserved for the container that watches the viewer; use another name',
    ],
  ],
];

const check = (change: object) => checkViewer({ ...BASE, ...change } as ViewerSpec);

test.each(TABLE)('%s', (_title, change, findings) => {
  expect(
    check(change).map(
      ({ rule, path, message, remedy }) => `${rule} ${path}: ${message}; ${remedy}`,
    ),
  ).toEqual(findings);
});

const FINE: [title: string, change: object][] = [
  [
    'the smallest numbers',
    {
      user: 1,
      group: 0,
      fsGroup: 0,
      app: app({ port: 1, user: 1 }),
      networkPolicy: { from, additionalPorts: [1] },
    },
  ],
  [
    'the largest numbers',
    {
      user: 2147483647,
      group: 2147483647,
      fsGroup: 2147483647,
      app: app({ port: 65535, user: 2147483647 }),
      networkPolicy: { from, additionalPorts: [65535] },
    },
  ],
  [
    'the largest ports',
    {
      networking: { targetPort: 65535 },
      podSpec: POD,
      routing: { kind: 'httpRoute', parentRefs: [{ name: 'a', port: 65535 }] },
    },
  ],
  [
    'as many parents and hosts as a route can have',
    {
      routing: {
        kind: 'httpRoute',
        parentRefs: Array.from({ length: 32 }, (_, index) => ({ name: `a${index}` })),
        hostnames: Array.from({ length: 16 }, (_, index) => `a${index}.example.com`),
      },
    },
  ],
  [
    'a rewrite of 1024 characters',
    { networking: { rewrite: `/${'a'.repeat(1022)}/` }, podSpec: POD },
  ],
  ['the least idle time', { cull: { afterIdle: 300 } }],
  ['the first minute of a day', { cull: { dailyAt: '00:00' } }],
  ['the last minute of a day', { cull: { dailyAt: '23:59' } }],
  ['annotations of 256 KiB', { annotations: { 'example.com/A': 'x'.repeat(256 * 1024 - 13) } }],
  [
    'annotations of an Ingress of 256 KiB, with those of all objects',
    {
      annotations: { a: 'x'.repeat(128 * 1024) },
      routing: { kind: 'ingress', annotations: { b: 'x'.repeat(128 * 1024 - 2) } },
    },
  ],
  [
    'an annotation of a route in capital letters',
    { routing: { kind: 'ingress', annotations: { 'Example.COM/Key': 'x' } } },
  ],
  [
    'annotations in capital letters',
    { annotations: { 'Example.com/Key': 'x' }, podAnnotations: { 'Example.com/Key': 'x' } },
  ],
  [
    'a file of 1 MiB',
    { app: app({ configFile: { path: '/etc/a', content: 'ä'.repeat(512 * 1024) } }) },
  ],
  [
    'a range of one address',
    {
      networkPolicy: {
        from: [{ ipBlock: { cidr: '10.0.0.1/32' } }, { ipBlock: { cidr: 'fd00::1/128' } }],
      },
    },
  ],
  [
    'an exception that is a half of the range',
    { networkPolicy: { from: [{ ipBlock: { cidr: '10.0.0.0/8', except: ['10.0.0.0/9'] } }] } },
  ],
  ['the claim and a gateway', {}],
  ['a name of 53 characters', { name: 'a'.repeat(53) }],
  ['a viewer that is off', { replicas: 0, cull: AFTER_IDLE }],
  ['a podSpec', { podSpec: POD }],
  [
    'a podSpec to which the claim is added',
    {
      podSpec: { containers: [{ name: 'a', image: 'a:1', ports: [{ containerPort: 1 }] }] },
      injectVolumeAt: '/srv',
    },
  ],
  [
    'a podSpec without ports that nothing routes to',
    {
      routing: { kind: 'none' },
      podSpec: { ...POD, containers: [{ ...POD.containers[0], ports: [] }] },
    },
  ],
  ['no prefix before namespace and name', { networking: { basePrefix: '' } }],
  ['a path of 1024 characters', { networking: { basePrefix: `/${'a'.repeat(1014)}` } }],
  ['a rewrite to nothing in particular', { networking: { rewrite: '', timeout: '' } }],
  ['a timeout with a fraction, with Istio', { networking: { timeout: '1.5s' } }],
  [
    'a timeout of no time, with the Gateway API',
    { networking: { timeout: '0s' }, routing: GATEWAY },
  ],
  [
    'a rewrite without its slash at the end, with the Gateway API',
    { networking: { rewrite: '/x' }, podSpec: POD, routing: GATEWAY },
  ],
  [
    'an Ingress whose controller has been told',
    { app: stripped, routing: { kind: 'ingress', annotations: { 'example.com/strip': 'true' } } },
  ],
  [
    'a parent twice, at two listeners',
    {
      routing: {
        kind: 'httpRoute',
        parentRefs: [
          { name: 'a', sectionName: 'x' },
          { name: 'a', sectionName: 'y' },
        ],
      },
    },
  ],
  ['an older name of a time zone', { cull: { dailyAt: '20:00', timeZone: 'Asia/Calcutta' } }],
  [
    'ranges of IPv6',
    { networkPolicy: { from: [{ ipBlock: { cidr: 'fd00::/8', except: ['fd00:1::/32'] } }] } },
  ],
  [
    'a podSpec whose sidecar mounts the claim',
    {
      podSpec: {
        ...POD,
        containers: [{ ...POD.containers[0], volumeMounts: [] }],
        initContainers: [
          {
            name: 'side',
            image: 'a:1',
            restartPolicy: 'Always',
            volumeMounts: POD.containers[0].volumeMounts,
          },
        ],
      },
    },
  ],
  ['another maintained app', { app: CLOUDCMD }],
  [
    'an app that takes the prefix or none, without it',
    { app: app({ prefix: 'either' }), networking: { rewrite: '/' } },
  ],
  [
    'an app that takes the prefix or none, behind an Ingress',
    { app: app({ prefix: 'either' }), routing: { kind: 'ingress' } },
  ],
  [
    'a prefix with any character of a path, before a podSpec',
    { networking: { basePrefix: '/a(b)%20' }, podSpec: POD },
  ],
  [
    'users of the platform for what watches a podSpec',
    { podSpec: POD, userFromPlatform: true, cull: AFTER_IDLE },
  ],
  ['an image with a digest', { app: app({ image: `dufs@sha256:${'0'.repeat(64)}` }) }],
];

test.each(FINE)('nothing is wrong with %s', (_title, change) => {
  expect(check(change)).toEqual([]);
});

test('every rule is shown broken', () => {
  const shown = new Set(TABLE.flatMap(([, change]) => check(change).map(({ rule }) => rule)));
  expect(
    Object.values(VIEWER_RULES)
      .map(({ id }) => id)
      .filter((id) => !shown.has(id)),
  ).toEqual([]);
});

test("every finding has a remedy and is one line that begins with a small letter, but for the controller's own", () => {
  const findings = TABLE.flatMap(([, change]) => check(change));
  for (const { message, remedy } of findings) {
    expect(remedy).toMatch(/^[a-z][^\n]+$/);
    if (!/^(?:PVC|Kubernetes) /.test(message)) expect(message).toMatch(/^["'a-z0-9+{[(<>-][^\n]*$/);
  }
});

test.each([
  ['1.5s', 'use "1s500ms"'],
  ['100000s', 'use "27h46m40s"'],
  ['1us', 'use one such as 30s or 1s500ms'],
  ['soon', 'use one such as 30s or 1s500ms'],
  ['1h0.5m', 'use "1h30s"'],
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

describe('a remedy that a machine can follow', () => {
  /** Another value at the place of the finding, or none. */
  const meantBy = (remedy: string): { readonly value: unknown } | undefined => {
    if (/^remove it(?:$|[,:]| to | and )/.test(remedy)) return { value: undefined };
    const given = ['use ', 'write it in quotes: '].flatMap((start) =>
      remedy.startsWith(`${start}"`) ? [remedy.slice(start.length)] : [],
    );
    return given.length === 0 ? undefined : { value: JSON.parse(given[0]) };
  };
  const valueAt = (spec: unknown, path: string) =>
    stepsOf(path).reduce<any>((at, step) => at?.[step], spec);
  const mended = (spec: object, path: string, value: unknown) => {
    const changed = withValueAt(spec, path, value);
    if (value !== undefined || !path.endsWith(']')) return changed;
    const list = path.slice(0, path.lastIndexOf('['));
    return withValueAt(
      changed,
      list,
      valueAt(changed, list).filter((one: unknown) => one !== undefined),
    );
  };
  const followed = TABLE.flatMap(([title, change]) =>
    check(change).flatMap((finding) => {
      const meant = meantBy(finding.remedy);
      return meant ? [{ title, change, finding, meant }] : [];
    }),
  );

  test('is not rare', () => {
    expect(followed.length).toBeGreaterThan(40);
  });

  test.each(followed.map((one) => [one.title, one.finding.path, one] as const))(
    'makes an end of its finding: %s, at %s',
    (_title, _path, { change, finding, meant }) => {
      const left = check(mended(change, finding.path, meant.value));
      expect(
        left.filter(
          ({ rule, path, message }) =>
            rule === finding.rule && path === finding.path && message === finding.message,
        ),
      ).toEqual([]);
    },
  );
});

test('there is nothing to say of the default app, whoever asks for it', () => {
  const viewer = { ...BASE, readOnly: true } as ViewerSpec;
  expect(checkViewer({ ...viewer, app: { ...DEFAULT_APP } })).toEqual(checkViewer(viewer));
});
