/** What the constructs of one object share with cdk8s-plus, documented. */
import { ApiObjectMetadataDefinition } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';

/**
 * A resource of cdk8s-plus whose inherited members say what they are.
 *
 * @internal
 */
export abstract class DocumentedResource extends kplus.Resource {
  /** Who may do what with the object: grants of cdk8s-plus, which make a role and its binding. */
  public declare readonly permissions: kplus.ResourcePermissions;

  /** Labels, annotations and further metadata of the object. They can be added until the app is synthesized. */
  public get metadata(): ApiObjectMetadataDefinition {
    return super.metadata;
  }
}
