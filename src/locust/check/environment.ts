/** What is wrong with the variables of a test, and with what is asked of Kafka. */
import { Finding, show, violation } from '../../findings';
import { subdomainProblems } from '../../kube';
import { CREDENTIAL_VARIABLES, envOf } from '../environment';
import { LOCUST_RULES as RULES } from '../rules';
import { OperatorSettings } from '../settings';
import { EnvSource, EnvVariable, LocustTestResource, LocustTestSpec, sendsTelemetry } from '../spec';
import { sourceFindings } from './variable-source';

/** Findings on the variables. */
export function checkEnvironment({ spec = {} }: LocustTestResource, settings: OperatorSettings): Finding[] {
  const own = envOf(withoutVariables(spec), settings.kafka).map(({ name }) => name);
  const places = new Map(own.map((name) => [name, 'the test itself']));
  return [
    ...variablesOf(spec).flatMap(({ variable, field, nameField, valueField }) => {
      const earlier = places.get(variable.name);
      places.set(variable.name, field);
      return [
        ...nameFindings(variable, nameField),
        ...sourceFindings(variable, field),
        ...earlier === undefined ? [] : [violation(RULES.envTwice, nameField, `${show(variable.name)} is set already, by ${earlier}; this one wins`, 'set it once')],
        ...isCredential(variable) ? [violation(RULES.credentialInClearText, valueField, `${variable.name} stands in clear text`, 'give valueFrom.secretKeyRef')] : [],
      ];
    }),
    ...(['configMapRefs', 'secretRefs'] as const).flatMap((list) => (spec.env?.[list] ?? []).flatMap((source, index) => listFindings(source, `spec.env.${list}[${index}]`))),
    ...checkKafka(settings),
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
  const extra = sendsTelemetry(spec) ? Object.entries(spec.observability?.openTelemetry?.extraEnvVars ?? {}) : [];
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
  return { ...spec, env: undefined, observability: openTelemetry && { openTelemetry: { ...openTelemetry, extraEnvVars: undefined } } };
}

/** The credentials that the settings have in clear text. */
function checkKafka({ kafka }: OperatorSettings): Finding[] {
  if (!kafka) return [];
  const credentials = [['KAFKA_SASL_JAAS_CONFIG', kafka.saslJaasConfig], ['KAFKA_USERNAME', kafka.username], ['KAFKA_PASSWORD', kafka.password]] as const;
  return credentials.filter(([, { value, secretKeyRef }]) => value && !secretKeyRef).map(([name]) =>
    violation(RULES.credentialInClearText, '', `${name} would stand in clear text in every pod`,
      `keep it in a secret: a variable ${name} with valueFrom.secretKeyRef`));
}

function isCredential({ name, value }: EnvVariable): boolean {
  return CREDENTIAL_VARIABLES.includes(name) && typeof value === 'string' && value !== '';
}

function nameFindings({ name }: EnvVariable, field: string): Finding[] {
  return name !== '' && isPrintable(name) ? [] : [violation(RULES.envName, field, `${show(name)} is no name of a variable`, 'give letters, digits and underscores')];
}

/** Since 1.32 any printable ASCII is taken, but for the sign that ends the name. */
function isPrintable(name: string): boolean {
  return /^[ -<>-~]*$/.test(name);
}

/** A config map or a secret as a whole. */
function listFindings({ name, prefix = '' }: EnvSource, field: string): Finding[] {
  const problems = name === '' ? ['the name is empty'] : subdomainProblems(name).map((problem) => `${show(name)}: ${problem}`);
  return [
    ...problems.map((problem) => violation(RULES.envName, `${field}.name`, problem, 'give the name of an object')),
    ...isPrintable(prefix) ? [] : [violation(RULES.envName, `${field}.prefix`, `${show(prefix)} cannot begin the name of a variable`, 'give letters, digits and underscores')],
  ];
}
