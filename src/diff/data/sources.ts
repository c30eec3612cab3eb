/**
 * Sources of new claims: a claim is filled from another one, or from a snapshot, only as long as
 * that is there and is not deleted.
 */
import type { Going } from './going';
import { fieldsOf, textOf } from '../../kube';
import { ClaimState } from '../binding/volumes';
import type { Comparison } from '../comparison';

/** Answers whether what claims are filled from goes in the same change. */
export class Sources {
  constructor(
    private readonly is: Comparison,
    private readonly going: Going,
  ) {}

  /** What decides whether a new claim is ever bound; undefined if its source stays. */
  public leaving({ live, namespace, volume }: ClaimState): string | undefined {
    // A volume that is there need not be filled.
    if (volume || this.going.isEmpty) return undefined;
    const spec = fieldsOf(live.spec);
    const { apiGroup, kind, name, ...other } = fieldsOf(spec.dataSourceRef ?? spec.dataSource);
    if (kind === undefined) return undefined;
    const source = this.is.before.find(
      `${textOf(apiGroup)}/${String(kind)}`,
      typeof other.namespace === 'string' ? other.namespace : namespace,
      String(name),
    );
    if (!source) return undefined;
    const { label } = source.sent;
    const departure = this.going.departures.of(source.sent.id);
    if (!departure && !this.going.goesAlong(source)) return undefined;
    const order = `whether the claim is provisioned before ${label}, its data source, is deleted`;
    return departure?.doubt === undefined ? order : `${order}, and ${departure.doubt}`;
  }
}
