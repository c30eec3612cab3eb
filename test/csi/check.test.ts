import { ApiObject, App, Chart, Lazy } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { AttachedDisks, driverOf, LocalDisks } from './drivers';
import { findingsOf, newChart, newStack, newStackOf, refusal } from './tree';
import { CsiDriverStack, CsiDriverStackMode, CsiDriverStackProps, SccMode } from '../../src/csi';
import { registerCsiClass } from '../../src/csi/constructs/app';
import { CSI_RULES } from '../../src/csi/core';
import { EfsCsiDriver } from '../../src/efs/constructs/efs-csi-driver';
import { EfsStorageClass } from '../../src/efs/constructs/efs-storage-class';
import { StorageClass } from '../../src/storage';
import { Platform } from '../../src/tree';
import * as fc from '../support/fast-check';

const PARAMETERS = {
  provisioningMode: 'efs-ap',
  fileSystemId: 'fs-0123456789abcdef0',
  directoryPerms: '700',
};
const DYNAMIC = { name: 'efs-dynamic', fileSystemId: 'fs-0123456789abcdef0' };

interface Case {
  readonly props: object;
  readonly line: string;
  readonly rule: keyof typeof CSI_RULES | 'other';
}

/** Props that are refused, and the whole line with which they are. */
const REFUSED: { readonly [name: string]: Case } = {
  'a number that is a text': {
    props: { logLevel: '5' },
    rule: 'other',
    line: 'chart/stack: logLevel: "5" is not a whole number; write it without quotes: 5 (input/type)',
  },
  'a list that is none': {
    props: { node: { tolerations: { operator: 'Exists' } } },
    rule: 'other',
    line: 'chart/stack: node.tolerations: {"operator":"Exists"} is not a list; use a list (input/type)',
  },
  'an image policy that there is not': {
    props: { images: { imagePullPolicy: 'Sometimes' } },
    rule: 'other',
    line: 'chart/stack: images.imagePullPolicy: "Sometimes" is not a valid value; must be one of Always, IfNotPresent, Never (input/type)',
  },
  'a misspelt option': {
    props: { node: { nodeselector: {} } },
    rule: 'other',
    line: 'chart/stack: node.nodeselector: there is no option "nodeselector", so {} would have no effect; perhaps you meant "nodeSelector" (input/unknown-field)',
  },
  'a pod field that is an option': {
    props: { node: { additionalFields: { hostNetwork: false } } },
    rule: 'other',
    line: 'chart/stack: node.additionalFields.hostNetwork: false is not allowed here; use the option hostNetwork (input/unknown-field)',
  },
  'a late value': {
    props: { logLevel: Lazy.any({ produce: () => 5 }) },
    rule: 'other',
    line: 'chart/stack: logLevel: logLevel is known only at synthesis; pass a plain value (input/known-late)',
  },
  'a log level that there is not': {
    props: { logLevel: 11 },
    rule: 'value',
    line: 'chart/stack: logLevel: 11 is not a valid log level; use a number from 0 to 10 (csi/value)',
  },
  'a directory of kubelet with a slash at its end': {
    props: { kubeletPath: '/data/' },
    rule: 'value',
    line: 'chart/stack: kubeletPath: "/data/" is not an absolute path without a trailing slash; use a path such as /var/lib/kubelet (csi/value)',
  },
  'no replicas': {
    props: { controller: { enabled: true, replicas: 0 } },
    rule: 'value',
    line: 'chart/stack: controller.replicas: 0 is not a valid number of pods; use 1 or more; to have none, set controller.enabled to false (csi/value)',
  },
  'an update that never starts': {
    props: { node: { maxUnavailable: kplus.k8s.IntOrString.fromNumber(0) } },
    rule: 'value',
    line:
      'chart/stack: node.maxUnavailable: 0 is neither a number of pods nor a percentage above zero; ' +
      'use a number such as 1 or a percentage such as 10% (csi/value)',
  },
  'a quantity that is none': {
    props: {
      node: {
        containers: {
          'efs-plugin': {
            resources: { limits: { memory: kplus.k8s.Quantity.fromString('1GiB') } },
          },
        },
      },
    },
    rule: 'value',
    line: 'chart/stack: node.containers.efs-plugin.resources.limits.memory: "1GiB" is not a valid quantity; use one such as 500m or 10Gi (pod/type)',
  },
  'a tag with a repository': {
    props: { images: { overrides: { 'efs-plugin': { tag: 'repo:v1' } } } },
    rule: 'image',
    line:
      'chart/stack: images.overrides.efs-plugin.tag: "repo:v1" is not a valid tag: the tag "repo:v1" must be 1 to 128 letters, digits, ' +
      "'_', '.' or '-', and not start with '.' or '-'; use a tag such as v1.0.0 (csi/image)",
  },
  'a registry with a scheme': {
    props: { images: { registry: 'https://registry.example.com' } },
    rule: 'image',
    line:
      'chart/stack: images.registry: "https://registry.example.com" is not a valid registry: "https:" is not a host with an optional port; ' +
      'use a host with a dot or a port, and an optional path, such as registry.example.com/mirror (csi/image)',
  },
  'a registry that is no host': {
    props: { images: { registry: 'mirror' } },
    rule: 'image',
    line:
      'chart/stack: images.registry: "mirror" is not a valid registry: "mirror" would count as a part of the path; ' +
      'use a host with a dot or a port, and an optional path, such as registry.example.com/mirror (csi/image)',
  },
  'a repository with a tag': {
    props: {
      images: { overrides: { 'efs-plugin': { repository: 'registry.example.com/efs:v1' } } },
    },
    rule: 'image',
    line:
      'chart/stack: images.overrides.efs-plugin.repository: "registry.example.com/efs:v1" is not a valid repository: ' +
      "the tag \"v1:tag\" must be 1 to 128 letters, digits, '_', '.' or '-', and not start with '.' or '-'; " +
      'use the name of an image without a tag or digest (csi/image)',
  },
  'a repository with capitals': {
    props: {
      images: { overrides: { 'efs-plugin': { repository: 'registry.example.com/Team/efs' } } },
    },
    rule: 'image',
    line:
      'chart/stack: images.overrides.efs-plugin.repository: "registry.example.com/Team/efs" is not a valid repository: ' +
      'the repository "Team/efs" must be lower case; use the name of an image without a tag or digest (csi/image)',
  },
  'a digest that is cut short': {
    props: { images: { overrides: { 'efs-plugin': { digest: 'sha256:0' } } } },
    rule: 'image',
    line:
      'chart/stack: images.overrides.efs-plugin.digest: "sha256:0" is not a valid digest: ' +
      'the digest "sha256:0" must be sha256: and 64 lower-case hexadecimal digits; use sha256: and 64 hexadecimal digits (csi/image)',
  },
  'a container that there is not': {
    props: { node: { containers: { plugin: {} } } },
    rule: 'unknownContainer',
    line:
      'chart/stack: node.containers.plugin: efs-csi-node has no container "plugin"; ' +
      'must be one of efs-plugin, csi-driver-registrar, liveness-probe (csi/unknown-container)',
  },
  'an image of a container that there is not': {
    props: { images: { overrides: { plugin: {} } } },
    rule: 'unknownContainer',
    line:
      'chart/stack: images.overrides.plugin: efs.csi.aws.com has no container "plugin"; ' +
      'must be one of efs-plugin, csi-driver-registrar, liveness-probe, csi-provisioner (csi/unknown-container)',
  },
  'another label app': {
    props: { node: { podLabels: { app: 'mine' } } },
    rule: 'selectorLabel',
    line: 'chart/stack: node.podLabels.app: the label "app" is one that efs-csi-node selects its pods by; remove it, or use another label (csi/selector-label)',
  },
  'a role without an ARN': {
    props: { platform: Platform.EKS, eks: { roleArn: 'efs-csi' } },
    rule: 'roleArn',
    line: 'chart/stack: eks.roleArn: "efs-csi" is not the ARN of a role; use one such as arn:aws:iam::111122223333:role/efs-csi (csi/role-arn)',
  },
  'a network of its own': {
    props: { node: { hostNetwork: false } },
    rule: 'requirement',
    line:
      'chart/stack: node.hostNetwork: false does not work with efs.csi.aws.com, which needs true: ' +
      'a restart of the node plugin would cut the proxies of all TLS mounts, which then hang; remove it (csi/requirement)',
  },
  'pod info on mount': {
    props: { csiDriver: { podInfoOnMount: true } },
    rule: 'requirement',
    line:
      'chart/stack: csiDriver.podInfoOnMount: true does not work with efs.csi.aws.com, which needs false: ' +
      'kubelet would add keys to the volume context, and the driver refuses every unknown key; remove it (csi/requirement)',
  },
  'token requests': {
    props: { csiDriver: { tokenRequests: [{ audience: 'a' }] } },
    rule: 'requirement',
    line:
      'chart/stack: csiDriver.tokenRequests: [{"audience":"a"}] does not work with efs.csi.aws.com: ' +
      'kubelet would add keys to the volume context, and the driver refuses every unknown key; remove it (csi/requirement)',
  },
  'a token for a moment': {
    props: {
      driver: new LocalDisks(),
      csiDriver: { tokenRequests: [{ audience: 'a', expirationSeconds: 60 }] },
    },
    rule: 'value',
    line:
      'chart/stack: csiDriver.tokenRequests[0].expirationSeconds: 60 seconds is not a valid lifetime for a token; ' +
      'use a number from 600 to 4294967296 (csi/value)',
  },
  'ephemeral volumes': {
    props: { csiDriver: { volumeLifecycleModes: ['Persistent', 'Ephemeral'] } },
    rule: 'requirement',
    line:
      'chart/stack: csiDriver.volumeLifecycleModes: "Ephemeral" does not work with efs.csi.aws.com: ' +
      'kubelet would add keys to the volume context, and the driver refuses every unknown key; remove it (csi/requirement)',
  },
  'attached volumes': {
    props: { csiDriver: { attachRequired: true } },
    rule: 'requirement',
    line:
      'chart/stack: csiDriver.attachRequired: true does not work with efs.csi.aws.com, which needs false: ' +
      'nothing attaches EFS volumes, so pods would wait forever; remove it (csi/requirement)',
  },
  'workers of EKS': {
    props: {
      platform: Platform.EKS,
      node: { nodeSelector: { 'node-role.kubernetes.io/worker': '' } },
    },
    rule: 'workerSelector',
    line:
      'chart/stack: node.nodeSelector: no node on Amazon EKS has the label node-role.kubernetes.io/worker, so no pod would be scheduled; ' +
      'remove it: all nodes that pods run on are workers (csi/worker-selector)',
  },
  'workers of Kubernetes': {
    props: {
      controller: { enabled: true, nodeSelector: { 'node-role.kubernetes.io/worker': '' } },
    },
    rule: 'workerSelector',
    line:
      'chart/stack: controller.nodeSelector: no node on vanilla Kubernetes has the label node-role.kubernetes.io/worker, ' +
      'so no pod would be scheduled; remove it, or use vanilla: { workersOnly: true } (csi/worker-selector)',
  },
  'workers by affinity': {
    props: {
      node: {
        affinity: {
          nodeAffinity: {
            requiredDuringSchedulingIgnoredDuringExecution: {
              nodeSelectorTerms: [
                {
                  matchExpressions: [{ key: 'node-role.kubernetes.io/worker', operator: 'Exists' }],
                },
              ],
            },
          },
        },
      },
    },
    rule: 'workerSelector',
    line:
      'chart/stack: node.affinity: no node on vanilla Kubernetes has the label node-role.kubernetes.io/worker, ' +
      'so no pod would be scheduled; remove it, or use vanilla: { workersOnly: true } (csi/worker-selector)',
  },
  'a port that is too high': {
    props: { node: { healthPort: 70000 } },
    rule: 'port',
    line: 'chart/stack: node.healthPort: 70000 is not a valid port; use a number from 1 to 65535 (csi/port)',
  },
  'a port of the controller that the node plugin has': {
    props: { controller: { enabled: true, hostNetwork: true, healthPort: 9809 } },
    rule: 'portClash',
    line:
      'chart/stack: controller.healthPort: the port 9809 of the host is used by efs-csi-node (healthz) and by efs-csi-controller (healthz); ' +
      "use another port for one of them, or take it off the host's network (csi/port-clash)",
  },
  'a port of the node plugin that the controller has': {
    props: { controller: { enabled: true, hostNetwork: true }, node: { healthPort: 9909 } },
    rule: 'portClash',
    line:
      'chart/stack: controller: the port 9909 of the host is used by efs-csi-node (healthz) and by efs-csi-controller (healthz); ' +
      "use another port for one of them, or take it off the host's network (csi/port-clash)",
  },
  'two of one pod at one port': {
    props: { driver: new EfsCsiDriver({ metricsPort: 9909 }), controller: { enabled: true } },
    rule: 'portClash',
    line:
      'chart/stack: controller: the port 9909 is used by efs-csi-controller (healthz) and by efs-csi-controller (metrics); ' +
      'use another port for one of them (csi/port-clash)',
  },
  'a port of the node plugin that its TLS mounts need': {
    props: { node: { healthPort: 20500 } },
    rule: 'portClash',
    line:
      'chart/stack: node.healthPort: the port 20500 of the host, for efs-csi-node (healthz), is in the range from 20049 to 21049, ' +
      'which efs-csi-node uses for the proxies of TLS mounts; use another port (csi/port-clash)',
  },
  'the last port that TLS mounts of the node plugin need, for a controller on the host': {
    props: {
      driver: new EfsCsiDriver({ metricsPort: 22000, portRangeUpperBound: 22000 }),
      controller: { enabled: true, hostNetwork: true },
    },
    rule: 'portClash',
    line:
      'chart/stack: controller: the port 22000 of the host, for efs-csi-controller (metrics), is in the range from 20049 to 22000, ' +
      'which efs-csi-node uses for the proxies of TLS mounts; use another port (csi/port-clash)',
  },
  'a port of a controller that mounts by TLS itself': {
    props: {
      driver: new EfsCsiDriver({ metricsPort: 20049, deleteAccessPointRootDir: true }),
      controller: { enabled: true },
    },
    rule: 'portClash',
    line:
      'chart/stack: controller: the port 20049, for efs-csi-controller (metrics), is in the range from 20049 to 21049, ' +
      'which efs-csi-controller uses for the proxies of TLS mounts; use another port (csi/port-clash)',
  },
  'workers of EKS by the option of another platform': {
    props: { platform: Platform.EKS, eks: { workersOnly: true } as never },
    rule: 'other',
    line:
      'chart/stack: eks.workersOnly: there is no option "workersOnly", so true would have no effect; ' +
      'remove it; the options are excludedComputeTypes, roleArn, nodeRoleArn (input/unknown-field)',
  },
  'a role of AWS on OpenShift': {
    props: {
      platform: Platform.OPENSHIFT,
      openshift: { roleArn: 'arn:aws:iam::111122223333:role/a' } as never,
    },
    rule: 'other',
    line:
      'chart/stack: openshift.roleArn: there is no option "roleArn", so "arn:aws:iam::111122223333:role/a" would have no effect; ' +
      'remove it; the options are sccMode, nodeSccName, controllerSccName, pinScc, workersOnly (input/unknown-field)',
  },
  'no driver': {
    props: { driver: undefined },
    rule: 'other',
    line: 'chart/stack: driver: driver is required; pass a driver, such as new EfsCsiDriver() (input/type)',
  },
  'the class of a driver': {
    props: { driver: EfsCsiDriver },
    rule: 'other',
    line: 'chart/stack: driver: EfsCsiDriver is a class, not a driver; pass new EfsCsiDriver() (input/type)',
  },
  'the name of a driver': {
    props: { driver: 'efs.csi.aws.com' },
    rule: 'other',
    line: 'chart/stack: driver: "efs.csi.aws.com" is not a CSI driver; pass a driver, such as new EfsCsiDriver(), or your own that extends csi.CustomCsiDriver (input/type)',
  },
  'an object that describes a driver': {
    props: { driver: { describe: () => ({}) } },
    rule: 'other',
    line: 'chart/stack: driver: {} is not a CSI driver; pass a driver, such as new EfsCsiDriver(), or your own that extends csi.CustomCsiDriver (input/type)',
  },
  'no platform': {
    props: { platform: undefined },
    rule: 'other',
    line: 'chart/stack: platform: platform is required; specify one, such as Platform.EKS, or enable a target with a platform for the app (input/type)',
  },
  'a platform of another kind': {
    props: { platform: 'moon' as Platform },
    rule: 'other',
    line: 'chart/stack: platform: "moon" is not a valid value; must be one of vanilla, openshift, eks, gke, aks (input/type)',
  },
  'a construct for a name': {
    props: { namespace: new App() },
    rule: 'other',
    line:
      'chart/stack: namespace: namespace contains an object of "App", which is not plain data; ' +
      'use strings, numbers, lists and maps; instead of a construct, use its name (input/plain-data)',
  },
  "OpenShift's default namespace": {
    props: { platform: Platform.OPENSHIFT, namespace: 'default' },
    rule: 'openshiftNamespace',
    line:
      'chart/stack: namespace: the namespace "default" is one of OpenShift\'s own; ' +
      'use a separate namespace for the driver, such as "aws-efs-csi-driver" (csi/openshift-namespace)',
  },
  'the namespace of Kubernetes itself, on OpenShift': {
    props: { platform: Platform.OPENSHIFT, namespace: 'kube-system' },
    rule: 'openshiftNamespace',
    line:
      'chart/stack: namespace: the namespace "kube-system" is one of OpenShift\'s own; ' +
      'use a separate namespace for the driver, such as "aws-efs-csi-driver" (csi/openshift-namespace)',
  },
  "the namespace of OpenShift's drivers": {
    props: { platform: Platform.OPENSHIFT, namespace: 'openshift-cluster-csi-drivers' },
    rule: 'openshiftNamespace',
    line:
      'chart/stack: namespace: the namespace "openshift-cluster-csi-drivers" is one of OpenShift\'s own; ' +
      'use a separate namespace for the driver, such as "aws-efs-csi-driver" (csi/openshift-namespace)',
  },
  "the namespace of OpenShift's nodes": {
    props: { platform: Platform.OPENSHIFT, namespace: 'openshift-node' },
    rule: 'openshiftNamespace',
    line:
      'chart/stack: namespace: the namespace "openshift-node" is one of OpenShift\'s own; ' +
      'use a separate namespace for the driver, such as "aws-efs-csi-driver" (csi/openshift-namespace)',
  },
  'a namespace that is none': {
    props: { namespace: 'My Storage' },
    rule: 'other',
    line: expect.stringMatching(
      /^chart\/stack: namespace: "My Storage": a lowercase RFC 1123 label must consist of .*\(storage\/namespace\)$/,
    ),
  },
  'the name of a built-in constraint': {
    props: { platform: Platform.OPENSHIFT, openshift: { nodeSccName: 'hostmount-anyuid' } },
    rule: 'sccName',
    line:
      'chart/stack: openshift.nodeSccName: the name "hostmount-anyuid" is that of a built-in SCC, which would be overwritten; ' +
      'use another name; for the built-in one, set sccMode to PRIVILEGED (csi/scc-name)',
  },
  'the name of a built-in constraint, for the controller': {
    props: { platform: Platform.OPENSHIFT, openshift: { controllerSccName: 'anyuid' } },
    rule: 'sccName',
    line:
      'chart/stack: openshift.controllerSccName: the name "anyuid" is that of a built-in SCC, which would be overwritten; ' +
      'use another name; for the built-in one, set sccMode to PRIVILEGED (csi/scc-name)',
  },
  'one name for both constraints': {
    props: {
      platform: Platform.OPENSHIFT,
      openshift: { nodeSccName: 'efs', controllerSccName: 'efs' },
    },
    rule: 'sccName',
    line: 'chart/stack: openshift.controllerSccName: the name "efs" is that of the other plugin\'s SCC; use another name (csi/scc-name)',
  },
  "the name of the controller's constraint for that of the node plugin": {
    props: { platform: Platform.OPENSHIFT, openshift: { nodeSccName: 'efs-csi-controller-scc' } },
    rule: 'sccName',
    line: 'chart/stack: openshift.nodeSccName: the name "efs-csi-controller-scc" is that of the other plugin\'s SCC; use another name (csi/scc-name)',
  },
  'a constraint on another platform': {
    props: {
      driver: new EfsCsiDriver({ operatorMode: true }),
      platform: Platform.EKS,
      namespace: 'storage',
    },
    rule: 'sccKind',
    line: 'chart/stack: platform: Amazon EKS does not have the kind SecurityContextConstraints; use Platform.OPENSHIFT (csi/scc-kind)',
  },
  "OpenShift's operator on another platform": {
    props: { platform: Platform.EKS, mode: CsiDriverStackMode.OPENSHIFT_OPERATOR },
    rule: 'operatorPlatform',
    line:
      "chart/stack: mode: OpenShift's operator cannot install efs.csi.aws.com on Amazon EKS; " +
      'remove mode, or use Platform.OPENSHIFT (csi/operator-platform)',
  },
  "OpenShift's operator for a driver that has none": {
    props: {
      driver: new LocalDisks(),
      platform: Platform.OPENSHIFT,
      mode: CsiDriverStackMode.OPENSHIFT_OPERATOR,
    },
    rule: 'operatorPlatform',
    line: 'chart/stack: mode: OpenShift has no operator for local.example.com; remove mode (csi/operator-platform)',
  },
  'a controller that the driver does not have': {
    props: { driver: new LocalDisks(), controller: { enabled: true } },
    rule: 'noController',
    line: 'chart/stack: controller.enabled: local.example.com has no controller; remove it (csi/no-controller)',
  },
  'a dynamic class of the driver without the controller': {
    props: {
      driver: new EfsCsiDriver({ storageClasses: [DYNAMIC] }),
      controller: { enabled: false },
    },
    rule: 'controllerDisabled',
    line:
      'chart/stack: driver.storageClasses[1].dynamic: the class "efs-dynamic" is dynamic, but no controller runs to provision its volumes; ' +
      'remove controller.enabled, or the class (csi/controller-disabled)',
  },
  'a dynamic class beside an operator that has no controller': {
    props: {
      driver: new EfsCsiDriver({ operatorMode: true }),
      platform: Platform.OPENSHIFT,
      namespace: 'storage',
      storageClasses: [{ name: 'a', parameters: PARAMETERS }],
    },
    rule: 'controllerDisabled',
    line:
      'chart/stack: storageClasses[0].dynamic: the class "a" is dynamic, but no controller runs to provision its volumes; ' +
      'remove the class, or the operator mode of the driver, which has no controller (csi/controller-disabled)',
  },
  'a class that is static by what is said and dynamic by its parameters': {
    props: { storageClasses: [{ name: 'a', dynamic: false, parameters: PARAMETERS }] },
    rule: 'dynamicParameter',
    line:
      'chart/stack: storageClasses[0].dynamic: the class "a" has provisioningMode, with which the driver provisions volumes, but is not dynamic; ' +
      'remove dynamic, or provisioningMode (csi/dynamic-parameter)',
  },
  'a class with a misspelt parameter': {
    props: { storageClasses: [{ name: 'a', parameters: { ...PARAMETERS, basepath: '/a' } }] },
    rule: 'other',
    line:
      'chart/stack: storageClasses[0].parameters.basepath: the driver has no parameter "basepath"; ' +
      'perhaps you meant "basePath": the driver ignores this one (efs/unknown-parameter)',
  },
  'a class with parameters that do not say what is made': {
    props: {
      storageClasses: [
        { name: 'a', parameters: { fileSystemId: PARAMETERS.fileSystemId, directoryPerms: '700' } },
      ],
    },
    rule: 'other',
    line: 'chart/stack: storageClasses[0].parameters.provisioningMode: provisioningMode is missing; use "efs-ap" (efs/provisioning-mode)',
  },
  'a class of another driver with a parameter that that driver refuses': {
    props: {
      driver: new AttachedDisks(),
      storageClasses: [{ name: 'a', parameters: { pool: 'slwo' } }],
    },
    rule: 'other',
    line: 'chart/stack: storageClasses[0].parameters.pool: there is no pool slwo; use fast or slow (disks/pool)',
  },
  'a class without tags where the controller has some': {
    props: {
      driver: new EfsCsiDriver({
        tags: { team: 'a' },
        storageClasses: [{ ...DYNAMIC, enableTagging: false }],
      }),
    },
    rule: 'classParameter',
    line:
      'chart/stack: driver.storageClasses[1].parameters.enableTagging: the class "efs-dynamic" has enableTagging "false": ' +
      'the controller has tags, so it refuses to create untagged access points; remove enableTagging, or the tags of the driver (csi/class-parameter)',
  },
  'a reclaim policy that there is not': {
    props: { storageClasses: [{ name: 'a', reclaimPolicy: 'Recycle' }] },
    rule: 'other',
    line: 'chart/stack: storageClasses[0].reclaimPolicy: "Recycle" is not a valid value; must be one of Delete, Retain (input/type)',
  },
  'two classes of one name': {
    props: { storageClasses: [{ name: 'efs-sc' }] },
    rule: 'classTwice',
    line: 'chart/stack: storageClasses[0].name: there is already a class "efs-sc"; use another name (csi/class-twice)',
  },
};

describe('a stack is refused', () => {
  test.each(Object.entries(REFUSED))('%s', (_, { props, line }) => {
    expect(refusal(() => newStack(props as Partial<CsiDriverStackProps>))).toEqual([line]);
  });

  test('with all that is wrong at once', () => {
    expect(
      refusal(() =>
        newStack({ logLevel: 99, namespace: 'A', csiDriver: { podInfoOnMount: true } }),
      ),
    ).toHaveLength(3);
  });

  test.each([
    [
      'which is not met',
      '"File"',
      'chart/stack: csiDriver.fsGroupPolicy: "None" does not work with local.example.com, which needs "File": reason; remove it (csi/requirement)',
    ],
    [
      'which is no JSON',
      'File',
      'chart/stack: driver.requirements[0].mustBe: "File" is not valid JSON; use JSON, with strings in double quotes (input/type)',
    ],
  ])('for a definition with a requirement %s', (_, mustBe, line) => {
    const definition = new LocalDisks().describe({ kubeletPath: '/k', logLevel: 1 } as never);
    const driver = driverOf({
      ...definition,
      requirements: [{ field: 'csiDriver.fsGroupPolicy', mustBe, reason: 'reason' }],
    });
    expect(refusal(() => newStack({ driver, csiDriver: { fsGroupPolicy: 'None' } }))).toEqual([
      line,
    ]);
  });

  test('for a definition that is not plain data', () => {
    const definition = new LocalDisks().describe({ kubeletPath: '/k', logLevel: 1 } as never);
    expect(
      refusal(() => newStack({ driver: driverOf({ ...definition, appName: new App() as never }) })),
    ).toEqual([
      'chart/stack: driver.appName: driver.appName contains an object of "App", which is not plain data; ' +
        'use strings, numbers, lists and maps; instead of a construct, use its name (input/plain-data)',
    ]);
  });

  test('without any props', () => {
    expect(refusal(() => newStackOf(undefined))).toEqual([
      'chart/stack: driver: driver is required; pass a driver, such as new EfsCsiDriver() (input/type)',
      'chart/stack: platform: platform is required; specify one, such as Platform.EKS, or enable a target with a platform for the app (input/type)',
    ]);
  });

  test('for whatever is given in place of props', () => {
    const props = fc.record(
      {
        driver: fc.oneof(fc.constant(new LocalDisks()), fc.anything()),
        platform: fc.oneof(fc.constant(Platform.EKS), fc.anything()),
        node: fc.anything(),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.oneof(fc.anything(), props), (given) => {
        refusal(() => newStackOf(given));
      }),
    );
  });

  test('for a definition without its parts', () => {
    expect(refusal(() => newStack({ driver: driverOf({ name: 'a', node: {} } as never) }))).toEqual(
      [
        'chart/stack: driver.node.name: name is required; set name (input/type)',
        'chart/stack: driver.node.serviceAccountName: serviceAccountName is required; set serviceAccountName (input/type)',
        'chart/stack: driver.node.pod: pod is required; set pod (input/type)',
        'chart/stack: driver.appName: appName is required; set appName (input/type)',
        'chart/stack: driver.defaultNamespace: defaultNamespace is required; set defaultNamespace (input/type)',
        'chart/stack: driver.csiDriver: csiDriver is required; set csiDriver (input/type)',
      ],
    );
  });
});

/** Props that are taken with a warning. */
const WARNED: { readonly [name: string]: Case } = {
  'a budget that never lets the only pod go': {
    props: { controller: { enabled: true, replicas: 1, podDisruptionBudget: true } },
    rule: 'disruptionBudget',
    line:
      'warning: chart/stack: controller.podDisruptionBudget: the controller has one replica, and the budget never allows its pod to be evicted; ' +
      'set more replicas, or remove the budget (csi/disruption-budget)',
  },
  'options for a driver that somebody else installs': {
    props: { mode: CsiDriverStackMode.EXTERNAL, logLevel: 5 },
    rule: 'optionWithoutEffect',
    line: 'warning: chart/stack: logLevel: logLevel has no effect, because mode is external; remove it (csi/option-without-effect)',
  },
  "options for the driver of OpenShift's operator": {
    props: { mode: CsiDriverStackMode.OPENSHIFT_OPERATOR, platform: Platform.OPENSHIFT, node: {} },
    rule: 'optionWithoutEffect',
    line: 'warning: chart/stack: node: node has no effect, because mode is openshift-operator; remove it (csi/option-without-effect)',
  },
  'options for the driver of the former operator': {
    props: {
      driver: new EfsCsiDriver({ operatorMode: true }),
      platform: Platform.OPENSHIFT,
      namespace: 'storage',
      images: {},
    },
    rule: 'optionWithoutEffect',
    line:
      'warning: chart/stack: images: images has no effect, because the definition of the driver fixes all objects; ' +
      'remove it (csi/option-without-effect)',
  },
  'a choice of the platform for the driver of the former operator': {
    props: {
      driver: new EfsCsiDriver({ operatorMode: true }),
      platform: Platform.OPENSHIFT,
      openshift: { sccMode: SccMode.NONE },
      namespace: 'storage',
    },
    rule: 'optionWithoutEffect',
    line:
      'warning: chart/stack: openshift: openshift has no effect, because the definition of the driver fixes all objects; ' +
      'remove it (csi/option-without-effect)',
  },
  ...Object.fromEntries(
    [
      [Platform.EKS, 'openshift', 'Amazon EKS'],
      [Platform.EKS, 'vanilla', 'Amazon EKS'],
      [Platform.OPENSHIFT, 'eks', 'OpenShift'],
      [Platform.VANILLA, 'eks', 'vanilla Kubernetes'],
      [Platform.GKE, 'eks', 'Google GKE'],
      [Platform.AKS, 'openshift', 'Azure AKS'],
    ].map(
      ([platform, option, name]) =>
        [
          `options of ${option} on ${name}`,
          {
            props: { platform: platform as Platform, [option]: {} },
            rule: 'optionWithoutEffect',
            line: `warning: chart/stack: ${option}: ${option} has no effect, because the platform is ${name}; remove it (csi/option-without-effect)`,
          },
        ] as const,
    ),
  ),
  'options of EKS for an add-on that somebody else installs': {
    props: {
      mode: CsiDriverStackMode.EXTERNAL,
      platform: Platform.EKS,
      eks: { nodeRoleArn: 'arn:aws:iam::111122223333:role/a' },
    },
    rule: 'optionWithoutEffect',
    line: 'warning: chart/stack: eks: eks has no effect, because mode is external; remove it (csi/option-without-effect)',
  },
  'an image of no registry': {
    props: { images: { overrides: { 'efs-plugin': { repository: 'amazon/aws-efs-csi-driver' } } } },
    rule: 'imageRegistry',
    line:
      'warning: chart/stack: images.overrides.efs-plugin: the image "amazon/aws-efs-csi-driver:v3.4.1" has no registry: ' +
      'on vanilla Kubernetes the node decides where it comes from; name the registry, such as docker.io/amazon/aws-efs-csi-driver:v3.4.1 (csi/image-registry)',
  },
  'an image of no registry and of no path, in both plugins': {
    props: {
      images: { overrides: { 'liveness-probe': { repository: 'probe', tag: 'v1' } } },
      controller: { enabled: true },
    },
    rule: 'imageRegistry',
    line:
      'warning: chart/stack: images.overrides.liveness-probe: the image "probe:v1" has no registry: ' +
      'on vanilla Kubernetes the node decides where it comes from; name the registry, such as docker.io/library/probe:v1 (csi/image-registry)',
  },
  'a group of an operator that the stack does not ask for': {
    props: { operatorGroup: false },
    rule: 'optionWithoutEffect',
    line: 'warning: chart/stack: operatorGroup: operatorGroup has no effect, because mode is this-stack; remove it (csi/option-without-effect)',
  },
  'a namespace for a driver that somebody else installs': {
    props: { mode: CsiDriverStackMode.EXTERNAL, namespace: 'storage' },
    rule: 'optionWithoutEffect',
    line: 'warning: chart/stack: namespace: namespace has no effect, because mode is external; remove it (csi/option-without-effect)',
  },
  'an option of the driver that the mode has no use for': {
    props: { driver: new EfsCsiDriver({ tags: { a: 'b' } }), mode: CsiDriverStackMode.EXTERNAL },
    rule: 'optionWithoutEffect',
    line: 'warning: chart/stack: driver.tags: tags of the driver has no effect as it is installed here; remove it (csi/option-without-effect)',
  },
  'options for a controller that is not there': {
    props: { controller: { replicas: 3 } },
    rule: 'optionWithoutEffect',
    line:
      'warning: chart/stack: controller.replicas: controller.replicas has no effect, because there is no controller; ' +
      'remove it, or add a dynamic class or set controller.enabled (csi/option-without-effect)',
  },
  'a role for a controller that is not there': {
    props: { platform: Platform.EKS, eks: { roleArn: 'arn:aws:iam::111122223333:role/a' } },
    rule: 'optionWithoutEffect',
    line:
      'warning: chart/stack: eks.roleArn: eks.roleArn has no effect, because there is no controller; ' +
      'remove it, or add a dynamic class or set controller.enabled (csi/option-without-effect)',
  },
};

describe('a stack is taken with a warning', () => {
  test.each(Object.entries(WARNED))('%s', (_, { props, line }) => {
    const chart = newChart();
    newStack(props as Partial<CsiDriverStackProps>, chart);
    expect(findingsOf(chart)).toEqual([line]);
  });

  test('not for an image of no registry on EKS, whose nodes take it from Docker Hub', () => {
    const chart = newChart();
    newStack(
      {
        platform: Platform.EKS,
        images: { overrides: { 'efs-plugin': { repository: 'amazon/aws-efs-csi-driver' } } },
      },
      chart,
    );
    expect(findingsOf(chart)).toEqual([]);
  });

  test.each([
    ['somebody else installs the driver', { mode: CsiDriverStackMode.EXTERNAL }],
    [
      "OpenShift's operator does",
      { mode: CsiDriverStackMode.OPENSHIFT_OPERATOR, platform: Platform.OPENSHIFT },
    ],
  ])('not for the namespace of the chart, if %s', (_, props) => {
    const chart = newChart({ namespace: 'of-chart' });
    newStack(props, chart);
    expect(findingsOf(chart)).toEqual([]);
  });

  test('by the driver, for one of its own classes, as the class itself would be', () => {
    const shared = {
      reuseAccessPoint: true,
      subPathPattern: '${.PVC.name}',
      ensureUniqueDirectory: false,
    };
    const [stackChart, classChart] = [newChart(), newChart()];
    newStack(
      { driver: new EfsCsiDriver({ storageClasses: [{ ...DYNAMIC, ...shared }] }) },
      stackChart,
    );
    new EfsStorageClass(classChart, 'efs-dynamic', { ...DYNAMIC, ...shared });
    const lines = (chart: Chart, prefix: string) =>
      findingsOf(chart).map((line) => line.replace(prefix, ''));
    expect(lines(stackChart, 'chart/stack: driver.storageClasses[0].')).toEqual(
      lines(classChart, 'chart/efs-dynamic: '),
    );
    expect(findingsOf(stackChart)).toHaveLength(3);
  });

  test('by the driver, for a class that the stack is given', () => {
    const chart = newChart();
    newStack(
      { storageClasses: [{ name: 'a', parameters: { ...PARAMETERS, reuseAccessPoint: 'true' } }] },
      chart,
    );
    expect(findingsOf(chart)).toEqual([
      'warning: chart/stack: storageClasses[0].parameters.reuseAccessPoint: claims of the same name share one access point, in all namespaces; ' +
        'remove it, or keep the class to one namespace and file system (efs/reuse-access-point)',
    ]);
  });

  test('not for the options of a controller that a class brings later', () => {
    const chart = newChart();
    newStack({ controller: { replicas: 3 } }, chart).addStorageClass('a', {
      name: 'a',
      parameters: PARAMETERS,
    });
    expect(findingsOf(chart)).toEqual([]);
  });
});

describe('an app is refused', () => {
  const second = (props: Partial<CsiDriverStackProps>, chart: Chart = newChart()) => {
    newStack({}, chart);
    return () =>
      new CsiDriverStack(chart, 'second', {
        driver: new EfsCsiDriver(),
        platform: Platform.VANILLA,
        ...props,
      });
  };

  test('two stacks for one driver', () => {
    expect(refusal(second({}))).toEqual([
      'chart/second: efs.csi.aws.com is installed by chart/stack, and again here; ' +
        'keep one of them; use a separate app for another cluster (csi/one-stack)',
    ]);
  });

  test("a stack beside OpenShift's operator for its driver", () => {
    expect(
      refusal(
        second({ platform: Platform.OPENSHIFT, mode: CsiDriverStackMode.OPENSHIFT_OPERATOR }),
      ),
    ).toEqual([
      "chart/second: efs.csi.aws.com is installed by chart/stack, and again here with OpenShift's operator; " +
        'keep one of them; use a separate app for another cluster (csi/one-stack)',
    ]);
  });

  test.each([
    ['two stacks for two drivers', { driver: new LocalDisks() }],
    [
      'a stack beside classes of the same driver',
      {
        driver: new EfsCsiDriver({ staticStorageClassName: 'other' }),
        mode: CsiDriverStackMode.EXTERNAL,
      },
    ],
  ])('not %s', (_, props) => {
    const chart = newChart();
    second(props, chart)();
    expect(findingsOf(chart)).toEqual([]);
  });

  test('a dynamic class that stands for itself, beside a stack without a controller', () => {
    const chart = newChart();
    newStack({}, chart);
    registerCsiClass(chart, { driverName: 'efs.csi.aws.com', className: 'mine', dynamic: true });
    expect(findingsOf(chart)).toEqual([
      'error: chart: the class "mine" is dynamic, but chart/stack runs no controller to provision its volumes; ' +
        'set controller.enabled there, or pass the class to the stack (csi/controller-disabled)',
    ]);
  });

  test('a dynamic class that stands for itself, beside operator mode, where nothing brings a controller', () => {
    const chart = newChart();
    newStack(
      {
        driver: new EfsCsiDriver({ operatorMode: true }),
        platform: Platform.OPENSHIFT,
        namespace: 'storage',
      },
      chart,
    );
    registerCsiClass(chart, { driverName: 'efs.csi.aws.com', className: 'mine', dynamic: true });
    expect(findingsOf(chart)).toEqual([
      'error: chart: the class "mine" is dynamic, but chart/stack runs no controller to provision its volumes; ' +
        'remove the class, or the operator mode of the driver, which has no controller (csi/controller-disabled)',
    ]);
  });

  test('a class that stands for itself, with a parameter that the driver refuses', () => {
    const chart = newChart();
    newStack(
      { driver: new EfsCsiDriver({ tags: { a: 'b' } }), controller: { enabled: true } },
      chart,
    );
    registerCsiClass(chart, {
      driverName: 'efs.csi.aws.com',
      className: 'mine',
      dynamic: true,
      parameters: { enableTagging: 'f' },
    });
    expect(findingsOf(chart)).toEqual([
      'error: chart: parameters.enableTagging: the class "mine" has enableTagging "f": ' +
        'the controller has tags, so it refuses to create untagged access points; remove enableTagging, or the tags of the driver (csi/class-parameter)',
    ]);
  });

  test.each([
    ['there is no stack', undefined, { dynamic: true }],
    ['the stack has a controller', { controller: { enabled: true } }, { dynamic: true }],
    ['somebody else installs the driver', { mode: CsiDriverStackMode.EXTERNAL }, { dynamic: true }],
    ['the stack is for another driver', { driver: new AttachedDisks() }, { dynamic: true }],
    ['the class is static', {}, { dynamic: false }],
  ])('not a class that stands for itself, if %s', (_, props, { dynamic }) => {
    const chart = newChart();
    if (props) newStack(props, chart);
    registerCsiClass(chart, { driverName: 'efs.csi.aws.com', className: 'mine', dynamic });
    expect(findingsOf(chart)).toEqual([]);
  });

  test('two default classes', () => {
    const chart = newChart();
    newStack({ storageClasses: [{ name: 'a', isDefault: true }] }, chart);
    new StorageClass(chart, 'b', { provisioner: 'other', isDefault: true });
    expect(findingsOf(chart)).toEqual([
      'warning: chart/b: isDefault: the classes "a" and "b" are both the default; make only one of them the default (storage/default-class)',
    ]);
  });

  test('an object that the stack makes too, made by hand', () => {
    const chart = newChart({ namespace: 'storage' });
    newStack({}, chart);
    new ApiObject(chart, 'driver', {
      apiVersion: 'storage.k8s.io/v1',
      kind: 'CSIDriver',
      metadata: { name: 'efs.csi.aws.com' },
    });
    expect(findingsOf(chart)).toEqual([
      'error: chart/stack: name: chart/driver is also the CSIDriver "efs.csi.aws.com"; rename one of them (input/object-twice)',
    ]);
  });

  test('a class that the stack makes too', () => {
    const chart = newChart({ namespace: 'storage' });
    newStack({}, chart);
    new StorageClass(chart, 'efs-sc', { provisioner: 'other' });
    expect(findingsOf(chart)).toEqual([
      'error: chart/efs-sc: name: chart/stack/StorageClass-efs-sc is also the StorageClass "efs-sc"; rename one of them (input/object-twice)',
    ]);
  });
});

test('every rule is broken by a case here', () => {
  const cases = [...Object.values(REFUSED), ...Object.values(WARNED)].map(({ rule }) => rule);
  const elsewhere = ['name', 'oneStack', 'role'];
  expect(
    Object.keys(CSI_RULES).filter(
      (rule) => !cases.includes(rule as never) && !elsewhere.includes(rule),
    ),
  ).toEqual([]);
});
