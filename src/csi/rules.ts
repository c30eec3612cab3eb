/** The rules of a driver's installation: what does not run, what collides, what has no effect. */
import { defineRules } from '../findings';

const KUBERNETES = 'Kubernetes';
const REFUSED = 'The API server refuses the object.';
const OPENSHIFT = 'OpenShift 4, security context constraints';

export const CSI_RULES = defineRules('csi', {
  name: {
    error:
      "Objects of a definition have names that are not valid or not distinct, or the driver's name has more than 63 characters.",
    why: 'The API server refuses the objects.',
    bad: 'name: EFS',
    good: 'name: efs.csi.aws.com',
    source: `${KUBERNETES}, validation of names and of CSIDriver`,
  },
  value: {
    error: 'An option is outside its range.',
    why: 'The API server or the driver rejects the value.',
    bad: 'replicas: 0',
    good: 'replicas: 2',
    source: KUBERNETES,
  },
  image: {
    error: 'The repository, tag or digest of an image is not valid.',
    why: 'The container runtime cannot pull the image.',
    bad: "overrides: { plugin: { tag: 'repo:v1' } }",
    good: "overrides: { plugin: { repository: 'repo', tag: 'v1' } }",
    source: 'OCI distribution specification 1.1',
  },
  imageRegistry: {
    warning: 'An image does not name its registry, and not all nodes pull it from Docker Hub.',
    why: "CRI-O, which OpenShift uses, looks them up in the registries of the node's configuration, or refuses to pull them: what runs depends on the node.",
    bad: "overrides: { plugin: { repository: 'team/plugin' } }",
    good: "overrides: { plugin: { repository: 'docker.io/team/plugin' } }",
    source: 'containers-registries.conf(5), unqualified-search-registries and short-name-mode',
  },
  role: {
    error:
      'A rule of a role has no verbs, or neither API groups with resources nor non-resource URLs.',
    why: REFUSED,
    bad: "rules: [{ resources: ['nodes'], verbs: ['get'] }]",
    good: "rules: [{ apiGroups: [''], resources: ['nodes'], verbs: ['get'] }]",
    source: `${KUBERNETES}, validation of ClusterRole`,
  },
  unknownContainer: {
    error: 'Options are set for a container that the driver does not have.',
    why: 'They would have no effect.',
    bad: 'node: { containers: { plugin: {…} } }',
    good: "node: { containers: { 'efs-plugin': {…} } }",
    source: 'the definition of the driver',
  },
  selectorLabel: {
    error: 'A pod label replaces one that the workload selects its pods by.',
    why: 'The API server refuses a workload whose selector does not match its template.',
    bad: 'podLabels: { app: mine }',
    good: 'podLabels: { team: storage }',
    source: `${KUBERNETES}, validation of DaemonSet and Deployment`,
  },
  roleArn: {
    error: 'The IAM role of a service account is not specified by its ARN.',
    why: 'EKS ignores the annotation, and the driver has no credentials.',
    bad: 'roleArn: efs-csi',
    good: 'roleArn: arn:aws:iam::111122223333:role/efs-csi',
    source: 'Amazon EKS, IAM roles for service accounts',
  },
  requirement: {
    error: 'A setting that the driver requires is changed.',
    why: "Volumes are not mounted, or hang; the driver's definition says why.",
    bad: 'csiDriver: { podInfoOnMount: true }, for EFS',
    good: 'csiDriver left out',
    source: 'the definition of the driver',
  },
  workerSelector: {
    error:
      'The label node-role.kubernetes.io/worker selects nodes on a platform other than OpenShift.',
    why: 'Elsewhere no node has it: no pod of the driver is scheduled, and no volume is mounted.',
    bad: "Platform.EKS, node: { nodeSelector: { 'node-role.kubernetes.io/worker': '' } }",
    good: 'Platform.EKS',
    source: 'the labels that OpenShift 4, Amazon EKS and kubeadm set',
  },
  port: {
    error: 'A port is not a whole number from 1 to 65535.',
    why: 'The API server refuses the workload.',
    bad: 'healthPort: 98090',
    good: 'healthPort: 9809',
    source: `${KUBERNETES}, validation of container ports`,
  },
  portClash: {
    error: 'Two containers listen on the same port, or one on a port that the driver needs.',
    why: 'The second container cannot listen and restarts forever, or a port that mounts need is taken.',
    bad: 'controller: { hostNetwork: true, healthPort: 9809 }',
    good: 'controller: { hostNetwork: true, healthPort: 9909 }',
    source: `${KUBERNETES}, network of pods and hosts`,
  },
  disruptionBudget: {
    warning: 'A controller with a disruption budget has only one replica.',
    why: 'Its one pod may never be evicted: draining its node waits forever.',
    bad: 'controller: { podDisruptionBudget: true, replicas: 1 }',
    good: 'controller: { podDisruptionBudget: true, replicas: 2 }',
    source: `${KUBERNETES}, eviction`,
  },
  openshiftNamespace: {
    error: 'On OpenShift, the driver is in a default namespace, or in one of OpenShift itself.',
    why: "Security context constraints are not applied in default namespaces, and OpenShift's own namespace for drivers denies network traffic.",
    bad: 'Platform.OPENSHIFT, namespace: kube-system',
    good: 'Platform.OPENSHIFT, namespace: aws-efs-csi-driver',
    source: `${OPENSHIFT}; NetworkPolicies of openshift-cluster-csi-drivers`,
  },
  sccName: {
    error: 'Custom SecurityContextConstraints have the same name as others.',
    why: 'They would overwrite the built-in ones, for every pod in the cluster, or the ones of the other plugin.',
    bad: "openshift: { nodeSccName: 'privileged' }",
    good: 'openshift: { sccMode: SccMode.PRIVILEGED }',
    source: `${OPENSHIFT}, the built-in ones`,
  },
  sccKind: {
    error: 'SecurityContextConstraints are created on a platform other than OpenShift.',
    why: 'No other API server serves the kind, so the whole sync fails.',
    bad: 'Platform.EKS with the definition of an OpenShift operator',
    good: 'Platform.OPENSHIFT',
    source: OPENSHIFT,
  },
  operatorPlatform: {
    error: "OpenShift's operator is used on another platform, or for a driver that has none.",
    why: 'There is no catalog to install it from.',
    bad: 'mode: OPENSHIFT_OPERATOR, Platform.EKS',
    good: 'mode: OPENSHIFT_OPERATOR, Platform.OPENSHIFT',
    source: 'OpenShift 4, Operator Lifecycle Manager',
  },
  optionWithoutEffect: {
    warning: 'An option that is set has no effect.',
    why: 'A reader would expect an effect.',
    bad: 'mode: EXTERNAL, logLevel: 5',
    good: 'mode: EXTERNAL',
    source: 'the documentation of CsiDriverStack',
  },
  noController: {
    error: 'Options for the controller are set for a driver that has none.',
    why: 'There is nothing to deploy.',
    bad: 'controller: { enabled: true }, for a driver without a controller',
    good: 'controller left out',
    source: 'the definition of the driver',
  },
  controllerDisabled: {
    error: 'A class is dynamic, but the controller of its driver is disabled.',
    why: 'Nothing provisions volumes for its claims: they stay pending.',
    bad: 'a dynamic class, controller: { enabled: false }',
    good: 'a dynamic class, controller left out',
    source: 'kubernetes-csi/external-provisioner v6.3.0',
  },
  dynamicParameter: {
    error: 'A class with parameters for dynamic provisioning is declared static.',
    why: 'No controller would be deployed for it, and its claims would stay pending.',
    bad: "dynamic: false, parameters: { provisioningMode: 'efs-ap', … }",
    good: "parameters: { provisioningMode: 'efs-ap', … }",
    source: 'the definition of the driver',
  },
  classParameter: {
    error: 'A class has a parameter that the driver rejects as it is installed.',
    why: 'No volumes are provisioned for their claims.',
    bad: "enableTagging: 'false', for an EFS driver with tags",
    good: 'enableTagging left out',
    source: 'the definition of the driver',
  },
  classTwice: {
    error: 'Two classes of a stack have the same name.',
    why: 'The last one applied wins, or is rejected.',
    bad: 'two classes efs-sc',
    good: 'efs-sc and efs-dynamic',
    source: KUBERNETES,
  },
  oneStack: {
    error: 'A driver is installed twice in an app.',
    why: 'A node has one socket for each driver, and a cluster one CSIDriver: two installations compete for them.',
    bad: "two stacks for efs.csi.aws.com, or one beside OpenShift's operator for it",
    good: 'one stack; for another cluster, another app',
    source: `${KUBERNETES}, registration of CSI drivers`,
  },
});
