/** What the pods of a load test are told about Kafka. */
import { Credential } from '../settings';

/**
 * A credential for Kafka.
 *
 * @example
 * const password = LocustCredential.fromSecret('kafka', 'password');
 */
export class LocustCredential {
  /**
   * A key of a secret of the test's namespace.
   * @param name the name of the secret
   * @param key the key in it
   * @returns the credential
   */
  public static fromSecret(name: string, key: string): LocustCredential {
    return new LocustCredential({ secretKeyRef: { name, key } });
  }

  /**
   * A text that everybody reads who can read the manifests: the operator's own way. Outside of operator mode it is a
   * warning for `username`, and refused for the others.
   * @param value the text
   * @returns the credential
   */
  public static fromClearText(value: string): LocustCredential {
    return new LocustCredential({ value });
  }

  /** @internal */
  public readonly _credential: Credential;

  private constructor(credential: Credential) {
    this._credential = credential;
  }
}

/** What the pods are told about Kafka, in the variables `KAFKA_…`. */
export interface LocustKafka {
  /**
   * The brokers, separated by commas.
   * @default 'localhost:9092'
   */
  readonly bootstrapServers?: string;

  /**
   * Whether connections are authenticated.
   * @default false
   */
  readonly securityEnabled?: boolean;

  /**
   * The protocol.
   * @default 'SASL_PLAINTEXT'
   */
  readonly securityProtocol?: string;

  /**
   * The mechanism.
   * @default 'SCRAM-SHA-512'
   */
  readonly saslMechanism?: string;

  /**
   * The configuration of JAAS, which holds a password.
   * @default - empty
   */
  readonly saslJaasConfig?: LocustCredential;

  /**
   * The user.
   * @default - empty
   */
  readonly username?: LocustCredential;

  /**
   * The password.
   * @default - empty
   */
  readonly password?: LocustCredential;
}
