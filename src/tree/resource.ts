/** The members that the constructs of one object share with cdk8s-plus, documented. */
import { ApiObjectMetadataDefinition } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { permissionsOn } from './permissions';

/**
 * A resource of cdk8s-plus whose inherited members say what they are.
 *
 * @internal
 */
export abstract class DocumentedResource extends kplus.Resource {
  /**
   * Who may do what with the object, as in cdk8s-plus: `permissions.grantRead(account)` creates a
   * Role and its binding. For cluster-scoped objects, which a Role cannot grant access to, it
   * throws; use a ClusterRole.
   */
  declare public readonly permissions: kplus.ResourcePermissions;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    (this as { permissions: kplus.ResourcePermissions }).permissions = permissionsOn(this);
  }

  /**
   * Labels, annotations and further metadata of the object. They can be added until the app is
   * synthesized.
   */
  public get metadata(): ApiObjectMetadataDefinition {
    return super.metadata;
  }
}
