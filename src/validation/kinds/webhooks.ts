/** Webhooks of admission: whom the API server asks, about what, and in which version. */
import { conditionProblems } from './admission-expressions';
import { ruleProblems } from './admission-matching';
import { repeats } from './field-names';
import { KindRules } from './kind';
import { Finding } from '../../findings';
import {
  Fields,
  fieldsOf,
  isFields,
  label1035Problems,
  subdomainProblems,
  textOf,
  valuesOf,
} from '../../kube';
import { listAt } from '../../model';
import { duplicate, invalid, required } from '../../resource';

const GROUP = 'admissionregistration.k8s.io';

export const WEBHOOK_RULES: { readonly [kindKey: string]: KindRules } = {
  [`${GROUP}/ValidatingWebhookConfiguration`]: { invalid: webhookProblems },
  [`${GROUP}/MutatingWebhookConfiguration`]: { invalid: webhookProblems },
};

function webhookProblems(after: Fields): Finding[] {
  const webhooks = listAt(after, 'webhooks');
  const isTwice = repeats(webhooks.map(({ name }) => textOf(name)));
  return webhooks.flatMap((webhook, index) => {
    const { name, clientConfig, admissionReviewVersions } = webhook;
    const path = `webhooks[${index}]`;
    return [
      ...(isTwice[index] && textOf(name) !== ''
        ? [duplicate(`${path}.name`, name, 'use a unique name')]
        : []),
      ...listAt(webhook, 'rules').flatMap((rule, number) =>
        ruleProblems(rule, `${path}.rules[${number}]`),
      ),
      ...clientProblems(fieldsOf(clientConfig), `${path}.clientConfig`),
      ...versionProblems(admissionReviewVersions, `${path}.admissionReviewVersions`),
      ...conditionProblems(webhook, 'matchConditions', `${path}.matchConditions`),
    ];
  });
}

function clientProblems({ url, service }: Fields, path: string): Finding[] {
  if ((url === undefined) === (service === undefined)) {
    return [required(path, 'keep one of them', 'exactly one of url or service is required')];
  }
  return isFields(service)
    ? serviceProblems(service, `${path}.service`)
    : urlProblems(textOf(url), `${path}.url`);
}

/** The server takes the name for the namespace, and the other way round. */
const NAMED: { readonly [field: string]: string } = { name: 'namespace', namespace: 'name' };

function serviceProblems(service: Fields, path: string): Finding[] {
  const { path: below, port } = service;
  const unnamed = Object.entries(NAMED).filter(([field]) => textOf(service[field]) === '');
  return [
    ...unnamed.map(([field, spelled]): Finding => {
      const finding = required(`${path}.${field}`, 'write it');
      return { ...finding, server: { ...finding.server!, field: `${path}.${spelled}` } };
    }),
    ...(typeof port === 'number' && (port < 1 || port > 65535)
      ? [
          invalid(
            `${path}.port`,
            port,
            'port is not valid: must be between 1 and 65535, inclusive',
            'use a port',
          ),
        ]
      : []),
    ...pathProblems(textOf(below))
      .slice(0, MOST_OF_PATH)
      .map((why) => invalid(`${path}.path`, below, why, 'use a path, such as /validate')),
  ];
}

/** Each fault of a path shows the whole of it, so only this many are reported. */
const MOST_OF_PATH = 10;

function pathProblems(path: string): string[] {
  if (path === '' || path === '/') return [];
  if (path === '//') return ['segment[0] may not be empty'];
  return [
    ...(path.startsWith('/') ? [] : ["must start with a '/'"]),
    ...path
      .slice(1)
      .replace(/\/$/, '')
      .split('/')
      .flatMap((step, index) =>
        step === ''
          ? [`segment[${index}] may not be empty`]
          : subdomainProblems(step).map((why) => `segment[${index}]: ${why}`),
      ),
  ];
}

const FORM = '; desired format: https://host[/path]';

function urlProblems(url: string, path: string): Finding[] {
  const [whole, fragment = ''] = parted(url, '#');
  const [place, query = ''] = parted(whole, '?');
  const scheme = /^[a-z][-a-z0-9+.]*(?=:)/i.exec(place)?.[0].toLowerCase() ?? '';
  const authority = /^(?:[a-z][-a-z0-9+.]*:)?\/\/([^/]*)/i.exec(place)?.[1] ?? '';
  const at = authority.lastIndexOf('@');
  const [user, host] = [authority.slice(0, Math.max(at, 0)), authority.slice(at + 1)];
  const wrong: [isWrong: boolean, value: string, why: string][] = [
    [scheme !== 'https', scheme, `'https' is the only allowed URL scheme${FORM}`],
    [host === '', host, `host must be specified${FORM}`],
    [at >= 0, user, 'user information is not permitted in the URL'],
    [fragment !== '', fragment, 'fragments are not permitted in the URL'],
    [query !== '', query, 'query parameters are not permitted in the URL'],
  ];
  return wrong.flatMap(([isWrong, value, why]) =>
    isWrong ? [invalid(path, value, why, 'use one such as https://host/path')] : [],
  );
}

/** What stands before a sign, and behind it if it is there. */
function parted(text: string, sign: string): [before: string, behind?: string] {
  const at = text.indexOf(sign);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

/** Versions of reviews that the server knows. */
const VERSIONS: readonly unknown[] = ['v1', 'v1beta1'];

function versionProblems(given: unknown, path: string): Finding[] {
  const versions = valuesOf(given);
  const remedy = 'use v1';
  if (versions.length === 0) {
    return [required(path, remedy, `must specify one of ${VERSIONS.join(', ')}`)];
  }
  const isTwice = repeats(versions);
  const why = `must include at least one of ${VERSIONS.join(', ')}`;
  return [
    ...versions.flatMap((version, index) => {
      const at = `${path}[${index}]`;
      return isTwice[index]
        ? [invalid(at, version, 'duplicate version', 'remove it')]
        : label1035Problems(textOf(version)).map((one) => invalid(at, version, one, remedy));
    }),
    ...(versions.some((version) => VERSIONS.includes(version))
      ? []
      : [invalid(path, versions, why, remedy)]),
  ];
}
