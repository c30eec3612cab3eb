/**
 * Unknown fields of objects that somebody wrote, as strict validation takes them: it refuses the
 * object. Constructs only warn of fields that may be newer than this library.
 */
import { Finding, Severity } from '../findings';
import { MODEL_MINOR } from '../model';
import { POD_RULES } from '../pod';
import { STORAGE_RULES } from '../storage/core';
import { API_RULES, strictWords } from '../validation';

const OF_OTHERS = [POD_RULES.unknownField.id, STORAGE_RULES.unknownField.id];

/** The same finding; an error of unknown fields, unless the target is newer than what is known. */
export function strictly<T extends Finding>(finding: T, minor: number = MODEL_MINOR): T {
  const { rule, path, message } = finding;
  const isOfOthers = OF_OTHERS.includes(rule);
  if (!isOfOthers && rule !== API_RULES.unknownField.id) return finding;
  if (minor > MODEL_MINOR) return { ...finding, severity: Severity.WARNING };
  if (!isOfOthers) return finding;
  const words = `strict decoding error: unknown field ${JSON.stringify(path)}`;
  return {
    ...finding,
    severity: Severity.ERROR,
    message: strictWords(`${message} up to Kubernetes 1.${MODEL_MINOR}`),
    server: { field: path, message: words, code: 400 },
  };
}
