/** Labels and annotations of claim templates that the next release changes. */
import { API_SERVER } from './sources';
import { defineRules, Finding, show, violation } from '../../findings';
import { Judge, JudgedObject } from '../../judge';
import { fieldsOf, listOf, textOf } from '../../object';

const RULES = defineRules('gitops', {
  releaseInTemplate: {
    warning: 'A claim template has labels or annotations that change with a release.',
    why: 'The volume claim templates of a StatefulSet cannot be changed, including their labels: the next release is rejected.',
    bad: 'volumeClaimTemplates: [{ metadata: { name: data, labels: { helm.sh/chart: valkey-3.0.9 } } }]',
    good: 'volumeClaimTemplates: [{ metadata: { name: data, labels: { app.kubernetes.io/name: valkey } } }]',
    source: `${API_SERVER}; wiremind/wiremind-helm-charts#527`,
  },
});

export const TEMPLATE_JUDGE: Judge = {
  rules: () => [RULES],
  kinds: ['apps/StatefulSet'],
  check: checkTemplates,
};

/** Keys of which any value that has a number in it is that of a release. */
const OF_RELEASE =
  /^(helm\.sh\/chart|chart|app\.kubernetes\.io\/(version|chart)|.*(chart|app|image)[-_.]?version|.*\/version)$/i;
/** Keys of what is computed of the content. */
const OF_CONTENT = /checksum|sha256|sha1|digest|config-?hash/i;
/** Keys of a time, a revision or a commit. */
const OF_CHANGE = new RegExp(
  '(^|[./_-])(revision|commit|git-?sha|build|build-?(id|number)|image-?tag|timestamp|release-?date' +
    '|(deployed|released|updated|built)-?(at|on|date))$',
  'i',
);
/** A number with dots in it, or a commit. */
const PLAIN_VERSION = /\d\.\d|[0-9a-f]{7}/;

function checkTemplates({ manifest }: JudgedObject): Finding[] {
  return listOf(fieldsOf(manifest.spec).volumeClaimTemplates).flatMap((template, index) => {
    const metadata = fieldsOf(template.metadata);
    const found = (['labels', 'annotations'] as const).flatMap((part) =>
      Object.entries(fieldsOf(metadata[part])).flatMap(([key, value]) =>
        isOfRelease(key, textOf(value)) ? [{ part, key, value }] : [],
      ),
    );
    if (found.length === 0) return [];
    const [{ part, key }] = found;
    const path = `spec.volumeClaimTemplates[${index}].metadata.${part}${found.length === 1 ? `[${JSON.stringify(key)}]` : ''}`;
    const some = found
      .slice(0, MOST)
      .map((one) => `${one.key}: ${show(one.value)}`)
      .join(', ');
    const told = found.length > MOST ? `${some} and ${found.length - MOST} more` : some;
    return [
      violation(
        RULES.releaseInTemplate,
        path,
        `the claim template ${show(metadata.name)} has ${told}, ` +
          'which changes with each release: claim templates cannot be changed, so the next release is rejected',
        'remove what changes from the claim template',
      ),
    ];
  });
}

const MOST = 5;

function isOfRelease(key: string, value: string): boolean {
  if (value === '') return false;
  if (OF_CONTENT.test(key) || OF_CHANGE.test(key)) return true;
  if (/^(helm\.sh\/chart|chart)$/i.test(key)) return /\d/.test(value) && /[-_+.]v?\d/.test(value);
  if (OF_RELEASE.test(key)) return /\d/.test(value);
  return key === 'version' ? PLAIN_VERSION.test(value) : hasVersion(value);
}

/** Whether there is a version of three numbers in the text: four are an address. */
function hasVersion(value: string): boolean {
  return value
    .split(/[^\d.]/)
    .some((part) => part.split('.').filter((number) => number !== '').length === 3);
}
