/** What is wrong with the variables of a test, and with what is asked of Kafka. */
import { Finding, show, violation } from '../../findings';
import { CREDENTIAL_VARIABLES, envOf } from '../environment';
import { LOCUST_RULES as RULES } from '../rules';
import { OperatorSettings } from '../settings';
import { EnvVariable, LocustTestResource } from '../spec';

/** Findings on the variables. */
export function checkEnvironment({ spec = {} }: LocustTestResource, settings: OperatorSettings): Finding[] {
  const variables = spec.env?.variables ?? [];
  const operators = envOf({ ...spec, env: undefined }, settings.kafka).map((variable) => variable.name);
  const places = new Map(operators.map((name) => [name, 'the test itself']));
  return [
    ...variables.flatMap((variable, index) => {
      const field = `spec.env.variables[${index}]`;
      const earlier = places.get(variable.name);
      places.set(variable.name, field);
      return [
        ...nameFindings(variable, field),
        ...earlier === undefined ? [] : [violation(RULES.envTwice, `${field}.name`, `${show(variable.name)} is set already, by ${earlier}; this one wins`,
          'set it once')],
        ...isCredential(variable) ? [violation(RULES.credentialInClearText, `${field}.value`, `${variable.name} stands in clear text`,
          'give valueFrom.secretKeyRef')] : [],
      ];
    }),
    ...(['configMapRefs', 'secretRefs'] as const).flatMap((list) => (spec.env?.[list] ?? []).flatMap(({ name }, index) => name === '' ? [
      violation(RULES.envName, `spec.env.${list}[${index}].name`, 'the name is empty', 'give the name of an object'),
    ] : [])),
    ...checkKafka(settings),
  ];
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

function nameFindings({ name, value, valueFrom }: EnvVariable, field: string): Finding[] {
  const findings: Finding[] = [];
  // Since 1.32 any printable ASCII is taken, but for the sign that ends the name.
  if (!/^[ -<>-~]+$/.test(name)) {
    findings.push(violation(RULES.envName, `${field}.name`, `${show(name)} is no name of a variable`, 'give letters, digits and underscores'));
  }
  if (value && valueFrom !== undefined) {
    findings.push(violation(RULES.envName, `${field}.valueFrom`, `${show(name)} has both a value and a source`, 'give one of them'));
  }
  return findings;
}
