/**
 * Metadata at their limits, all that is said of them. Answers of k8s.io/apimachinery 0.36.3,
 * api/validation.
 */
import { lineOf, validateMetadata } from '../../src/resource';

const NAMED = { name: 'data', namespace: 'team-a' };
const messages = (metadata: unknown) =>
  validateMetadata(metadata).map((error) => `${error.path}|${lineOf(error)}`);
const SUBDOMAIN =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric " +
  "character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
const KEY =
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or " +
  "'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";

test.each<[string, object, string[]]>([
  ['a generated name ends with one dash', { generateName: 'a-' }, []],
  ['or with two', { generateName: 'a--' }, []],
  [
    'nor is it a dash alone',
    { generateName: '-' },
    [`metadata.generateName|metadata.generateName: Invalid value: "-": ${SUBDOMAIN}`],
  ],
  [
    'nor does it end with a dot',
    { generateName: 'a.' },
    [`metadata.generateName|metadata.generateName: Invalid value: "a.": ${SUBDOMAIN}`],
  ],
  [
    'a name may be missing where none is generated, and is asked for',
    { name: '' },
    ['metadata.name|metadata.name: Required value: name or generateName is required'],
  ],
  ['annotations of 256 KiB are stored', { annotations: { a: 'b'.repeat(262143) } }, []],
  [
    'a byte more is too much, keys included',
    { annotations: { ab: 'b'.repeat(262143) } },
    ['metadata.annotations|metadata.annotations: Too long: may not be more than 262144 bytes'],
  ],
  [
    'an annotation key is judged in lower case',
    { annotations: { 'Example.com/X': '', 'Ex_ample.com/x': '' } },
    [
      `metadata.annotations|metadata.annotations: Invalid value: "Ex_ample.com/x": prefix part ${SUBDOMAIN}`,
    ],
  ],
  [
    'a label key is not',
    { labels: { 'Example.com/X': '' } },
    [`metadata.labels|metadata.labels: Invalid value: "Example.com/X": prefix part ${SUBDOMAIN}`],
  ],
  [
    "of a key, prefix and name are told, sorted as the API server's lines",
    { labels: { '/': '' }, finalizers: ['/'] },
    [
      ...['finalizers', 'labels'].flatMap((field) =>
        ['name part must be non-empty', `name part ${KEY}`, 'prefix part must be non-empty'].map(
          (problem) => `metadata.${field}|metadata.${field}: Invalid value: "/": ${problem}`,
        ),
      ),
    ],
  ],
])('%s', (_, change, expected) => expect(messages({ ...NAMED, ...change })).toEqual(expected));
