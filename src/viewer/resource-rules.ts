/** The rules of PVCViewer resources that are rendered. */
import { defineRules } from '../findings';

export const VIEWER_RESOURCE_RULES = defineRules('viewer', {
  targetPortLeftOut: {
    warning: 'A viewer without a podSpec has a targetPort.',
    why: "It is the port of the operator's image; the image that replaces it listens on another one.",
    bad: 'networking: { basePrefix: /pvcviewer, targetPort: 8080 }',
    good: 'networking: { basePrefix: /pvcviewer }',
    source: 'this library',
  },
  rewriteLeftOut: {
    warning: 'A viewer without a podSpec has a rewrite.',
    why: "The image that replaces the operator's needs the prefix; without it, its links are broken.",
    bad: 'networking: { basePrefix: /pvcviewer, rewrite: / }',
    good: 'networking: { basePrefix: /pvcviewer }',
    source: 'this library',
  },
});
