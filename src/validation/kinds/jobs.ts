/** Jobs and CronJobs: what the API server writes into them, asks of them and refuses to change. */
import { repeats, wrongName } from './field-names';
import { claimPods, generatedProblems, manualProblems } from './job-pods';
import { KindRules, Past } from './kind';
import { scheduleProblem, timeZoneProblem } from './schedules';
import { successProblems } from './success-policy';
import { Finding } from '../../findings';
import {
  append,
  Fields,
  fieldsOf,
  labelProblems,
  qualifiedKeyProblems,
  subdomainProblems,
  valuesOf,
} from '../../kube';
import { at, fieldsAt, listAt } from '../../model';
import {
  required,
  invalid,
  unsupported,
  duplicate,
  tooLong,
  tooMany,
  saying,
} from '../../resource';

export const JOB_RULES: { readonly [kindKey: string]: KindRules } = {
  'batch/CronJob': { invalid: cronProblems },
  'batch/Job': {
    created: claimPods,
    invalid: (after, { sent, before, isTaken }) => [
      ...(isTaken ? [] : generatedProblems(after, sent.name, before)),
      ...manualProblems(after),
      ...(before || isTaken ? [] : hostNameProblems(fieldsOf(after.spec), sent.name)),
      ...jobProblems(fieldsOf(after.spec), 'spec'),
    ],
  },
};

/** The host name of an indexed pod is that of its Job and the index. */
function hostNameProblems({ completionMode, completions }: Fields, name: string): Finding[] {
  if (completionMode !== 'Indexed' || typeof completions !== 'number' || completions < 1) return [];
  const last = `${name}-${completions - 1}`;
  const why = `will not able to create pod with invalid DNS label: ${last}`;
  return labelProblems(last).length > 0
    ? [invalid('metadata.name', name, why, 'use a shorter name without dots')]
    : [];
}

/** A Job of a CronJob has the time in its name. */
const MOST_NAME = 52;

function cronProblems(after: Fields, { sent, before: old, isTaken }: Past): Finding[] {
  const found: Finding[] = [];
  const { schedule, timeZone } = fieldsAt(after, 'spec');
  if (!old && !isTaken && sent.name.length > MOST_NAME) {
    found.push(
      invalid(
        'metadata.name',
        sent.name,
        `must be no more than ${MOST_NAME} characters`,
        'use a shorter name',
      ),
    );
  }
  if (typeof schedule === 'string') {
    const wrong = (why: string, remedy: string) =>
      found.push(invalid('spec.schedule', schedule, why, remedy));
    const problem = scheduleProblem(schedule);
    if (problem !== undefined) {
      wrong(
        problem,
        'use minute, hour, day of the month, month and day of the week, such as "0 3 * * 1"',
      );
    }
    const hadZone = isTaken || String(at(old ?? {}, 'spec.schedule')).includes('TZ');
    if (schedule.includes('TZ') && !hadZone) {
      wrong(
        'cannot use TZ or CRON_TZ in schedule, use timeZone field instead',
        'move it to timeZone',
      );
    }
    if (schedule.includes('TZ') && hadZone && timeZone !== undefined) {
      wrong(
        'cannot use both timeZone field and TZ or CRON_TZ in schedule',
        'remove it from the schedule',
      );
    }
  }
  if (typeof timeZone === 'string' && timeZone !== at(old ?? {}, 'spec.timeZone')) {
    const problem = timeZoneProblem(timeZone);
    const remedy = 'use a zone of the IANA database, such as Europe/Berlin';
    if (problem !== undefined) {
      found.push(invalid('spec.timeZone', timeZone, problem, remedy));
    }
  }
  return [...found, ...templateProblems(after)];
}

/** The server makes the selector of each Job. */
function templateProblems(after: Fields): Finding[] {
  const path = 'spec.jobTemplate.spec';
  const spec = fieldsAt(after, path);
  const remedy = 'remove it: each Job gets its own selector';
  return [
    ...jobProblems(spec, path),
    ...(spec.selector === undefined
      ? []
      : [invalid(`${path}.selector`, {}, '`selector` will be auto-generated', remedy)]),
    ...(spec.manualSelector === true
      ? [unsupported(`${path}.manualSelector`, true, ['nil', 'false'], remedy)]
      : []),
  ];
}

const MOST_PARALLEL = 100_000;
const MANY_COMPLETIONS = 100_000;
const MOST_OF_MANY = 10_000;

function jobProblems(spec: Fields, path: string): Finding[] {
  return [
    managerProblems,
    indexedProblems,
    failureProblems,
    successProblems,
    replacementProblems,
  ].flatMap((problemsOf) => problemsOf(spec, path));
}

const MOST_MANAGER = 63;

/** Who manages a Job is named like a label with a prefix. */
function managerProblems({ managedBy }: Fields, path: string): Finding[] {
  if (typeof managedBy !== 'string') return [];
  const field = `${path}.managedBy`;
  const remedy = 'use a domain and a name, such as acme.io/runner';
  if (managedBy === '') return [required(field, remedy)];
  const [domain, ...rest] = managedBy.split('/');
  const found: Finding[] = [];
  const wrong = (why: string) => found.push(invalid(field, managedBy, why, remedy));
  if (domain === '' || rest.join('/') === '') {
    wrong('must be a domain-prefixed path (such as "acme.io/foo")');
  } else {
    for (const problem of subdomainProblems(domain)) wrong(problem);
  }
  if (
    rest.length > 0 &&
    rest.join('/') !== '' &&
    !/^[A-Za-z0-9/\-._~%!$&'()*+,;=:]+$/.test(rest.join('/'))
  ) {
    wrong('Invalid path');
  }
  if (managedBy.length > MOST_MANAGER) {
    found.push(tooLong(field, MOST_MANAGER, remedy));
  }
  return found;
}

/** What only a Job with an index for each pod may say, and what it must. */
function indexedProblems(spec: Fields, path: string): Finding[] {
  const { completionMode, completions, parallelism, backoffLimitPerIndex, maxFailedIndexes } = spec;
  const isIndexed = completionMode === 'Indexed';
  const found: Finding[] = [];
  const wrong = (field: string, why: string, remedy: string) =>
    found.push(invalid(`${path}.${field}`, spec[field], why, remedy));
  const missing = (field: string, why: string) =>
    found.push(required(`${path}.${field}`, 'write it', why));
  const isAbove = (value: unknown, most: unknown) =>
    typeof value === 'number' && typeof most === 'number' && value > most;
  if (maxFailedIndexes !== undefined && backoffLimitPerIndex === undefined) {
    missing('backoffLimitPerIndex', 'when maxFailedIndexes is specified');
  }
  if (!isIndexed) {
    for (const field of ['backoffLimitPerIndex', 'maxFailedIndexes']) {
      if (spec[field] !== undefined) {
        wrong(
          field,
          'requires indexed completion mode',
          'remove it, or set completionMode: Indexed',
        );
      }
    }
    return found;
  }
  if (completions === undefined) missing('completions', 'when completion mode is Indexed');
  if (isAbove(parallelism, MOST_PARALLEL)) {
    wrong(
      'parallelism',
      `must be less than or equal to ${MOST_PARALLEL} when completion mode is Indexed`,
      'run fewer at once',
    );
  }
  if (isAbove(maxFailedIndexes, completions)) {
    wrong(
      'maxFailedIndexes',
      'must be less than or equal to completions',
      'use at most completions',
    );
  }
  if (isAbove(maxFailedIndexes, MANY_COMPLETIONS)) {
    wrong('maxFailedIndexes', `must be less than or equal to ${MANY_COMPLETIONS}`, 'use less');
  }
  if (isAbove(completions, MANY_COMPLETIONS) && backoffLimitPerIndex !== undefined) {
    const why = `must be less than or equal to ${MOST_OF_MANY} when completions are above ${MANY_COMPLETIONS} and used with backoff limit per index`;
    if (maxFailedIndexes === undefined) {
      missing(
        'maxFailedIndexes',
        `must be specified when completions is above ${MANY_COMPLETIONS}`,
      );
    }
    for (const field of ['parallelism', 'maxFailedIndexes']) {
      if (isAbove(spec[field], MOST_OF_MANY)) wrong(field, why, `use at most ${MOST_OF_MANY}`);
    }
  }
  return found;
}

const MOST_RULES = 20;
const MOST_CODES = 255;
const STATUSES: readonly unknown[] = ['False', 'True', 'Unknown'];
/** Of the rules for pods that fail. */
function failureProblems(spec: Fields, path: string): Finding[] {
  if (spec.podFailurePolicy === undefined) return [];
  const rules = listAt(spec, 'podFailurePolicy.rules');
  const where = `${path}.podFailurePolicy.rules`;
  const names = ['containers', 'initContainers'].flatMap((field) =>
    listAt(spec, `template.spec.${field}`).map(({ name }) => name),
  );
  const policy = at(spec, 'template.spec.restartPolicy');
  return [
    ...(rules.length > MOST_RULES
      ? [tooMany(where, rules.length, MOST_RULES, 'use fewer rules')]
      : []),
    ...rules.flatMap((rule, index) =>
      failureRuleProblems(
        rule,
        `${where}[${index}]`,
        names,
        spec.backoffLimitPerIndex !== undefined,
      ),
    ),
    ...(policy === 'OnFailure'
      ? [
          invalid(
            `${path}.template.spec.restartPolicy`,
            'OnFailure',
            'only "Never" is supported when podFailurePolicy is specified',
            'use Never',
          ),
        ]
      : []),
  ];
}

function failureRuleProblems(
  rule: Fields,
  path: string,
  names: readonly unknown[],
  isPerIndex: boolean,
): Finding[] {
  const found: Finding[] = [];
  const wrong = (field: string, value: unknown, why: string, remedy: string) =>
    found.push(invalid(`${path}${field}`, value, why, remedy));
  const { action, onExitCodes, onPodConditions } = rule;
  listAt(rule, 'onPodConditions').forEach(({ type, status }, index) => {
    const place = `${path}.onPodConditions[${index}].type`;
    append(
      found,
      wrongName(
        place,
        type ?? '',
        qualifiedKeyProblems,
        'name a condition, such as DisruptionTarget',
      ),
    );
    if (status === undefined || STATUSES.includes(status)) return;
    found.push(unsupported(`${path}.onPodConditions[${index}].status`, status, STATUSES));
  });
  if (action === 'FailIndex' && !isPerIndex) {
    wrong(
      '.action',
      'FailIndex',
      'requires the backoffLimitPerIndex to be set',
      'set backoffLimitPerIndex',
    );
  }
  const hasConditions = Array.isArray(onPodConditions) && onPodConditions.length > 0;
  if (onExitCodes !== undefined && hasConditions) {
    found.push(
      oneOfBoth(
        path,
        'specifying both OnExitCodes and OnPodConditions is not supported',
        'use a separate rule for each',
      ),
    );
  }
  if (onExitCodes === undefined && !hasConditions) {
    found.push(
      oneOfBoth(
        path,
        'specifying one of OnExitCodes and OnPodConditions is required',
        'set one of them',
      ),
    );
  }
  if (onExitCodes === undefined) return found;
  const { containerName, operator, values } = fieldsOf(onExitCodes);
  const codes = valuesOf(values);
  const where = '.onExitCodes';
  if (containerName !== undefined && !names.includes(containerName)) {
    wrong(
      `${where}.containerName`,
      containerName,
      `must be one of the container or initContainer names in the pod template`,
      'name a container of the template',
    );
  }
  if (codes.length === 0) {
    wrong(`${where}.values`, undefined, 'at least one value is required', 'list the exit codes');
  }
  if (codes.length > MOST_CODES) {
    found.push(tooMany(`${path}${where}.values`, codes.length, MOST_CODES, 'use fewer'));
  }
  const isTwice = repeats(codes);
  codes.forEach((code, index) => {
    if (operator === 'In' && code === 0) {
      wrong(`${where}.values[${index}]`, 0, 'must not be 0 for the In operator', 'remove it');
    }
    if (isTwice[index]) {
      found.push(duplicate(`${path}${where}.values[${index}]`, code, 'remove it'));
    }
  });
  if (codes.some((code, index) => index > 0 && Number(codes[index - 1]) > Number(code))) {
    wrong(`${where}.values`, codes, 'must be ordered', 'sort them');
  }
  return found;
}

/** The server shows the whole rule. */
function oneOfBoth(field: string, why: string, remedy: string): Finding {
  return saying(invalid(field, undefined, why, remedy), `Invalid value: ${why}`);
}

/** With a policy for failures, a pod is replaced only when it has failed. */
function replacementProblems(spec: Fields, path: string): Finding[] {
  const policy = spec.podReplacementPolicy;
  if (spec.podFailurePolicy === undefined || policy === 'Failed' || policy === undefined) return [];
  const remedy = 'set Failed, or omit it in a new Job';
  return [unsupported(`${path}.podReplacementPolicy`, policy, ['Failed'], remedy)];
}
