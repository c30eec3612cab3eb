/**
 * What the API server says of the pods that a workload asks for, in the checks that the whole
 * library has of them.
 */
import { AppliedManifest } from './applied';
import { invalid, Refusal } from './refusal';
import { isServerAssigned } from './server-assigned';
import { Finding, isRefused } from '../findings';
import {
  Fields,
  fieldsOf,
  labelValueProblems,
  podTemplatePath,
  restartPoliciesOf,
  qualifiedKeyProblems,
} from '../kube';
import { fieldsAt, listAt } from '../model';
import { checkPodSpec } from '../pod';

/** What is wrong with the pods of an object; nothing if it has none. */
export function podProblems(
  { apiVersion, kind, kindKey, workload }: AppliedManifest,
  live: Fields,
): Refusal[] {
  const template = podTemplatePath(apiVersion, kind);
  if (!template) return [];
  const path = [...template, 'spec'];
  const spec = path.reduce<unknown>((value, field) => fieldsOf(value)[field], live);
  const claimTemplates = listAt(live, 'spec.volumeClaimTemplates').map(({ metadata }) =>
    String(fieldsOf(metadata).name),
  );
  return checkPodSpec(spec ?? {}, {
    path: path.join('.'),
    claimTemplates,
    restartPolicies: workload && restartPoliciesOf(workload),
    isPod: kindKey === '/Pod',
  })
    .filter(isRefused)
    .flatMap(refusalsOf);
}

/** The refusals of the server that a finding stands for. */
function refusalsOf({ path, message, remedy, server }: Finding): Refusal[] {
  const { field = path, surplusFields = [], code } = server ?? {};
  return [field, ...surplusFields].map((one) => ({
    field: one,
    message,
    remedy,
    ...(code === undefined ? {} : { code }),
  }));
}

/** Labels and annotations of a template, which the server calls by other names than their own. */
export function templateProblems({ apiVersion, kind }: AppliedManifest, live: Fields): Refusal[] {
  const template = podTemplatePath(apiVersion, kind);
  if (!template || template.length === 0) return [];
  const { labels, annotations } = fieldsAt(live, [...template, 'metadata'].join('.'));
  const path = template.join('.');
  const wrong = (field: string, value: unknown, why: string): Refusal =>
    invalid(`${path}.${field}`, value, why, 'correct it in the metadata of the template');
  return [
    ...Object.entries(fieldsOf(labels)).flatMap(([key, value]) => [
      ...qualifiedKeyProblems(key).map((why) => wrong('labels', key, why)),
      ...(typeof value === 'string' && !isServerAssigned(value)
        ? labelValueProblems(value).map((why) => wrong('labels', value, why))
        : []),
    ]),
    ...Object.keys(fieldsOf(annotations)).flatMap((key) =>
      qualifiedKeyProblems(key.toLowerCase()).map((why) => wrong('annotations', key, why)),
    ),
  ];
}
