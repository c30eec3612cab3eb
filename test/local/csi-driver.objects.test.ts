/**
 * The objects of the driver as a whole: what the chart of v0.3.0 installs, in the order in which a
 * stack applies it.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, Chart } from 'cdk8s';
import { parseAllDocuments } from 'yaml';
import {
  CsiDriverStack,
  CsiDriverStackProps,
  LocalCsiDriver,
  LocalCsiDriverProps,
  Platform,
} from '../../src';
import { synth } from '../csi/tree';
import { find } from '../support/manifests';

const INSTALLED: any[] = parseAllDocuments(
  readFileSync(join(__dirname, 'csi-driver.yaml'), 'utf8'),
).map((document) => document.toJS());

function manifestsOf(props: LocalCsiDriverProps, stack: Partial<CsiDriverStackProps> = {}): any[] {
  return synth(
    new CsiDriverStack(new Chart(new App(), 'chart'), 'stack', {
      driver: new LocalCsiDriver(props),
      platform: Platform.VANILLA,
      ...stack,
    }),
  );
}

const WEBHOOKS = { ephemeralOnlyWebhook: true, hyperconvergedWebhook: true };

test('with both webhooks: every object, with every field', () => {
  expect(manifestsOf(WEBHOOKS)).toEqual(INSTALLED);
});

test('without webhooks the manager has neither their port, nor a certificate, nor a right to what they read', () => {
  const deployment = structuredClone(find(INSTALLED, 'Deployment'));
  const pod = deployment.spec.template.spec;
  const [manager] = pod.containers;
  manager.args = manager.args.filter((arg: string) => !/webhook|certificate/.test(arg));
  manager.env = manager.env.filter(({ name }: any) => name !== 'WEBHOOK_CERT_DIR');
  manager.ports = manager.ports.filter(({ name }: any) => name !== 'webhook-api');
  delete manager.volumeMounts;
  delete pod.volumes;
  const manifests = manifestsOf({});
  expect(find(manifests, 'Deployment')).toEqual(deployment);
  const [, ...others] = find(INSTALLED, 'ClusterRole', 'csi-local-manager').rules;
  expect(find(manifests, 'ClusterRole', 'csi-local-manager').rules).toEqual([
    find(INSTALLED, 'ClusterRole', 'csi-local-manager').rules[0],
    ...others.slice(0, 2),
  ]);
  expect(find(manifests, 'ClusterRole', 'csi-local-manager-leader-election')).toEqual(
    find(INSTALLED, 'ClusterRole', 'csi-local-manager-leader-election'),
  );
});

test('ports of health that the stack is given are those that are asked, and how much is logged counts for all but the registrar', () => {
  const manifests = manifestsOf(
    {},
    { node: { healthPort: 18081 }, controller: { healthPort: 18082 }, logLevel: 5 },
  );
  const [driver, ...sidecars] = find(manifests, 'DaemonSet').spec.template.spec.containers;
  const [manager] = find(manifests, 'Deployment').spec.template.spec.containers;
  const portOf = ({ ports }: any) => ports.find(({ name }: any) => name === 'health').containerPort;
  expect([portOf(driver), portOf(manager)]).toEqual([18081, 18082]);
  expect(
    [driver.args, manager.args].map((args) =>
      args.find((arg: string) => arg.startsWith('--health-probe')),
    ),
  ).toEqual(['--health-probe-bind-address=:18081', '--health-probe-bind-address=:18082']);
  expect(
    [driver, manager, ...sidecars].map(({ args }) =>
      args.find((arg: string) => arg.startsWith('--v=')),
    ),
  ).toEqual(['--v=5', '--v=5', '--v=5', '--v=5', '--v=1']);
});
