/** What is known of the objects of a kind by themselves. */
import { Finding } from '../../findings';
import { Fields } from '../../kube';
import { Draft } from '../../model';
import { AppliedManifest } from '../applied';

/** One kind: what the API server writes into its objects, and what it asks of them. */
export interface KindRules {
  /** What the server writes into a new object, beside defaults. */
  created?(live: Draft, sent: AppliedManifest): void;
  /** What is wrong with an object, new or changed. */
  invalid?(after: Fields, sent: AppliedManifest, past: Past): readonly Finding[];
}

/** What was there before: some rules are for new objects only. */
export interface Past {
  /** The object before the change. */
  readonly before?: Fields;
  /** Whether some server has taken the object. */
  readonly isTaken: boolean;
}
