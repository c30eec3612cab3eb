/** Access to devices as an administrator, which only some namespaces allow. */
import { Finding } from '../findings';
import { Judge } from '../judge';
import { Fields, fieldsOf } from '../kube';
import { at, listAt } from '../model';
import { API_RULES, forbidden } from '../resource';

/** The label of the namespaces that allow it. */
export const ADMIN_ACCESS = 'resource.kubernetes.io/admin-access';

const REQUESTS: { readonly [kindKey: string]: string } = {
  'resource.k8s.io/ResourceClaim': 'spec.devices.requests',
  'resource.k8s.io/ResourceClaimTemplate': 'spec.spec.devices.requests',
};

/** What a server says of a claim that asks for it, or a template of one, in any other namespace. */
export function adminAccessRefusal(kindKey: string, object: Fields): Finding | undefined {
  if (!Object.hasOwn(REQUESTS, kindKey)) return undefined;
  const requests = REQUESTS[kindKey];
  const index = listAt(object, requests).findIndex(
    (request) => at(request, 'exactly.adminAccess') === true,
  );
  if (index < 0) return undefined;
  const finding = forbidden(
    `spec.devices.requests[${index}].adminAccess`,
    `admin access to devices requires the \`${ADMIN_ACCESS}: true\` label on the containing namespace`,
    `set the label ${ADMIN_ACCESS}: "true" on the namespace, or remove adminAccess`,
  );
  return { ...finding, path: `${requests}[${index}].exactly.adminAccess` };
}

/** Speaks of claims in namespaces that are declared, and lack the label. */
export const ADMIN_ACCESS_JUDGE: Judge = {
  rules: () => [API_RULES],
  kinds: Object.keys(REQUESTS),
  check: ({ kindKey, manifest, namespace = '' }, world) => {
    const refusal = adminAccessRefusal(kindKey, manifest);
    if (refusal === undefined) return [];
    const [within] = world.find('/Namespace', undefined, namespace);
    return within === undefined || fieldsOf(within.labels)[ADMIN_ACCESS] === 'true'
      ? []
      : [refusal];
  },
};
