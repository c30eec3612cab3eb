/** The rules of the EFS driver's own options. */
import { defineRules } from '../../findings';

const DRIVER = 'aws-efs-csi-driver v3.4.1';

export const EFS_STACK_RULES = defineRules('efs', {
  driverLimit: {
    error: 'A limit is not a whole number that the driver accepts.',
    why: 'With a limit of zero or less, the node plugin exits; below 21049, the range of ports is the default one.',
    bad: 'maxInflightMounts: 0',
    good: 'maxInflightMounts: 10',
    source: `${DRIVER}, options`,
  },
  driverTags: {
    error: "A tag exceeds the limits of AWS or of the driver's flag.",
    why: 'The controller drops a tag that it cannot read, and AWS refuses one that is too long.',
    bad: "tags: { 'a\\\\': b }",
    good: 'tags: { team: storage }',
    source: `${DRIVER}, parsing of --tags; Amazon EFS, tag restrictions`,
  },
  driverUtilsConfig: {
    error: 'A setting of efs-utils has a comma, or a section or key has a separator.',
    why: 'The node plugin exits, or changes another setting.',
    bad: "efsUtilsConfig: { mount: { a: '1,2' } }",
    good: "efsUtilsConfig: { mount: { stunnel_debug_enabled: 'true' } }",
    source: `${DRIVER}, parsing of --efs-utils-conf-overrides`,
  },
  driverProtectedSetting: {
    warning: 'A setting of efs-utils decides where mounts connect to, or whom they trust.',
    why: 'The node plugin takes it up to v3.4.2, and rejects its flag from v3.5.0 on.',
    bad: "efsUtilsConfig: { mount: { stunnel_check_cert_hostname: 'false' } }",
    good: "efsUtilsConfig: { mount: { stunnel_debug_enabled: 'true' } }",
    source: 'aws-efs-csi-driver v3.5.0, parsing of --efs-utils-conf-overrides',
  },
  driverOperatorMode: {
    error: 'In operator mode, options of the driver are set.',
    why: 'The operator has none: operator mode writes only what the operator would write.',
    bad: 'operatorMode: true, tags: {…}',
    good: 'operatorMode: true',
    source: 'aws-efs-operator 036c30e, statics',
  },
  driverRoleArn: {
    error: "The IAM role for OpenShift's operator is not specified by its ARN.",
    why: 'The operator has no credentials.',
    bad: 'roleArn: efs-csi',
    good: 'roleArn: arn:aws:iam::111122223333:role/efs-csi',
    source: 'openshift/csi-operator 2026-08, CredentialsRequests',
  },
});
