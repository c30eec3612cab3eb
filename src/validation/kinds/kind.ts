/** The rules of a kind, on its objects by themselves. */
import { Check } from '../../findings';
import { Fields } from '../../kube';
import { Draft } from '../../model';
import { AppliedManifest } from '../applied';

/** One kind: what the API server writes into its objects, and what it asks of them. */
export interface KindRules {
  /** What is wrong with an object, new or changed. */
  readonly invalid?: Check<Fields, Past>;
  /** What the server writes into a new object, beside defaults. */
  created?(live: Draft, sent: AppliedManifest): void;
  /** Whether it writes over something that the manifest of a new object says. */
  overwrites?(given: Fields): boolean;
}

/** What was there before: some rules are for new objects only. */
export interface Past {
  readonly sent: AppliedManifest;
  /** The object before the change. */
  readonly before?: Fields;
  /** Whether some server has taken the object. */
  readonly isTaken: boolean;
}
