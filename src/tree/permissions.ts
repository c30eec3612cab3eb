/** Permissions that cdk8s-plus grants on an object, unless its Role would permit nothing. */
import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { isClusterScoped } from '../kube';

/** What cdk8s-plus reads of the object that it grants access to, whose type it asks for. */
type Granted = Construct &
  Pick<kplus.Resource, 'apiVersion' | 'kind' | 'name' | 'metadata'> &
  kplus.IApiResource;

class Permissions extends kplus.ResourcePermissions {
  public constructor(private readonly granted: Granted) {
    super(granted as unknown as kplus.Resource);
  }

  public grantRead(...subjects: kplus.ISubject[]): kplus.RoleBinding {
    this.refuseClusterScoped('allowRead');
    return super.grantRead(...subjects);
  }

  public grantReadWrite(...subjects: kplus.ISubject[]): kplus.RoleBinding {
    this.refuseClusterScoped('allowReadWrite');
    return super.grantReadWrite(...subjects);
  }

  /** cdk8s-plus would make a Role, which permits nothing outside its namespace. */
  private refuseClusterScoped(method: string): void {
    const { apiVersion, kind, name, node } = this.granted;
    if (!isClusterScoped(apiVersion, kind)) return;
    throw new Error(
      `${node.path}: ${kind} ${JSON.stringify(name)} is cluster-scoped, and a Role cannot grant access to it; call ${method} of a ClusterRole, and bind that`,
    );
  }
}

/** The grants on an object, as cdk8s-plus has them for its own. */
export const permissionsOn = (granted: Granted): kplus.ResourcePermissions =>
  new Permissions(granted);
