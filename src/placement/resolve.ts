/** All requests of co-location together: who may require whom, so that nobody waits for one who waits for him. */
import { Finding, violation } from '../findings';
import { circlesOf } from './circles';
import { CoLocationDecision, CoLocationRequest, decideCoLocation } from './co-location';
import { PLACEMENT_RULES as RULES } from './rules';
import { Topology } from '../topology';

/** The decision on each request, in their order. */
export function resolveCoLocations(requests: readonly CoLocationRequest[], topology: Topology): CoLocationDecision[] {
  // In mode auto one requires only those that asked before it, or not at all: so there is no circle.
  const ranks = new Map<string, number>();
  requests.forEach(({ key }, rank) => {
    if (!ranks.has(key)) ranks.set(key, rank);
  });
  const decisions = requests.map((request) =>
    decideCoLocation(request, topology, ({ key }) => (ranks.get(key) ?? -1) < ranks.get(request.key)!));
  const circular = circleFindings(requests, decisions);
  return decisions.map((decision, index) => ({ ...decision, findings: [...decision.findings, ...circular.get(requests[index]) ?? []] }));
}

function circleFindings(requests: readonly CoLocationRequest[], decisions: readonly CoLocationDecision[]): Map<CoLocationRequest, Finding[]> {
  const requires = new Map<string, string[]>();
  const first = new Map<string, CoLocationRequest>();
  decisions.forEach(({ terms }, index) => {
    const { key } = requests[index];
    const required = terms.filter(({ isRequired }) => isRequired).map(({ workload }) => workload.key);
    if (required.length > 0) requires.set(key, [...requires.get(key) ?? [], ...required]);
    if (required.length > 0 && !first.has(key)) first.set(key, requests[index]);
  });
  const findings = new Map<CoLocationRequest, Finding[]>();
  for (const circle of circlesOf(requires)) {
    const request = first.get(circle[0])!;
    const text = [...circle, circle[0]].join(' requires ');
    findings.set(request, [...findings.get(request) ?? [], violation(RULES.requiredInCircle, '', `${text}, so none of them can be scheduled first`,
      'use the mode auto or preferred for one of them')]);
  }
  return findings;
}
