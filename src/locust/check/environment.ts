/** Checks of the variables of a test, and of its settings for Kafka. */
import { Finding, Rule, violation } from '../../findings';
import {
  checkVariableList,
  checkVariableName,
  checkVariableSource,
  variableTwice,
} from '../../pod';
import { CREDENTIAL_VARIABLES, envOf } from '../environment';
import { LOCUST_RULES as RULES } from '../rules';
import { OperatorSettings } from '../settings';
import { CheckOptions } from './identity';
import { EnvVariable, LocustTestResource, LocustTestSpec, sendsTelemetry } from '../spec';

/** Findings on the variables. */
export function checkEnvironment(
  { spec = {} }: LocustTestResource,
  { settings, operatorMode, nameOf = (field) => field }: CheckOptions,
): Finding[] {
  const own = envOf(withoutVariables(spec), settings.kafka).map(({ name }) => name);
  const places = new Map<string, string | undefined>(own.map((name) => [name, undefined]));
  return [
    ...variablesOf(spec).flatMap(({ variable, field, nameField, valueField }) => {
      const isTwice = places.has(variable.name);
      const earlier = places.get(variable.name);
      places.set(variable.name, field);
      return [
        ...checkVariableName(variable.name, nameField),
        ...checkVariableSource({ ...variable }, field),
        ...(isTwice
          ? [
              variableTwice(
                variable.name,
                nameField,
                earlier === undefined ? 'the test itself' : nameOf(earlier),
              ),
            ]
          : []),
        ...(isCredential(variable)
          ? [
              violation(
                ruleOf(variable.name),
                valueField,
                `${variable.name} is in clear text`,
                'use valueFrom.secretKeyRef',
              ),
            ]
          : []),
      ];
    }),
    ...(['configMapRefs', 'secretRefs'] as const).flatMap((list) =>
      (spec.env?.[list] ?? []).flatMap((source, index) =>
        checkVariableList(source, source.prefix, `spec.env.${list}[${index}]`),
      ),
    ),
    ...checkKafka(
      settings,
      operatorMode ? [] : variablesOf(spec).map(({ variable: { name } }) => name),
    ),
  ];
}

/** A variable of the user, and the fields that its parts come from. */
interface GivenVariable {
  readonly variable: EnvVariable;
  readonly field: string;
  readonly nameField: string;
  readonly valueField: string;
}

/** The variables of the user, in the order in which the pods have them. */
function variablesOf(spec: LocustTestSpec): GivenVariable[] {
  const extra = sendsTelemetry(spec)
    ? Object.entries(spec.observability?.openTelemetry?.extraEnvVars ?? {})
    : [];
  return [
    ...extra.map(([name, value]) => {
      const field = `spec.observability.openTelemetry.extraEnvVars.${name}`;
      return { variable: { name, value }, field, nameField: field, valueField: field };
    }),
    ...(spec.env?.variables ?? []).map((variable, index) => {
      const field = `spec.env.variables[${index}]`;
      return { variable, field, nameField: `${field}.name`, valueField: `${field}.value` };
    }),
  ];
}

function withoutVariables(spec: LocustTestSpec): LocustTestSpec {
  const { openTelemetry } = spec.observability ?? {};
  return {
    ...spec,
    env: undefined,
    observability: openTelemetry && {
      openTelemetry: { ...openTelemetry, extraEnvVars: undefined },
    },
  };
}

/**
 * The credentials that the settings have in clear text, but for those that a variable of the test
 * takes the place of.
 */
function checkKafka({ kafka }: OperatorSettings, replaced: readonly string[]): Finding[] {
  if (!kafka) return [];
  const credentials = [
    ['KAFKA_SASL_JAAS_CONFIG', kafka.saslJaasConfig],
    ['KAFKA_USERNAME', kafka.username],
    ['KAFKA_PASSWORD', kafka.password],
  ] as const;
  return credentials
    .filter(([name, { value, secretKeyRef }]) => value && !secretKeyRef && !replaced.includes(name))
    .map(([name]) =>
      violation(
        ruleOf(name),
        '',
        `${name} would be in clear text in every pod`,
        `set a variable ${name} of the test with valueFrom.secretKeyRef, or use LocustCredential.fromSecret in the settings`,
      ),
    );
}

/** A user name alone opens nothing. */
function ruleOf(variable: string): Rule {
  return variable === 'KAFKA_USERNAME' ? RULES.userNameInClearText : RULES.credentialInClearText;
}

function isCredential({ name, value }: EnvVariable): boolean {
  return CREDENTIAL_VARIABLES.includes(name) && typeof value === 'string' && value !== '';
}
