/** What the definitions of the Gateway API write out and refuse, as far as manifests meet it: version 1.4. */
import { CelSchema } from './schema-rules';

const open = { 'x-kubernetes-preserve-unknown-fields': true } as const;
const listOf = (items: CelSchema): CelSchema => ({ type: 'array', items });
const object = (properties: { readonly [field: string]: CelSchema }, more: CelSchema = {}): CelSchema =>
  ({ type: 'object', ...open, properties, ...more });

const OF_PATHS = "['Exact', 'PathPrefix']";
const unlessInPath = (text: string, rule = `!self.value.contains('${text}')`, words = 'contain') =>
  ({ rule: `self.type in ${OF_PATHS} ? ${rule} : true`, message: `must not ${words} '${text}' when type one of ${OF_PATHS}` });

const PATH = object({ type: { type: 'string', default: 'PathPrefix' }, value: { type: 'string', default: '/' } }, {
  'x-kubernetes-validations': [
    {
      rule: `self.type in ${OF_PATHS} ? self.value.startsWith('/') : true`,
      message: `value must be an absolute path and start with '/' when type one of ${OF_PATHS}`,
    },
    ...['//', '/./', '/../', '%2f', '%2F', '#'].map((text) => unlessInPath(text)),
    ...['/..', '/.'].map((text) => unlessInPath(text, `!self.value.endsWith('${text}')`, 'end with')),
    { rule: "self.type in ['Exact','PathPrefix','RegularExpression']", message: "type must be one of ['Exact', 'PathPrefix', 'RegularExpression']" },
    {
      rule: `self.type in ${OF_PATHS} ? self.value.matches(r"^(?:[-A-Za-z0-9/._~!$&'()*+,;=:@]|[%][0-9a-fA-F]{2})+$") : true`,
      message: "must only contain valid characters (matching ^(?:[-A-Za-z0-9/._~!$&'()*+,;=:@]|[%][0-9a-fA-F]{2})+$) for types ['Exact', 'PathPrefix']",
    },
  ],
});
const TYPED = object({ type: { type: 'string', default: 'Exact' } });
const MATCH = object({ path: { ...PATH, default: { type: 'PathPrefix', value: '/' } }, headers: listOf(TYPED), queryParams: listOf(TYPED) });
const ANY_PATH = [{ path: { type: 'PathPrefix', value: '/' } }];
const BACKEND = object({ group: { type: 'string', default: '' }, kind: { type: 'string', default: 'Service' }, weight: { type: 'integer', default: 1 } });
const PARENT = object({ group: { type: 'string', default: 'gateway.networking.k8s.io' }, kind: { type: 'string', default: 'Gateway' } });
const CERTIFICATE = object({ group: { type: 'string', default: '' }, kind: { type: 'string', default: 'Secret' } });
const SAME = { namespaces: { from: 'Same' } };

/** Schemas by `group/Kind`. */
export const GATEWAY_SCHEMAS: { readonly [kindKey: string]: CelSchema } = {
  'gateway.networking.k8s.io/HTTPRoute': object({
    spec: object({
      parentRefs: listOf(PARENT),
      rules: {
        ...listOf(object({ matches: { ...listOf(MATCH), default: ANY_PATH }, backendRefs: listOf(BACKEND) })),
        default: [{ matches: ANY_PATH }],
      },
    }),
  }),
  'gateway.networking.k8s.io/Gateway': object({
    spec: object({
      listeners: listOf(object({
        allowedRoutes: { ...object({ namespaces: { ...object({ from: { type: 'string', default: 'Same' } }), default: { from: 'Same' } } }), default: SAME },
        tls: object({ mode: { type: 'string', default: 'Terminate' }, certificateRefs: listOf(CERTIFICATE) }),
      })),
    }),
  }),
};
