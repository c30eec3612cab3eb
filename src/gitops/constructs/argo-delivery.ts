/** The props of an Application or of a set of them, read, and its object. */
import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { ArgoDeletion, ArgoDeliveryOptions } from './argo-options';
import { projectOf } from './argo-project-of';
import { manifestsInFolders, Plain, plainProps, readsOthers } from './argo-reading';
import { Finding } from '../../findings';
import { Fields, Manifest } from '../../kube';
import { Shape } from '../../shape';
import { addLateManifest, namespaceOf, readInput, registerIdentity } from '../../tree';
import { DifferenceSpec } from '../applications';
import { neededDifferences } from '../applications-differences';

interface DeliverySpec {
  readonly folders?: readonly string[];
  readonly serverSideApply?: boolean;
}

interface DeliveryReading<Spec> {
  readonly shape: Shape<Spec>;
  readonly check: (spec: Spec) => Finding[];
  /** The props that hold constructs, beside the project. */
  readonly constructs: readonly string[];
  /** What was made of some of the props. */
  readonly made: Plain<object>;
}

/** Reads the props of an Application or of a set. Throws a `FindingsError` with all findings. */
export function readDelivery<Spec extends DeliverySpec>(
  construct: Construct,
  id: string,
  props: ArgoDeliveryOptions | undefined,
  { shape, check, constructs, made }: DeliveryReading<Spec>,
) {
  const durations = ['retryBackoff', 'retryMaxBackoff'];
  const { plain, findings } = plainProps(props, durations, [...constructs, 'project']);
  const { projectName, project, findings: ofProject } = projectOf(props);
  const given = {
    ...plain,
    ...made.plain,
    name: props?.name ?? id,
    namespace: namespaceOf(construct, props?.namespace) ?? 'argocd',
    projectName,
    automated: props?.automated ?? true,
    deletion: props?.deletion ?? ArgoDeletion.ORPHAN,
  } as unknown as Spec;
  const checkAll = (input: Spec) => [
    ...findings,
    ...made.findings,
    ...ofProject,
    ...manifestsInFolders(input.folders).findings,
    ...check(input),
  ];
  const spec = readInput<Spec>(construct, given, { shape, check: checkAll }).read();
  const inFolders = manifestsInFolders(spec.folders).plain;
  return { spec, project, inFolders };
}

/** Adds the object, with the differences to ignore that `manifests` need at synthesis. */
export function addDelivery<Spec extends DeliverySpec>(
  construct: Construct,
  spec: Spec,
  build: (spec: Spec, needed?: readonly DifferenceSpec[]) => Manifest,
  manifests: () => readonly Fields[],
): ApiObject {
  const { apiVersion, kind, metadata } = build(spec);
  const object = addLateManifest(construct, 'Resource', { apiVersion, kind, metadata }, () =>
    build(spec, neededDifferences(manifests(), spec.serverSideApply === true)),
  );
  registerIdentity(construct, object);
  readsOthers(object);
  return object;
}
