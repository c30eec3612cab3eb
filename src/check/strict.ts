/**
 * Unknown fields of objects that somebody wrote, as strict validation takes them: it refuses the
 * object. Constructs only warn of fields that may be newer than this library.
 */
import { Finding, Severity } from '../findings';
import { MODEL_MINOR } from '../model';
import { API_RULES, strictWords } from '../resource';
import { unknownFieldRules } from '../validation';

/** The same finding; an error of unknown fields, unless the target is newer than what is known. */
export function strictly<T extends Finding>(finding: T, minor: number = MODEL_MINOR): T {
  const { rule, path, message } = finding;
  if (!unknownFieldRules().includes(rule) || minor > MODEL_MINOR) return finding;
  if (rule === API_RULES.unknownField.id) return { ...finding, severity: Severity.ERROR };
  const words = `strict decoding error: unknown field ${JSON.stringify(path)}`;
  return {
    ...finding,
    severity: Severity.ERROR,
    message: strictWords(`${message} up to Kubernetes 1.${MODEL_MINOR}`),
    server: { field: path, message: words, code: 400 },
  };
}
