/** The rules of configuration files, and of what is acknowledged in them and on objects. */
import { defineRules } from '../findings';

export const CHECK_RULES = defineRules('check', {
  noObjects: {
    warning: 'There is nothing to check.',
    why: 'Without objects in the input nothing is checked, and a wrong path or a chart that is not rendered looks like success.',
    bad: 'cdk8s-volumes check charts/app # templates only',
    good: 'helm template charts/app | cdk8s-volumes check -',
    source: 'this library',
  },
  configSyntax: {
    error: 'The configuration file is not one YAML document with options and values.',
    why: 'Nothing can be read from it, so it has no effect.',
    bad: 'target: { kubernetes: 1.34',
    good: 'target: { kubernetes: "1.34" }',
    source: 'this library',
  },
  acknowledgedUnknown: {
    error: 'An acknowledgement names a rule that does not exist.',
    why: 'The acknowledgement has no effect, and the intended warning is still reported.',
    bad: 'acknowledge: [{ rule: manifest/acces-mode, reason: … }]',
    good: 'acknowledge: [{ rule: manifest/access-mode, reason: … }]',
    source: 'this library',
  },
  acknowledgedReason: {
    error: 'An acknowledgement has no reason.',
    why: 'The next reader cannot tell what was reviewed from what was merely silenced.',
    bad: 'acknowledge: [{ rule: manifest/read-only-root }]',
    good: 'acknowledge: [{ rule: manifest/read-only-root, reason: our build of the image writes nothing }]',
    source: 'this library',
  },
  acknowledgedError: {
    warning: 'An error is acknowledged.',
    why: 'An error means that something cannot work, or that data is lost, whatever is acknowledged.',
    bad: 'acknowledge: [{ rule: manifest/access-mode, object: PersistentVolumeClaim/shop/data, reason: … }], for a claim that no driver makes',
    good: 'a claim that the driver makes',
    source: 'this library',
  },
  acknowledgedNothing: {
    warning: 'An acknowledgement matches no warning.',
    why: 'The acknowledged warning no longer exists, and a later one would be acknowledged unnoticed.',
    bad: 'acknowledge: [{ rule: manifest/read-only-root, object: Deployment/shop/web, reason: … }], for a Deployment that is fixed',
    good: 'no acknowledgement',
    source: 'this library',
  },
});
