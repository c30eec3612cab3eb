/** The rules of PVCViewer resources that are rendered. */
import { defineRules, Severity } from '../findings';

export const VIEWER_RESOURCE_RULES = defineRules('viewer', {
  targetPortLeftOut: {
    severity: Severity.WARNING,
    summary: 'A viewer without a podSpec needs no targetPort.',
    why: 'It is the port of the operator\'s image; the one that stands in for it answers at another.',
    bad: 'networking: { basePrefix: /pvcviewer, targetPort: 8080 }',
    good: 'networking: { basePrefix: /pvcviewer }',
    source: 'this library',
  },
  rewriteLeftOut: {
    severity: Severity.WARNING,
    summary: 'A viewer without a podSpec needs no rewrite.',
    why: 'The image that stands in for the operator\'s wants its prefix; without it, its links lead nowhere.',
    bad: 'networking: { basePrefix: /pvcviewer, rewrite: / }',
    good: 'networking: { basePrefix: /pvcviewer }',
    source: 'this library',
  },
});
