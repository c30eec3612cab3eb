/** One claim template of a StatefulSet. */
import { ApiObject } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { show, violation } from '../../findings';
import { readInput, refuseAt } from '../../tree';
import { checkClaimTemplate } from '../claim-templates';
import { ClaimOptions } from './claim-options';
import { volumeNamed } from './claim-volume';
import { STORAGE_RULES as RULES } from '../rules';
import {
  CLAIM_TEMPLATE_SHAPE,
  TEMPLATE_MOUNT_SHAPE,
  ClaimTemplateSpec,
  DEFAULT_ACCESS_MODES,
  TemplateMount,
} from '../spec';
import { quantityOf } from './size';

/**
 * A claim template of a StatefulSet, from which each of its pods gets a claim of its own.
 * Containers of the StatefulSet mount it like any storage.
 *
 * @example
 * const db = new kplus.StatefulSet(chart, 'db', {
 *   service: new kplus.Service(chart, 'service', { ports: [{ port: 5432 }] }),
 *   containers: [{ image: 'registry.example.com/db:1.0.0' }],
 * });
 * const data = ClaimTemplates.of(db).add('data', { storage: Size.gibibytes(10) });
 * db.containers[0].mount('/var/lib/db', data, { subPath: 'db' });
 */
export class ClaimTemplate extends Construct implements kplus.IStorage {
  /**
   * A template of an object. It is refused if the object has one of that name.
   * @internal
   */
  public static _make(
    object: ApiObject,
    id: string,
    name: string,
    options: ClaimOptions,
  ): ClaimTemplate {
    return new ClaimTemplate(object, id, name, options);
  }

  /** The name of the template, which is that of the volume in the pods. */
  public readonly templateName: string;

  /**
   * What the template is made of.
   * @internal
   */
  public readonly _spec: ClaimTemplateSpec;

  /**
   * How containers mount it that are not of cdk8s-plus.
   * @internal
   */
  public readonly _mounts: TemplateMount[] = [];

  /**
   * The object of the StatefulSet.
   * @internal
   */
  public readonly _object: ApiObject;

  private constructor(object: ApiObject, id: string, name: string, options: ClaimOptions) {
    super(object, id);
    this._object = object;
    this._spec = readInput<ClaimTemplateSpec>(
      this,
      {
        ...options,
        name,
        storage: quantityOf(options?.storage),
        accessModes: options?.accessModes ?? DEFAULT_ACCESS_MODES,
      } as ClaimTemplateSpec,
      {
        shape: CLAIM_TEMPLATE_SHAPE,
        // The rule on sources in other namespaces reports them at the set.
        check: (spec) =>
          checkClaimTemplate(spec).filter(({ rule }) => rule !== RULES.dataSourceNamespace.id),
      },
    ).read();
    this.templateName = this._spec.name;
  }

  /**
   * Returns the name of the claim of one pod, such as `data-db-0`, for example to import it with
   * `Claim.fromClaimName`.
   * @param ordinal the ordinal of the pod
   * @returns the name of its claim
   * @throws if the ordinal is not a whole number from 0 on
   */
  public claimName(ordinal: number): string {
    if (!Number.isInteger(ordinal) || ordinal < 0) {
      refuseAt(
        this,
        violation(
          RULES.templateWorkload,
          'ordinal',
          `${show(ordinal)} is not the ordinal of a pod`,
          'use a whole number such as 0',
        ),
      );
    }
    return `${this.templateName}-${this._object.name}-${ordinal}`;
  }

  /**
   * Mounts the claims into a container by its name, for a StatefulSet that is not made with
   * cdk8s-plus. With cdk8s-plus, use `container.mount(path, template)`. If the template is for
   * devices, the path is that of the device.
   * @param containerName the name of the container or init container
   * @param path the absolute path in the container
   * @param options how it is mounted
   * @returns this template, for chaining
   * @throws if an option is invalid. That the StatefulSet has the container is checked at synthesis
   */
  public mountInto(
    containerName: string,
    path: string,
    options: kplus.MountOptions = {},
  ): ClaimTemplate {
    const given = { ...options, containerName, path } as TemplateMount;
    this._mounts.push(
      readInput<TemplateMount>(this, given, {
        shape: TEMPLATE_MOUNT_SHAPE,
        check: () => [],
      }).read(),
    );
    return this;
  }

  /**
   * Returns the volume for the pods of the StatefulSet.
   * @returns the same volume on every call
   */
  public asVolume(): kplus.Volume {
    return volumeNamed(this, this.templateName);
  }
}
