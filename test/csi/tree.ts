/** Stacks in an app of their own, and what comes out of them. */
import { App, Chart, ChartProps, Testing } from 'cdk8s';
import { CsiDriverStack, CsiDriverStackProps } from '../../src/csi';
import { EfsCsiDriver } from '../../src/efs/constructs/efs-csi-driver';
import { describeFinding, Finding, FindingsError } from '../../src/findings';
import { Manifest } from '../../src/kube';
import { Findings, Platform } from '../../src/tree';
import { expectValid } from '../support/validate';

/** A chart of an app of its own. */
export function newChart(props: ChartProps = {}): Chart {
  return new Chart(new App(), 'chart', props);
}

/** A stack for EFS on vanilla Kubernetes, unless the props say otherwise. */
export function newStack(
  props: Partial<CsiDriverStackProps> = {},
  chart: Chart = newChart(),
): CsiDriverStack {
  return new CsiDriverStack(chart, 'stack', {
    driver: new EfsCsiDriver(),
    platform: Platform.VANILLA,
    ...props,
  });
}

/** A stack of props that are none, as a caller without a compiler may give them. */
export function newStackOf(props: unknown): CsiDriverStack {
  return new CsiDriverStack(newChart(), 'stack', props as CsiDriverStackProps);
}

/** The manifests of the chart that a stack is in, which are all valid. */
export function synth(stack: CsiDriverStack): Manifest[] {
  const manifests: Manifest[] = Testing.synth(stack.node.scope as Chart);
  expectValid(manifests);
  return manifests;
}

/** The manifests of a stack, which are all valid. */
export function manifestsOf(props: Partial<CsiDriverStackProps> = {}, chart?: Chart): Manifest[] {
  return synth(newStack(props, chart));
}

/** Each object in a word, in their order. */
export function listed(manifests: readonly Manifest[]): string[] {
  return manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
}

/** The lines of all findings with which something is refused. */
export function refusal(action: () => unknown): string[] {
  try {
    action();
  } catch (error) {
    if (error instanceof FindingsError) return error.findings.map(describeFinding);
    throw error;
  }
  return ['it was not refused'];
}

/** The lines of all findings on an app. */
export function findingsOf(chart: Chart): string[] {
  return Findings.of(chart.node.root as App).all.map(
    (finding: Finding) => `${finding.severity}: ${describeFinding(finding)}`,
  );
}
