/** The rules of PVCViewer resources that are rendered. */
import { defineRules, Severity } from '../findings';

export const VIEWER_RESOURCE_RULES = defineRules('viewer', {
  targetPortLeftOut: {
    severity: Severity.WARNING,
    summary: 'A viewer without a podSpec has a targetPort.',
    why: "It is the port of the operator's image; the image that replaces it listens on another one.",
    bad: 'networking: { basePrefix: /pvcviewer, targetPort: 8080 }',
    good: 'networking: { basePrefix: /pvcviewer }',
    source: 'this library',
  },
  rewriteLeftOut: {
    severity: Severity.WARNING,
    summary: 'A viewer without a podSpec has a rewrite.',
    why: "The image that replaces the operator's needs the prefix; without it, its links are broken.",
    bad: 'networking: { basePrefix: /pvcviewer, rewrite: / }',
    good: 'networking: { basePrefix: /pvcviewer }',
    source: 'this library',
  },
});
