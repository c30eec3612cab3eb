/** The constructs of this room: what they make, and what they say. */
import { App, Chart, Testing } from 'cdk8s';
import { Construct } from 'constructs';
import { FindingsError } from '../../src/findings';
import { expectValid } from '../support/validate';

/** The objects of a chart, all of them valid. */
export function objectsOf(make: (chart: Chart) => void): any[] {
  const chart = new Chart(new App(), 'delivery');
  make(chart);
  const objects = Testing.synth(chart);
  expectValid(objects);
  return objects;
}

/** What is wrong with the props of a construct, without its path. */
export function problemsOf<P>(
  type: new (scope: Construct, id: string, props: P) => unknown,
  props: unknown,
): string[] {
  try {
    new type(new Chart(new App(), 'delivery'), 'it', props as P);
    return [];
  } catch (error) {
    if (!(error instanceof FindingsError)) throw error;
    return error.findings.map(({ path, message, remedy }) => `${path}: ${message}; ${remedy}`);
  }
}

/** What the API server says of a label that is none. */
export const LABEL =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. " +
  "'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')";
