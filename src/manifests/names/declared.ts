/**
 * The ConfigMaps and Secrets of a world: those that are declared, and those that something else
 * makes.
 */
import { Reference } from './references';
import { DeclaredNames } from '../../findings';
import { World } from '../../judge';
import { addTo, isFields } from '../../kube';
import { fieldsOf, textOf } from '../../object';

/** What Kubernetes and OpenShift put into every namespace. */
const EVERYWHERE: readonly string[] = ['kube-root-ca.crt', 'openshift-service-ca.crt'];
/** Groups of Kubernetes' own kinds: no controller makes a Secret for these. */
const OF_KUBERNETES =
  /^(?:[a-z]*|(?:admissionregistration|apiextensions|apiregistration|authentication|authorization|certificates|coordination|discovery|events|flowcontrol|internal|networking|node|policy|rbac\.authorization|resource|scheduling|storage)\.k8s\.io)$/;
/** Annotations by which tools copy an object into other namespaces. */
const COPIED =
  /^(?:reflector\.v1\.k8s\.emberstack\.com|replicator\.v1\.mittwald\.de|kubed\.appscode\.com|clustersecret\.io|config-syncer\.appscode\.com)\//;

interface Declared {
  readonly ConfigMap: DeclaredNames;
  readonly Secret: DeclaredNames;
  /**
   * Whether somebody else may make it: an object of a kind that is no one of Kubernetes says that
   * name, or the kind is copied.
   */
  isMade(kind: Reference['kind'], namespace: string | undefined, name: string): boolean;
}

export function declaredOf(world: World): Declared {
  const names = { ConfigMap: new DeclaredNames(), Secret: new DeclaredNames() };
  const [copied, mentioned] = [new Set<string>(), new Mentions()];
  for (const { kindKey, kind, name, namespace, annotations, manifest } of world.objects) {
    if (kindKey === '/ConfigMap' || kindKey === '/Secret') {
      names[kind as Reference['kind']].add(namespace, name);
      if (Object.keys(annotations).some((annotation) => COPIED.test(annotation))) {
        copied.add(`${kind}/${name}`);
      }
    } else if (!OF_KUBERNETES.test(kindKey.slice(0, kindKey.indexOf('/')))) {
      // Whether the kind is of namespaces is not known: one that names none may be for all.
      mentioned.add(textOf(fieldsOf(manifest.metadata).namespace) || undefined, manifest);
    }
  }
  return {
    ...names,
    isMade: (kind, namespace, name) =>
      EVERYWHERE.includes(name) || copied.has(`${kind}/${name}`) || mentioned.has(namespace, name),
  };
}

/** All texts in objects of a namespace. They are only read when somebody asks. */
class Mentions {
  private readonly objects = new Map<string | undefined, unknown[]>();
  private readonly texts = new Map<string | undefined, Set<string>>();

  public add(namespace: string | undefined, manifest: unknown): void {
    addTo(this.objects, namespace, manifest);
  }

  public has(namespace: string | undefined, text: string): boolean {
    return this.textsOf(namespace).has(text) || this.textsOf(undefined).has(text);
  }

  private textsOf(namespace: string | undefined): ReadonlySet<string> {
    let texts = this.texts.get(namespace);
    if (!texts) this.texts.set(namespace, (texts = textsIn(this.objects.get(namespace) ?? [])));
    return texts;
  }
}

function textsIn(values: readonly unknown[]): Set<string> {
  const [texts, rest] = [new Set<string>(), [...values]];
  while (rest.length > 0) {
    const one = rest.pop();
    if (typeof one === 'string') texts.add(one);
    else if (Array.isArray(one)) for (const item of one as unknown[]) rest.push(item);
    else if (isFields(one)) for (const value of Object.values(one)) rest.push(value);
  }
  return texts;
}
