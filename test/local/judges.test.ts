/**
 * The rules on objects: manifests that are fine, and what is said of each of them with one thing
 * wrong.
 */
import { ApiObject, App, Chart } from 'cdk8s';
import { parse } from 'yaml';
import { EphemeralOnly } from '../../src';
import { targetFacts } from '../../src/facts';
import { describeFinding } from '../../src/findings';
import { judge, readWorld } from '../../src/judge';
import { LOCAL_JUDGES, LOCAL_RULES } from '../../src/local/core';

const REFUSAL =
  'only generic ephemeral volumes are allowed for localdisk.csi.acstor.io provisioner';
const ACCEPT = 'localdisk.csi.acstor.io/accept-ephemeral-storage';
const GIVE = `add the annotation ${ACCEPT}: "true", or make it an ephemeral volume of its pods`;
const NODE = 'topology.localdisk.csi.acstor.io/node';

type Json = any;

/** Merges fields into an object; a field that is null is taken out, and a list replaced. */
function changed(object: Json, change: Json): Json {
  const copy = { ...object };
  for (const [field, value] of Object.entries(change)) {
    if (value === null) {
      delete copy[field];
    } else {
      copy[field] =
        typeof value === 'object' && !Array.isArray(value)
          ? changed(copy[field] ?? {}, value)
          : value;
    }
  }
  return copy;
}

const storageClass = (change: Json = {}): Json =>
  changed(
    {
      apiVersion: 'storage.k8s.io/v1',
      kind: 'StorageClass',
      metadata: { name: 'local' },
      provisioner: 'localdisk.csi.acstor.io',
      volumeBindingMode: 'WaitForFirstConsumer',
    },
    change,
  );
const claim = (change: Json = {}): Json =>
  changed(
    {
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: { name: 'data', namespace: 'apps', annotations: { [ACCEPT]: 'true' } },
      spec: {
        storageClassName: 'local',
        accessModes: ['ReadWriteOnce'],
        resources: { requests: { storage: '1Gi' } },
      },
    },
    change,
  );
const volume = (change: Json = {}): Json =>
  changed(
    {
      apiVersion: 'v1',
      kind: 'PersistentVolume',
      metadata: { name: 'pv-1' },
      spec: {
        accessModes: ['ReadWriteOnce'],
        capacity: { storage: '1Gi' },
        storageClassName: 'local',
        claimRef: { name: 'data', namespace: 'apps' },
        csi: {
          driver: 'localdisk.csi.acstor.io',
          volumeHandle: 'containerstorage#pv-1',
          volumeAttributes: {
            'localdisk.csi.acstor.io/capacity': '1073741824',
            'localdisk.csi.acstor.io/selected-initial-node': 'node-1',
          },
        },
      },
    },
    change,
  );
const containers = [{ name: 'main', image: 'docker.io/library/busybox:1.36.1' }];
const ofClaim = (claimName: string = 'data', name: string = claimName) => ({
  name,
  persistentVolumeClaim: { claimName },
});
const cache = {
  name: 'cache',
  ephemeral: {
    volumeClaimTemplate: {
      spec: {
        storageClassName: 'local',
        accessModes: ['ReadWriteOnce'],
        resources: { requests: { storage: '1Gi' } },
      },
    },
  },
};
const pod = (spec: Json, metadata: Json = {}): Json => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'web', namespace: 'apps', ...metadata },
  spec: { containers, ...spec },
});
const deployment = (
  spec: Json,
  replicas: number = 1,
  name: string = 'web',
  strategy: Json = { type: 'Recreate' },
): Json => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name, namespace: 'apps' },
  spec: {
    replicas,
    strategy,
    selector: { matchLabels: { app: name } },
    template: { metadata: { labels: { app: name } }, spec: { containers, ...spec } },
  },
});
const statefulSet = (template: Json = {}, change: Json = {}): Json =>
  changed(
    {
      apiVersion: 'apps/v1',
      kind: 'StatefulSet',
      metadata: { name: 'db', namespace: 'apps' },
      spec: {
        replicas: 3,
        selector: { matchLabels: { app: 'db' } },
        template: { metadata: { labels: { app: 'db' } }, spec: { containers } },
        volumeClaimTemplates: [
          changed(
            {
              metadata: { name: 'data', annotations: { [ACCEPT]: 'true' } },
              spec: {
                storageClassName: 'local',
                accessModes: ['ReadWriteOnce'],
                resources: { requests: { storage: '1Gi' } },
              },
            },
            template,
          ),
        ],
      },
    },
    change,
  );
const daemonSet = (flag: string, initContainers: Json[] = []): Json => ({
  apiVersion: 'apps/v1',
  kind: 'DaemonSet',
  metadata: { name: 'csi-local-node', namespace: 'kube-system' },
  spec: {
    selector: { matchLabels: { app: 'csi-local-node' } },
    template: {
      metadata: { labels: { app: 'csi-local-node' } },
      spec: { initContainers, containers: [{ name: 'driver', image: 'a', args: ['--v=2', flag] }] },
    },
  },
});
const webhook = {
  apiVersion: 'admissionregistration.k8s.io/v1',
  kind: 'MutatingWebhookConfiguration',
  metadata: { name: 'w' },
  webhooks: [{ name: 'hyperconverged.localdisk.csi.acstor.io' }],
};
const policy = {
  apiVersion: 'admissionregistration.k8s.io/v1',
  kind: 'MutatingAdmissionPolicy',
  metadata: { name: 'steer' },
  spec: {
    paramKind: { apiVersion: 'v1', kind: 'PersistentVolume' },
    matchConditions: [
      { name: 'local', expression: 'params.spec.csi.driver == "localdisk.csi.acstor.io"' },
    ],
  },
};
const STEERED = { 'cdk8s-volumes.io/local-disks': 'steer' };
const binding = {
  apiVersion: 'admissionregistration.k8s.io/v1',
  kind: 'MutatingAdmissionPolicyBinding',
  metadata: { name: 'steer' },
  spec: { policyName: 'steer', matchResources: { objectSelector: { matchLabels: STEERED } } },
};
const durable = {
  spec: { csi: { volumeAttributes: { 'localdisk.csi.acstor.io/failover-mode': 'durability' } } },
};

/** All findings, each with the number of its object, counted from zero. */
function findingsOn(objects: readonly Json[], target = targetFacts()): string[] {
  const world = readWorld(
    objects.map((manifest, index) => ({ key: String(index), manifest })),
    target,
  );
  return judge(world, LOCAL_JUDGES).map(
    (finding) => `${finding.severity} ${describeFinding(finding)}`,
  );
}

describe('there is nothing to say of', () => {
  test.each<[string, Json[]]>([
    ['a claim that accepts the loss of its data', [storageClass(), claim()]],
    [
      'a claim of another driver',
      [
        storageClass(),
        storageClass({
          metadata: { name: 'std' },
          provisioner: 'disk.csi.azure.com',
          volumeBindingMode: null,
        }),
        claim({
          metadata: { annotations: null },
          spec: { storageClassName: 'std', dataSource: {} },
        }),
      ],
    ],
    ['a claim whose class nobody knows', [claim({ metadata: { annotations: null } })]],
    [
      'a claim that a pod controls',
      [
        storageClass(),
        claim({
          metadata: {
            annotations: null,
            ownerReferences: [
              { apiVersion: 'v1', kind: 'Pod', name: 'web', uid: 'x', controller: true },
            ],
          },
        }),
      ],
    ],
    ['an ephemeral volume, without any annotation', [storageClass(), pod({ volumes: [cache] })]],
    ['a StatefulSet whose template accepts it', [storageClass(), statefulSet()]],
    [
      'pods with the label of the policy',
      [
        storageClass(),
        policy,
        binding,
        statefulSet({}, { spec: { template: { metadata: { labels: STEERED } } } }),
      ],
    ],
    [
      'ephemeral volumes, which begin empty',
      [storageClass(), policy, binding, deployment({ volumes: [cache] })],
    ],
    [
      'pods that name their nodes',
      [
        storageClass(),
        claim(),
        policy,
        binding,
        deployment({ nodeSelector: { 'example.com/node': 'a' }, volumes: [ofClaim()] }),
      ],
    ],
    [
      'pods of a policy for every pod',
      [
        storageClass(),
        claim(),
        policy,
        { ...binding, spec: { policyName: 'steer' } },
        deployment({ volumes: [ofClaim()] }),
      ],
    ],
    [
      'a volume with its node among the attributes, and the pod of its claim',
      [storageClass(), claim(), volume(), pod({ volumes: [ofClaim()] })],
    ],
    [
      'a volume with node affinity',
      [
        volume({
          spec: {
            csi: { volumeAttributes: { 'localdisk.csi.acstor.io/selected-initial-node': null } },
            nodeAffinity: {
              required: {
                nodeSelectorTerms: [
                  { matchExpressions: [{ key: NODE, operator: 'In', values: ['node-1'] }] },
                ],
              },
            },
          },
        }),
      ],
    ],
    [
      'a volume that says the same twice',
      [
        volume({
          spec: {
            nodeAffinity: {
              required: {
                nodeSelectorTerms: [
                  { matchExpressions: [{ key: NODE, operator: 'In', values: ['node-1'] }] },
                ],
              },
            },
          },
        }),
      ],
    ],
    [
      'a volume after a failover',
      [
        volume({
          metadata: { annotations: { 'localdisk.csi.acstor.io/selected-node': 'node-2' } },
        }),
      ],
    ],
    [
      'a volume with a limit of nothing, or of its size',
      [
        volume({ spec: { csi: { volumeAttributes: { 'localdisk.csi.acstor.io/limit': '0' } } } }),
        volume({
          spec: { csi: { volumeAttributes: { 'localdisk.csi.acstor.io/limit': '1073741824' } } },
        }),
      ],
    ],
    [
      'a device for several nodes, and a volume of one pod',
      [
        volume({ spec: { accessModes: ['ReadWriteMany'], volumeMode: 'Block' } }),
        volume({ spec: { accessModes: ['ReadWriteOncePod'] } }),
      ],
    ],
    [
      'a volume of another driver',
      [volume({ spec: { csi: { driver: 'disk.csi.azure.com', volumeHandle: 'x' } } })],
    ],
    [
      'a pod with nodeName whose volume is made already',
      [storageClass(), claim(), volume(), pod({ nodeName: 'node-1', volumes: [ofClaim()] })],
    ],
    [
      'several pods with a durable volume, which are on one node',
      [storageClass(), claim(), volume(durable), deployment({ volumes: [ofClaim()] }, 2)],
    ],
    [
      'several pods of a class that is durable',
      [
        storageClass({ parameters: { 'localdisk.csi.acstor.io/failover-mode': 'durability' } }),
        claim(),
        deployment({ volumes: [ofClaim()] }, 2),
      ],
    ],
    [
      'several pods of a volume with node affinity',
      [
        storageClass(),
        claim(),
        volume({
          spec: {
            nodeAffinity: {
              required: {
                nodeSelectorTerms: [
                  { matchExpressions: [{ key: NODE, operator: 'In', values: ['node-1'] }] },
                ],
              },
            },
          },
        }),
        deployment({ volumes: [ofClaim()] }, 2),
      ],
    ],
    [
      'several pods where the driver gives volumes node affinity',
      [
        storageClass(),
        claim(),
        deployment({ volumes: [ofClaim()] }, 2),
        daemonSet('--run-alongside-webhook=false'),
      ],
    ],
    [
      'several pods of which the claim lets in one',
      [
        storageClass(),
        claim({ spec: { accessModes: ['ReadWriteOncePod'] } }),
        deployment({ volumes: [ofClaim()] }, 2),
      ],
    ],
    [
      'no pods, and those that come in their stead',
      [
        storageClass(),
        claim(),
        deployment({ volumes: [ofClaim()] }, 0, 'old'),
        deployment({ volumes: [ofClaim()] }),
      ],
    ],
    [
      'a rollout that removes the old pod first',
      [
        storageClass(),
        claim(),
        deployment({ volumes: [ofClaim()] }, 1, 'web', {
          rollingUpdate: { maxSurge: 0, maxUnavailable: 1 },
        }),
      ],
    ],
    [
      'a rollout of no pods',
      [storageClass(), claim(), deployment({ volumes: [ofClaim()] }, 0, 'web', {})],
    ],
    [
      'a rollout of pods with a durable volume',
      [
        storageClass(),
        claim(),
        volume(durable),
        deployment({ volumes: [ofClaim()] }, 1, 'web', {}),
      ],
    ],
    [
      'durable volumes on one node',
      [
        storageClass(),
        claim(),
        volume(durable),
        claim({ metadata: { name: 'log' } }),
        volume(
          changed(durable, {
            metadata: { name: 'pv-2' },
            spec: { claimRef: { name: 'log' }, csi: { volumeHandle: 'containerstorage#pv-2' } },
          }),
        ),
        pod({ volumes: [ofClaim(), ofClaim('log')] }),
      ],
    ],
    [
      'a pod that may run on the node of its volume, among others',
      [
        storageClass(),
        claim(),
        volume(durable),
        pod({
          volumes: [ofClaim()],
          affinity: {
            nodeAffinity: {
              requiredDuringSchedulingIgnoredDuringExecution: {
                nodeSelectorTerms: [
                  { matchFields: [{ key: 'metadata.name', operator: 'In', values: ['node-2'] }] },
                  {
                    matchExpressions: [
                      { key: 'kubernetes.io/hostname', operator: 'NotIn', values: ['node-2'] },
                    ],
                  },
                ],
              },
            },
          },
        }),
      ],
    ],
    [
      'a pod that excludes the node of a volume with node affinity, which is for others to tell',
      [
        storageClass(),
        claim(),
        volume({
          spec: {
            nodeAffinity: {
              required: {
                nodeSelectorTerms: [
                  { matchExpressions: [{ key: NODE, operator: 'In', values: ['node-1'] }] },
                ],
              },
            },
          },
        }),
        pod({ volumes: [ofClaim()], nodeSelector: { 'kubernetes.io/hostname': 'node-2' } }),
      ],
    ],
    [
      'a class with a secret for the provisioner, which it can have',
      [
        storageClass({
          parameters: {
            'csi.storage.k8s.io/provisioner-secret-name': 's',
            'csi.storage.k8s.io/provisioner-secret-namespace': 'n',
          },
        }),
      ],
    ],
    ['a driver that a webhook stands beside', [daemonSet('--run-alongside-webhook=true'), webhook]],
    ['a driver that a policy stands beside', [daemonSet('--run-alongside-webhook=true'), policy]],
    ['a driver that gives volumes node affinity', [daemonSet('--run-alongside-webhook=false')]],
    ['a DaemonSet of another driver', [daemonSet('--endpoint=x')]],
    [
      'a class with all that the driver reads',
      [
        storageClass({
          parameters: {
            volumeGroup: 'fast-1',
            'localdisk.csi.acstor.io/failover-mode': 'availability',
            'csi.storage.k8s.io/fstype': 'xfs',
          },
        }),
      ],
    ],
    [
      'a class of no volume group, and one of the former name of the file system',
      [storageClass({ parameters: { volumeGroup: '', fstype: 'ext4' } })],
    ],
    [
      'the volume group that the driver makes',
      [
        storageClass(),
        daemonSet('--run-alongside-webhook=true', [
          { name: 'raid', env: [{ name: 'VOLUME_GROUP', value: 'containerstorage' }] },
        ]),
        webhook,
      ],
    ],
    [
      'a claim beside pods whose ephemeral claims are called otherwise',
      [storageClass(), claim({ metadata: { name: 'web-caches' } }), pod({ volumes: [cache] })],
    ],
    [
      'what is not an object at all',
      [
        null,
        5,
        { apiVersion: 'v1', kind: 'PersistentVolume' },
        { apiVersion: 'v1', kind: 'Pod', spec: { volumes: [null, { csi: 5 }] } },
        {
          apiVersion: 'storage.k8s.io/v1',
          kind: 'StorageClass',
          metadata: { name: 'x' },
          provisioner: 7,
        },
      ],
    ],
  ])('%s', (_, objects) => {
    expect(findingsOn(objects)).toEqual([]);
  });
});

const at = (key: string) => `metadata.annotations["${key}"]`;

/** Wrong variants, the object that it is told of last. */
const WRONG: [rule: string, objects: Json[], line: string][] = [
  [
    'ephemeral-only',
    [storageClass(), claim({ metadata: { annotations: null } })],
    `error 1: metadata.annotations: the claim "data" has the class "local": ${REFUSAL}; ${GIVE}`,
  ],
  [
    'ephemeral-only',
    [storageClass(), statefulSet({ metadata: { annotations: null } })],
    `error 1: spec.volumeClaimTemplates[0].metadata.annotations: the claim template "data" has the class "local": ${REFUSAL}; ${GIVE}`,
  ],
  [
    'ephemeral-only',
    [
      storageClass(),
      claim({
        metadata: {
          annotations: null,
          ownerReferences: [
            { apiVersion: 'apps/v1', kind: 'StatefulSet', name: 'db', controller: true },
          ],
        },
      }),
    ],
    `error 1: metadata.annotations: the claim "data" has the class "local": ${REFUSAL}; ${GIVE}`,
  ],
  [
    'class-by-annotation',
    [
      storageClass(),
      claim({
        metadata: {
          annotations: { [ACCEPT]: null, 'volume.beta.kubernetes.io/storage-class': 'local' },
        },
        spec: { storageClassName: 'std' },
      }),
    ],
    `error 1: ${at('volume.beta.kubernetes.io/storage-class')}: the claim "data" gets the class "local" from an annotation, which the webhook does not read: ${REFUSAL}; ${GIVE}`,
  ],
  [
    'class-by-default',
    [
      storageClass({
        metadata: { annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' } },
      }),
      claim({ metadata: { annotations: null }, spec: { storageClassName: null } }),
    ],
    `error 1: spec.storageClassName: the claim "data" does not name a class and gets the default class "local": ${REFUSAL}; ${GIVE}, or name another class`,
  ],
  [
    'owner-not-controller',
    [
      storageClass(),
      claim({
        metadata: {
          annotations: null,
          ownerReferences: [
            { apiVersion: 'v1', kind: 'ConfigMap' },
            { apiVersion: 'v1', kind: 'Pod', name: 'web' },
          ],
        },
      }),
    ],
    `error 1: metadata.ownerReferences[1]: the claim "data" has a pod among its owners that does not control it, and the webhook mistakes it for an ephemeral volume: ${REFUSAL}; ${GIVE}`,
  ],
  [
    'accept-value',
    [storageClass(), claim({ metadata: { annotations: { [ACCEPT]: 'True' } } })],
    `error 1: ${at(ACCEPT)}: the claim "data" has "True" for ${ACCEPT}, but only "true" counts: ${REFUSAL}; set it to "true"`,
  ],
  [
    'accept-value',
    [storageClass(), statefulSet({ metadata: { annotations: { [ACCEPT]: true } } })],
    `error 1: spec.volumeClaimTemplates[0].${at(ACCEPT)}: the claim template "data" has true for ${ACCEPT}, but only "true" counts: ${REFUSAL}; set it to "true"`,
  ],
  [
    'accept-old-key',
    [
      storageClass(),
      claim({
        metadata: {
          annotations: { [ACCEPT]: null, 'acstor.azure.com/accept-ephemeral-storage': 'true' },
        },
      }),
    ],
    `error 1: ${at('acstor.azure.com/accept-ephemeral-storage')}: the claim "data" has the annotation of the first version, which is no longer read: ${REFUSAL}; use ${ACCEPT}: "true" instead`,
  ],
  [
    'accept-misplaced',
    [storageClass(), statefulSet({}, { metadata: { annotations: { [ACCEPT]: 'true' } } })],
    `warning 1: ${at(ACCEPT)}: the annotation has no effect here; set it on the claim, or in the metadata of the volumeClaimTemplate`,
  ],
  [
    'accept-misplaced',
    [
      storageClass(),
      statefulSet({}, { spec: { template: { metadata: { annotations: { [ACCEPT]: 'true' } } } } }),
    ],
    `warning 1: spec.template.${at(ACCEPT)}: the annotation has no effect here; set it on the claim, or in the metadata of the volumeClaimTemplate`,
  ],
  [
    'accept-misplaced',
    [pod({}, { annotations: { [ACCEPT]: 'true' } })],
    `warning 0: ${at(ACCEPT)}: the annotation has no effect here; set it on the claim, or in the metadata of the volumeClaimTemplate`,
  ],
  [
    'accept-in-vain',
    [
      storageClass({ metadata: { name: 'efs' }, provisioner: 'efs.csi.aws.com' }),
      claim({ spec: { storageClassName: 'efs' } }),
    ],
    'warning 1: spec.storageClassName: the claim "data" accepts the loss of its data, but its class "efs" belongs to efs.csi.aws.com, which keeps data; ' +
      'use a class of localdisk.csi.acstor.io, or remove the annotation',
  ],
  [
    'accept-in-vain',
    [storageClass({ provisioner: 'efs.csi.aws.com' }), statefulSet()],
    'warning 1: spec.volumeClaimTemplates[0].spec.storageClassName: the claim template "data" accepts the loss of its data, but its class "local" belongs to efs.csi.aws.com, which keeps data; ' +
      'use a class of localdisk.csi.acstor.io, or remove the annotation',
  ],
  [
    'data-source',
    [
      storageClass(),
      claim({
        spec: {
          dataSource: { kind: 'PersistentVolumeClaim', name: 'x' },
          dataSourceRef: { kind: 'PersistentVolumeClaim', name: 'x' },
        },
      }),
    ],
    'error 1: spec.dataSource: the claim "data" requests the content of another object, but the driver can neither clone nor restore; remove it, and copy the data with a Job',
  ],
  [
    'data-source',
    [
      storageClass(),
      pod({
        volumes: [
          changed(cache, {
            ephemeral: {
              volumeClaimTemplate: { spec: { dataSourceRef: { kind: 'Thing', name: 'x' } } },
            },
          }),
        ],
      }),
    ],
    'error 1: spec.volumes[0].ephemeral.volumeClaimTemplate.spec.dataSourceRef: the ephemeral volume "cache" requests the content of another object, but the driver can neither clone nor restore; remove it, and copy the data with a Job',
  ],
  [
    'failover-mode',
    [storageClass({ parameters: { 'localdisk.csi.acstor.io/failover-mode': 'Durability' } })],
    'error 0: parameters["localdisk.csi.acstor.io/failover-mode"]: "Durability" is not a failover mode, and is treated as availability; must be one of availability, durability',
  ],
  [
    'failover-without-effect',
    [
      daemonSet('--run-alongside-webhook=false'),
      storageClass({ parameters: { 'localdisk.csi.acstor.io/failover-mode': 'durability' } }),
    ],
    'warning 1: parameters["localdisk.csi.acstor.io/failover-mode"]: the driver gives volumes node affinity here, so nothing reads the failover mode; remove it',
  ],
  [
    'volume-group',
    [storageClass({ parameters: { volumeGroup: 'a#b' } })],
    'error 0: parameters["volumeGroup"]: "a#b" contains a #, which separates it from the volume in a handle; use letters, digits and + _ . -',
  ],
  [
    'volume-group',
    [storageClass({ parameters: { volumeGroup: '-a' } })],
    'error 0: parameters["volumeGroup"]: "-a" is not a valid name of a volume group; use letters, digits and + _ . -',
  ],
  [
    'volume-group-of-raid',
    [
      daemonSet('--run-alongside-webhook=false', [
        { name: 'raid', env: [{ name: 'VOLUME_GROUP', value: 'fast' }] },
      ]),
      storageClass({ parameters: { volumeGroup: 'slow' } }),
    ],
    'warning 1: parameters["volumeGroup"]: the class uses the volume group "slow", but the driver creates "fast" on the disks; must be one of fast',
  ],
  [
    'class-parameter',
    [storageClass({ parameters: { VolumeGroup: 'fast' } })],
    'warning 0: parameters["VolumeGroup"]: the driver has no parameter "VolumeGroup": it has no effect; perhaps you meant "volumeGroup"',
  ],
  [
    'class-parameter',
    [storageClass({ parameters: { 'disk-models': 'x' } })],
    'warning 0: parameters["disk-models"]: the driver has no parameter "disk-models": it has no effect; remove it',
  ],
  [
    'provisioner-parameter',
    [storageClass({ parameters: { 'csi.storage.k8s.io/fs-type': 'xfs' } })],
    'error 0: parameters["csi.storage.k8s.io/fs-type"]: the driver has no parameter "csi.storage.k8s.io/fs-type": the provisioner refuses it; perhaps you meant "csi.storage.k8s.io/fstype"',
  ],
  [
    'provisioner-parameter',
    [storageClass({ parameters: { 'csi.storage.k8s.io/node-stage-secret-name': 'x' } })],
    'error 0: parameters["csi.storage.k8s.io/node-stage-secret-name"]: the provisioner refuses it: failed to get name and namespace template from params: ' +
      'either name and namespace for NodeStage secrets specified, Both must be specified; remove it: the driver reads no secrets',
  ],
  [
    'provisioner-parameter',
    [storageClass({ parameters: { 'csi.storage.k8s.io/node-stage-secret': 'x' } })],
    'error 0: parameters["csi.storage.k8s.io/node-stage-secret"]: the driver has no parameter "csi.storage.k8s.io/node-stage-secret": the provisioner refuses it; remove it',
  ],
  [
    'provisioner-parameter',
    [storageClass({ parameters: { fstype: 'ext4', 'csi.storage.k8s.io/fstype': 'xfs' } })],
    'error 0: parameters["fstype"]: the file system is already set by csi.storage.k8s.io/fstype, and the provisioner rejects both; remove it',
  ],
  [
    'initial-node',
    [storageClass({ parameters: { 'localdisk.csi.acstor.io/selected-initial-node': 'node-1' } })],
    'error 0: parameters["localdisk.csi.acstor.io/selected-initial-node"]: volumes on all nodes would claim to be on "node-1"; remove it',
  ],
  [
    'initial-node',
    [
      storageClass({ parameters: { 'localdisk.csi.acstor.io/selected-initial-node': 'node-1' } }),
      daemonSet('--run-alongside-webhook=true'),
      webhook,
    ],
    'warning 0: parameters["localdisk.csi.acstor.io/selected-initial-node"]: the driver writes the node of each volume itself, so "node-1" has no effect; remove it',
  ],
  [
    'immediate-binding',
    [storageClass({ volumeBindingMode: null })],
    'warning 0: volumeBindingMode: volumes are created immediately, before it is known where their pods have room; set volumeBindingMode: WaitForFirstConsumer',
  ],
  [
    'immediate-binding',
    [storageClass({ volumeBindingMode: 'Immediate' })],
    'warning 0: volumeBindingMode: volumes are created immediately, before it is known where their pods have room; set volumeBindingMode: WaitForFirstConsumer',
  ],
  [
    'provisioner-name',
    [storageClass({ provisioner: 'localdisks.csi.acstor.io' })],
    'warning 0: provisioner: there is no driver "localdisks.csi.acstor.io"; perhaps you meant "localdisk.csi.acstor.io"',
  ],
  [
    'node-name',
    [storageClass(), pod({ nodeName: 'node-1', volumes: [cache] })],
    'error 1: spec.nodeName: the class "local" waits for the scheduler to choose a node, but nodeName "node-1" bypasses it; set nodeSelector: { kubernetes.io/hostname: node-1 } instead',
  ],
  [
    'node-name',
    [storageClass(), claim(), deployment({ nodeName: 'node-1', volumes: [ofClaim()] })],
    'error 2: spec.template.spec.nodeName: the class "local" waits for the scheduler to choose a node, but nodeName "node-1" bypasses it; set nodeSelector: { kubernetes.io/hostname: node-1 } instead',
  ],
  [
    'inline-volume',
    [pod({ volumes: [{ name: 'tmp', csi: { driver: 'localdisk.csi.acstor.io' } }] })],
    'error 0: spec.volumes[0].csi: the driver cannot mount the inline volume "tmp"; use ephemeral.volumeClaimTemplate, with a class of the driver',
  ],
  [
    'shared-claim',
    [storageClass(), claim(), deployment({ volumes: [ofClaim()] }, 2)],
    'warning 2: spec.template.spec.volumes[0]: several pods of the workload mount the claim "data", whose volume is recreated, empty, wherever a pod of it starts; ' +
      'use volumeClaimTemplates of a StatefulSet, one pod with strategy: { type: Recreate }, or failover mode durability',
  ],
  [
    'shared-claim',
    [storageClass(), claim(), webhook, deployment({ volumes: [ofClaim()] }, 2)],
    'error 3: spec.template.spec.volumes[0]: several pods of the workload mount the claim "data", whose volume is recreated, empty, wherever a pod of it starts; ' +
      'use volumeClaimTemplates of a StatefulSet, one pod with strategy: { type: Recreate }, or failover mode durability',
  ],
  [
    'shared-claim',
    [
      storageClass(),
      claim(),
      volume(),
      pod({
        volumes: [
          { name: 'x', emptyDir: {} },
          { name: 'data', persistentVolumeClaim: { claimName: 'data', readOnly: true } },
        ],
      }),
      deployment({ volumes: [ofClaim()] }, 0),
      pod({ volumes: [ofClaim()] }, { name: 'other' }),
    ],
    'warning 3: spec.volumes[1]: "other" mounts, too, the claim "data", whose volume is recreated, empty, wherever a pod of it starts, even if it only reads; use volumeClaimTemplates of a StatefulSet, one pod, or failover mode durability',
  ],
  [
    'shared-claim',
    [storageClass(), claim(), deployment({ volumes: [ofClaim()] }, 1, 'web', {}), webhook],
    'error 2: spec.template.spec.volumes[0]: a rollout starts a second pod that mounts the claim "data", whose volume is recreated, empty, wherever a pod of it starts; ' +
      'use volumeClaimTemplates of a StatefulSet, one pod with strategy: { type: Recreate }, or failover mode durability',
  ],
  [
    'shared-claim',
    [
      storageClass(),
      claim(),
      deployment({ volumes: [ofClaim()] }, 1, 'web', {
        type: 'RollingUpdate',
        rollingUpdate: { maxSurge: 1, maxUnavailable: 1 },
      }),
    ],
    'warning 2: spec.template.spec.volumes[0]: a rollout starts a second pod that mounts the claim "data", whose volume is recreated, empty, wherever a pod of it starts; ' +
      'use volumeClaimTemplates of a StatefulSet, one pod with strategy: { type: Recreate }, or failover mode durability',
  ],
  [
    'durable-nodes',
    [
      storageClass(),
      claim(),
      volume(durable),
      claim({ metadata: { name: 'log' } }),
      volume(
        changed(durable, {
          metadata: { name: 'pv-2' },
          spec: {
            claimRef: { name: 'log' },
            csi: {
              volumeHandle: 'containerstorage#pv-2',
              volumeAttributes: { 'localdisk.csi.acstor.io/selected-initial-node': 'node-2' },
            },
          },
        }),
      ),
      pod({ volumes: [ofClaim(), ofClaim('log')] }),
    ],
    'error 5: spec.volumes: no node has all of the durable volumes: "data" on node-1 and "log" on node-2; mount them in separate pods',
  ],
  [
    'node-excluded',
    [
      storageClass(),
      claim(),
      volume(durable),
      deployment({ volumes: [ofClaim()], nodeSelector: { 'kubernetes.io/hostname': 'node-2' } }),
    ],
    'error 3: spec.template.spec.nodeSelector["kubernetes.io/hostname"]: the pod must not run on node-1, which has the durable volume of "data"; remove it, or name that node',
  ],
  [
    'node-excluded',
    [
      storageClass(),
      claim(),
      volume(durable),
      pod({
        volumes: [ofClaim()],
        affinity: {
          nodeAffinity: {
            requiredDuringSchedulingIgnoredDuringExecution: {
              nodeSelectorTerms: [
                { matchFields: [{ key: 'metadata.name', operator: 'In', values: ['node-2'] }] },
                { matchExpressions: [{ key: NODE, operator: 'NotIn', values: ['node-1'] }] },
              ],
            },
          },
        },
      }),
    ],
    'error 3: spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution: the pod must not run on node-1, which has the durable volume of "data"; remove it, or name that node',
  ],
  [
    'node-excluded',
    [
      storageClass(),
      claim(),
      volume(),
      deployment({ volumes: [ofClaim()], nodeSelector: { 'kubernetes.io/hostname': 'node-2' } }),
    ],
    'warning 3: spec.template.spec.nodeSelector["kubernetes.io/hostname"]: the pod must not run on node-1, which has the volume of "data": it gets an empty one elsewhere, and node-1 removes the data; ' +
      'remove it, or name that node',
  ],
  [
    'node-excluded',
    [
      storageClass(),
      claim(),
      volume(),
      claim({ metadata: { name: 'log' } }),
      volume(
        changed(durable, {
          metadata: { name: 'pv-2' },
          spec: { claimRef: { name: 'log' }, csi: { volumeHandle: 'containerstorage#pv-2' } },
        }),
      ),
      pod({ volumes: [ofClaim(), ofClaim('log')], nodeSelector: { [NODE]: 'node-9' } }),
    ],
    `error 5: spec.nodeSelector["${NODE}"]: the pod must not run on node-1, which has the durable volume of "log"; remove it, or name that node`,
  ],
  [
    'ephemeral-claim-name',
    [storageClass(), pod({ volumes: [cache] }), claim({ metadata: { name: 'web-cache' } })],
    'error 2: metadata.name: the claim "web-cache" has the name of the claim that the pod web needs for its ephemeral volume "cache", so the pod does not start; rename the claim or the volume',
  ],
  [
    'ephemeral-claim-name',
    [
      storageClass(),
      statefulSet({}, { spec: { template: { spec: { volumes: [cache] } } } }),
      claim({ metadata: { name: 'db-2-cache' } }),
    ],
    'error 2: metadata.name: the claim "db-2-cache" has the name of the claim that the pod db-2 needs for its ephemeral volume "cache", so the pod does not start; rename the claim or the volume',
  ],
  [
    'ephemeral-claim-name',
    [
      storageClass(),
      pod({ volumes: [changed(cache, { name: 'a-b' })] }),
      pod({ volumes: [changed(cache, { name: 'b' })] }, { name: 'web-a' }),
    ],
    'error 2: spec.volumes[0].name: the ephemeral volume "b" gets the claim "web-a-b", and so does "a-b" of the pod "web"; rename one of the volumes',
  ],
  [
    'ephemeral-claim-name',
    [storageClass(), pod({ volumes: [cache] }, { name: 'w'.repeat(248) })],
    'error 1: spec.volumes[0].name: the claim of the ephemeral volume "cache" gets a name of 254 characters; shorten it: the names of the pod and the volume may have 252 together',
  ],
  [
    'volume-handle',
    [volume({ spec: { csi: { volumeHandle: 'containerstorage#disk-1' } } })],
    'error 0: spec.csi.volumeHandle: "containerstorage#disk-1" does not name the logical volume "pv-1" of a volume group; use <volume group>#pv-1',
  ],
  [
    'volume-handle',
    [volume({ spec: { csi: { volumeHandle: '#pv-1' } } })],
    'error 0: spec.csi.volumeHandle: "#pv-1" does not name the logical volume "pv-1" of a volume group; use <volume group>#pv-1',
  ],
  [
    'volume-capacity',
    [volume({ spec: { csi: { volumeAttributes: { 'localdisk.csi.acstor.io/capacity': null } } } })],
    'error 0: spec.csi.volumeAttributes["localdisk.csi.acstor.io/capacity"]: the size of the volume is missing; use the number of bytes, such as "10737418240"',
  ],
  [
    'volume-capacity',
    [volume({ spec: { csi: { volumeAttributes: { 'localdisk.csi.acstor.io/capacity': '0' } } } })],
    'error 0: spec.csi.volumeAttributes["localdisk.csi.acstor.io/capacity"]: "0" is not the size of a volume; use the number of bytes, such as "10737418240"',
  ],
  [
    'volume-access-mode',
    [volume({ spec: { accessModes: ['ReadWriteMany', 'ReadWriteOnce'] } })],
    'error 0: spec.accessModes[0]: the driver does not mount volumes with the access mode "ReadWriteMany"; must be one of ReadWriteOnce, ReadWriteOncePod',
  ],
  [
    'volume-limit',
    [
      volume({
        spec: { csi: { volumeAttributes: { 'localdisk.csi.acstor.io/limit': '1073741823' } } },
      }),
    ],
    'error 0: spec.csi.volumeAttributes["localdisk.csi.acstor.io/limit"]: the limit "1073741823" is less than the size "1073741824"; set "0", which means no limit',
  ],
  [
    'volume-node',
    [
      volume({
        spec: {
          csi: { volumeAttributes: { 'localdisk.csi.acstor.io/selected-initial-node': '' } },
        },
      }),
    ],
    'error 0: spec.csi.volumeAttributes["localdisk.csi.acstor.io/selected-initial-node"]: the node is empty, which the garbage collectors treat as a different node: ' +
      'each of them removes the data; use the name of its node, or remove it and set node affinity',
  ],
  [
    'volume-node',
    [
      volume({
        spec: {
          csi: { volumeAttributes: { 'localdisk.csi.acstor.io/selected-initial-node': null } },
        },
      }),
    ],
    'error 0: spec.csi: nothing specifies the node of the volume; set the attribute localdisk.csi.acstor.io/selected-initial-node, or node affinity by topology.localdisk.csi.acstor.io/node',
  ],
  [
    'volume-node',
    [volume({ metadata: { annotations: { 'localdisk.csi.acstor.io/selected-node': '' } } })],
    'error 0: metadata.annotations["localdisk.csi.acstor.io/selected-node"]: the node is empty, which the garbage collectors treat as a different node: each of them removes the data; remove it',
  ],
  [
    'volume-node',
    [
      volume({
        spec: {
          nodeAffinity: {
            required: {
              nodeSelectorTerms: [
                { matchExpressions: [{ key: NODE, operator: 'In', values: ['node-2', 'node-3'] }] },
              ],
            },
          },
        },
      }),
    ],
    'error 0: spec.csi.volumeAttributes["localdisk.csi.acstor.io/selected-initial-node"]: the volume is on "node-1" according to this field, but on "node-2" or "node-3" according to its node affinity; remove one of them',
  ],
  [
    'room',
    [
      {
        apiVersion: 'storage.k8s.io/v1',
        kind: 'CSIStorageCapacity',
        metadata: { name: 'a', namespace: 'kube-system' },
        storageClassName: 'local',
        capacity: '1Mi',
      },
      storageClass(),
      claim(),
    ],
    'warning 2: spec.resources.requests.storage: the claim "data" requests "1Gi", but no node has more than "1Mi" for the class "local"; request less, or add nodes with larger disks',
  ],
  [
    'nobody-steers',
    [daemonSet('--run-alongside-webhook=true')],
    'error 0: spec.template.spec.containers[0].args[1]: --run-alongside-webhook=true leaves volumes without node affinity, and nothing steers pods to them; ' +
      'add a HyperconvergedPolicy or a HyperconvergedWebhook, or set --run-alongside-webhook=false',
  ],
  [
    'nobody-steers',
    [daemonSet('--run-alongside-webhook'), changed(policy, { spec: { matchConditions: [] } })],
    'error 0: spec.template.spec.containers[0].args[1]: --run-alongside-webhook=true leaves volumes without node affinity, and nothing steers pods to them; ' +
      'add a HyperconvergedPolicy or a HyperconvergedWebhook, or set --run-alongside-webhook=false',
  ],
  [
    'not-steered',
    [storageClass(), claim(), policy, binding, deployment({ volumes: [ofClaim()] })],
    'warning 4: spec.template.metadata.labels: its local volumes stay on their nodes, and the policy does not steer its pods there; ' +
      'call steer with the workload, or add the label of the policy to its pods',
  ],
  [
    'not-steered',
    [storageClass(), policy, binding, statefulSet()],
    'warning 3: spec.template.metadata.labels: its local volumes stay on their nodes, and the policy does not steer its pods there; ' +
      'call steer with the workload, or add the label of the policy to its pods',
  ],
  [
    'steered-in-vain',
    [policy, daemonSet('--run-alongside-webhook=false')],
    'warning 1: spec.template.spec.containers[0].args[1]: --run-alongside-webhook=false gives volumes node affinity, but pods are steered as well; set --run-alongside-webhook=true, or remove what steers pods',
  ],
];

describe('a mistake is told where it is, with the remedy', () => {
  test.each(WRONG)('%s', (rule, objects, line) => {
    // Where two share a claim, each of them is told.
    expect(findingsOn(objects)[0]).toBe(`${line} (local/${rule})`);
    expect(findingsOn(objects).filter((one) => !one.endsWith(`(local/${rule})`))).toEqual([]);
  });

  test('for each rule there is one that breaks it', () => {
    expect(
      Object.values(LOCAL_RULES)
        .map(({ id }) => id.replace('local/', ''))
        .filter((id) => !WRONG.some(([rule]) => rule === id)),
    ).toEqual([]);
  });
});

describe('an error among them makes the synthesis fail, whoever made the objects', () => {
  const errors = WRONG.filter(([, , line]) => line.startsWith('error '));

  test.each(errors)('%s', (rule, objects, line) => {
    const app = new App();
    const chart = new Chart(app, 'test');
    objects.forEach((object, index) => new ApiObject(chart, `object-${index}`, object));
    EphemeralOnly.enable(chart);
    const message = line.slice(line.indexOf(':') + 2).split('; ')[0];
    expect(() => app.synthYaml()).toThrow(`${message}; `);
    expect(() => app.synthYaml()).toThrow(`(local/${rule})`);
  });
});

test('of a driver in a cluster it is not known whether something steers pods', () => {
  const living = { metadata: { uid: '7', resourceVersion: '1' } };
  const driver = changed(daemonSet('--run-alongside-webhook=true'), living);
  expect(findingsOn([driver])).toEqual([]);
});

test('the default class of the target counts, too', () => {
  expect(
    findingsOn(
      [
        storageClass(),
        claim({ metadata: { annotations: null }, spec: { storageClassName: null } }),
      ],
      targetFacts({ defaultStorageClassName: 'local' }),
    ),
  ).toEqual([
    `error 1: spec.storageClassName: the claim "data" does not name a class and gets the default class "local": ${REFUSAL}; ${GIVE}, or name another class (local/class-by-default)`,
  ]);
});

describe("the driver's own examples", () => {
  const SET = parse(
    '{apiVersion: apps/v1, kind: StatefulSet, metadata: {name: s}, spec: {selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}, spec: {containers: []}}}}',
  );
  const own = parse(
    '{apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: {name: local}, provisioner: localdisk.csi.acstor.io, reclaimPolicy: Delete, volumeBindingMode: WaitForFirstConsumer, allowVolumeExpansion: true}',
  );

  test('with ephemeral volumes have no findings', () => {
    expect(
      findingsOn([own, changed(SET, { spec: { template: { spec: { volumes: [cache] } } } })]),
    ).toEqual([]);
  });
});
