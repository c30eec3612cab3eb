/**
 * The formats of texts that the API server judges, by their names without dashes.
 *
 * Facts: k8s.io/kube-openapi `validation/strfmt`. Formats that no manifest has, such as credit
 * cards, are not among them; of an address of mail or of the web only the outline is looked at.
 */
import { isIP, lazily, parseDuration } from '../kube';

const UUID = (version: string, variant: string) =>
  new RegExp(
    `^[0-9a-f]{8}-?[0-9a-f]{4}-?${version}[0-9a-f]{3}-?${variant}[0-9a-f]{3}-?[0-9a-f]{12}$`,
    'i',
  );
const UUIDS = {
  any: UUID('[0-9a-f]', '[0-9a-f]'),
  3: UUID('3', '[0-9a-f]'),
  4: UUID('4', '[89ab]'),
  5: UUID('5', '[89ab]'),
};
const TIME = /^([0-9]{2}):([0-9]{2}):([0-9]{2})(.[0-9]+)?(z|([+-][0-9]{2}:[0-9]{2}))$/;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{4})$/;
const MAC = new RegExp(
  [
    '^[0-9a-f]{2}([:-])(?:[0-9a-f]{2}\\1){4}(?:(?:[0-9a-f]{2}\\1){2}|(?:[0-9a-f]{2}\\1){14})?[0-9a-f]{2}$',
    '^[0-9a-f]{4}(?:\\.[0-9a-f]{4}){2}(?:\\.[0-9a-f]{4}|(?:\\.[0-9a-f]{4}){7})?$',
    '^(?:[0-9a-f]{12}|[0-9a-f]{16}|[0-9a-f]{40})$',
  ].join('|'),
  'i',
);
const LABEL = '[a-z0-9]([-a-z0-9]*[a-z0-9])?';
const SHORT_NAME = new RegExp(`^${LABEL}$`);
const LONG_NAME = new RegExp(`^${LABEL}(\\.${LABEL})*$`);
const HOST_SIGN = 'a-zA-Z0-9\\p{S}\\p{L}';
/** The engine takes a while to make it. */
const host = lazily(
  () =>
    new RegExp(
      `^(?:[${HOST_SIGN}]-?[${HOST_SIGN}]{0,62}|(?:[${HOST_SIGN}](?:[-${HOST_SIGN}]{0,61}[${HOST_SIGN}])?\\.)+[a-zA-Z\\p{L}]{2,63})$`,
      'u',
    ),
);
const WORDY_DURATION =
  /\d\s*(?:ns|us|µs|ms|s|m|h|d|w|wk|hr|nano\w*|micro\w*|milli\w*|sec\w*|min\w*|hour\w*|day\w*|week\w*)(?![a-zµ])/i;

export const FORMATS: { readonly [name: string]: (text: string) => boolean } = {
  bsonobjectid: (text) => /^[0-9a-f]{24}$/i.test(text),
  byte: (text) => BASE64.test(text),
  cidr: isCidr,
  date: isDate,
  datetime: isDateTime,
  duration: (text) => parseDuration(text) !== undefined || WORDY_DURATION.test(text),
  email: (text) => /^[^@\s]+@[^@\s]+$/.test(text),
  hexcolor: (text) => /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.test(text),
  hostname: isHostname,
  ipv4: (text) => text.includes('.') && (isSloppyIPv4(text) || isAddress6(text)),
  ipv6: isAddress6,
  k8slongname: (text) => text.length <= 253 && LONG_NAME.test(text),
  k8sshortname: (text) => text.length <= 63 && SHORT_NAME.test(text),
  mac: (text) => MAC.test(text),
  password: () => true,
  uri: (text) => /^(\/|[a-z][-+.a-z0-9]*:)[^\s#]*$/i.test(text),
  uuid: (text) => UUIDS.any.test(text),
  uuid3: (text) => UUIDS[3].test(text),
  uuid4: (text) => UUIDS[4].test(text),
  uuid5: (text) => UUIDS[5].test(text),
};

function isDate(text: string): boolean {
  if (!/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** The hour, minute and second are checked, the offset from UTC is not. */
function isDateTime(text: string): boolean {
  const [date, time] = text.toLowerCase().split('t');
  const match = time === undefined || !isDate(date) ? null : TIME.exec(time);
  return match !== null && match[1] <= '23' && match[2] <= '59' && match[3] <= '59';
}

/** Leading zeros are tolerated. */
function isSloppyIPv4(text: string): boolean {
  return (
    isIP(
      text
        .split('.')
        .map((part) => part.replace(/^0+(?=[0-9])/, ''))
        .join('.'),
    ) === 4
  );
}

function isAddress6(text: string): boolean {
  return isIP(text) === 6 && !text.includes('%');
}

function isCidr(text: string): boolean {
  const [address, bits, more] = text.split('/');
  if (more !== undefined || bits === undefined || !/^[0-9]+$/.test(bits)) return false;
  return isSloppyIPv4(address) ? Number(bits) <= 32 : isAddress6(address) && Number(bits) <= 128;
}

/** A name without dots may have one dash, after its first letter. */
function isHostname(text: string): boolean {
  return (
    host().test(text) &&
    Buffer.byteLength(text) <= 255 &&
    text.split('.').every((label) => Buffer.byteLength(label) <= 63)
  );
}
