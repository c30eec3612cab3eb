/** The findings of the rules on facts on some objects. */
import { parseAllDocuments } from 'yaml';
import { targetFacts, TargetSpec } from '../../../src/facts';
import { describeFinding } from '../../../src/findings';
import { judge, readWorld } from '../../../src/judge';
import { FACT_JUDGES } from '../../../src/manifests/facts';

/**
 * The findings on the objects of a YAML text, each as one line behind its severity and the name of
 * its object.
 */
export function judged(text: string, target: TargetSpec = {}): readonly string[] {
  const manifests = parseAllDocuments(text).map((document) => document.toJS() as any);
  const sources = manifests.map((manifest) => ({
    key: `${manifest.kind}/${manifest.metadata.name}`,
    manifest,
  }));
  return judge(readWorld(sources, targetFacts(target), { namespace: 'default' }), FACT_JUDGES).map(
    (finding) => `${finding.severity}: ${describeFinding(finding)}`,
  );
}

/** A Deployment with this pod spec, in flow style. */
export function deployment(podSpec: string, annotations = '{}'): string {
  return `{ apiVersion: apps/v1, kind: Deployment, metadata: { name: app }, spec: { template: { metadata: { annotations: ${annotations} }, spec: ${podSpec} } } }`;
}
