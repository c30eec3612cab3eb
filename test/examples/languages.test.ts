/**
 * The app of all languages: every cluster would take it, and what is wrong with its wrong inputs is
 * said in full.
 */
import { App, Chart, Testing } from 'cdk8s';
import { build, WRONG } from '../../examples/languages/typescript/main';
import { expectValid } from '../support/validate';

test('every object of it is valid', () => {
  const app = new App();
  build(app);
  const charts = app.node.children.filter((child) => child instanceof Chart);
  expect(charts.map(({ node }) => node.id)).toEqual(['driver', 'shop']);
  for (const chart of charts) expectValid(Testing.synth(chart));
});

test.each([
  [
    1,
    'chart/volume: fileSystemId: "fs-WRONG" is not the ID of a file system; use the ID: fs- and 8 to 40 hexadecimal digits (efs/file-system-id)',
  ],
  [
    2,
    "chart/pages: claimName: \"Not_A_Name\": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end " +
      "with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*'); " +
      'use a name of at most 253 lower-case letters, digits, dashes and dots (storage/name)',
  ],
  [
    3,
    'chart/load: worker.replicas: spec.worker.replicas: Invalid value: -1: spec.worker.replicas in body should be greater than or equal to 1; use 1 or more (locust/schema)',
  ],
  [
    4,
    'chart/scratch: storage: "0Ki" is not greater than zero; use a size such as 10Gi (storage/quantity)',
  ],
  [
    5,
    'chart: kubernetes: "newest" is not a version of Kubernetes; use one such as "1.34" (input/type)',
  ],
])('the wrong input %i', (which, message) => {
  const chart = new Chart(new App(), 'chart', { namespace: 'demo' });
  expect(() => WRONG[which - 1](chart)).toThrow(new Error(message));
});
