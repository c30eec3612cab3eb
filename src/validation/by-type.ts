/** Faults of an object by its type alone: required fields, few values, names, labels. */
import { boundProblems } from './bounds';
import { Finding } from '../findings';
import { append, fieldPath, Fields, own } from '../kube';
import { enumsOf, Field, perType, requiredOf, Type, typeOf, Visitor, Walk, walk } from '../model';
import { required, unsupported } from '../resource';
import { selectorFaults } from './kinds/selectors';

/** All that is wrong by the types of its fields, but for values of the type `besides`. */
export function typeProblems(type: string, value: Fields, besides?: string): Finding[] {
  const found: Finding[] = [];
  walk(value, typeOf(type), new Validator(found, besides));
  return found;
}

/** What the server writes itself, or asks for in words of its own. */
const OWN_WORDS = new Set([
  'PersistentVolumeClaimSpec.accessModes',
  'Volume.name',
  'ObjectReference.name',
  'ServicePort.port',
  'RoleRef.apiGroup',
  'ResourceRequirements.claims',
  'HTTPHeader.value',
  'TokenRequest.audience',
  'Sysctl.value',
  'PodFailurePolicyOnPodConditionsPattern.type',
  'ScopedResourceSelectorRequirement.scopeName',
  'ScopedResourceSelectorRequirement.operator',
  'OwnerReference.apiVersion',
  'OwnerReference.kind',
  'OwnerReference.name',
  'OwnerReference.uid',
  'ForZone.name',
  'ServiceReference.name',
  'ServiceReference.namespace',
  'DownwardAPIVolumeFile.path',
  'ServiceAccountTokenProjection.path',
  'HTTPHeader.name',
  'ResourceClaim.name',
  'ContainerResizePolicy.resourceName',
  'ContainerResizePolicy.restartPolicy',
]);
/** What the rules of a kind find fault with, in words of their own. */
const OWN_CHOICES = new Set([
  'ResourceQuotaSpec.scopes',
  'ScopedResourceSelectorRequirement.scopeName',
  'ScopedResourceSelectorRequirement.operator',
  'ValidatingWebhook.sideEffects',
  'MutatingWebhook.sideEffects',
  'VolumeMount.mountPropagation',
]);

/** What the server asks for beside what the published types require. */
const ALSO_REQUIRED: { readonly [type: string]: readonly string[] } = {
  ScaleIOPersistentVolumeSource: ['volumeName'],
  StorageOSPersistentVolumeSource: ['volumeName'],
};

/** Fields that the server has another name for. */
const SPELLED: { readonly [type: string]: readonly [field: string, spelled: string] } = {
  GCEPersistentDiskVolumeSource: ['gcePersistentDisk', 'persistentDisk'],
};

/** Fields that the server does not name: it finds fault with what they are in. */
const OF_THE_WHOLE = new Set([
  'DeploymentStrategy.type',
  'DaemonSetUpdateStrategy.type',
  'StatefulSetUpdateStrategy.type',
  'PodOS.name',
]);
/** References of which an empty one says nothing. */
const EMPTY_IS_NONE = new Set(['Lifecycle.stopSignal', 'StorageClass.reclaimPolicy']);
/** Lists of which the server does not say which item is wrong. */
const UNNUMBERED = new Set([
  'CSIDriverSpec.volumeLifecycleModes',
  'PersistentVolumeClaimSpec.accessModes',
  'PersistentVolumeSpec.accessModes',
]);

/** What there is to be looked at in a struct of one type. */
interface Plan {
  /** Texts that must be there. */
  readonly required: readonly string[];
  readonly choices: ReadonlyMap<string, Choice>;
}

/** What a field, or each item of it, may be. */
interface Choice {
  readonly values?: readonly unknown[];
  readonly ofItems?: readonly unknown[];
  readonly ofTheWhole: boolean;
  readonly unnumbered: boolean;
  /** Whether an empty text is something. */
  readonly isReference: boolean;
}

const planOf = perType((type): Plan => {
  const { name, fields } = type;
  const judged = [...enumsOf(type)].filter(([field]) => !OWN_CHOICES.has(`${name}.${field}`));
  const choices = judged.map(([field, values]): [string, Choice] => {
    const key = `${name}.${field}`;
    const { form, isPointer } = fields.get(field)!.type;
    return [
      field,
      {
        [form === 'list' ? 'ofItems' : 'values']: values,
        ofTheWhole: OF_THE_WHOLE.has(key),
        unnumbered: UNNUMBERED.has(key),
        isReference: isPointer && !EMPTY_IS_NONE.has(key),
      },
    ];
  });
  return {
    // Go does not tell an empty value from none, and only some of what the published types require
    // is asked for.
    required: [
      ...requiredOf(name).filter((field) => {
        const { form, isPointer } = fields.get(field)?.type ?? {};
        return form === 'string' && isPointer === false && !OWN_WORDS.has(`${name}.${field}`);
      }),
      ...(own(ALSO_REQUIRED, name) ?? []),
    ],
    choices: new Map(choices),
  };
});

/** Selectors that go to others as they are. */
const UNJUDGED = /\.metric\.selector$/;

class Validator implements Visitor {
  public readonly ofManifests = true;
  public readonly keysInBrackets = true;

  constructor(
    private readonly found: Finding[],
    private readonly besides: string | undefined,
  ) {}

  public enter(value: object, type: Type, at: Walk): boolean {
    if (type.form !== 'struct') return type.element.form === 'struct';
    if (type.name === this.besides || UNJUDGED.test(at.path)) return false;
    const struct = value as Fields;
    const { required: wanted } = planOf(type);
    for (const field of wanted) {
      if (struct[field] === undefined) {
        this.found.push(spelled(required(fieldPath(at.path, field), 'write it'), type.name));
      }
    }
    append(this.found, boundProblems(type.name, struct, at));
    if (type.name === 'LabelSelector' && selectorFaults(struct, '').length > 0) {
      append(this.found, selectorFaults(struct, at.path));
    }
    return true;
  }

  public field(value: unknown, { name }: Field, at: Walk): void {
    const choice = planOf(at.parent!).choices.get(name);
    if (choice) this.choose(choice, value, name, at);
  }

  private choose(choice: Choice, value: unknown, field: string, at: Walk): void {
    const { values, ofItems, ofTheWhole, unnumbered, isReference } = choice;
    if (values && isOther(values, value) && (value !== '' || isReference)) {
      const { path } = at;
      this.found.push(
        unsupported(ofTheWhole ? path.slice(0, -field.length - 1) : path, value, values),
      );
    }
    if (!ofItems || !Array.isArray(value)) return;
    for (const [index, item] of value.entries()) {
      if (isOther(ofItems, item)) {
        this.found.push(unsupported(unnumbered ? at.path : `${at.path}[${index}]`, item, ofItems));
      }
    }
  }
}

/** With the name that the server has for the field. */
function spelled(finding: Finding, type: string): Finding {
  const spelling = own(SPELLED, type);
  if (!spelling || !finding.server) return finding;
  const field = finding.path.replace(...spelling);
  return { ...finding, server: { ...finding.server, field } };
}

function isOther(values: readonly unknown[], value: unknown): value is string {
  return typeof value === 'string' && !values.includes(value);
}
