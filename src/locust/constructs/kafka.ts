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
   * Returns a credential from a key of a Secret in the test's namespace.
   * @param name the name of the Secret
   * @param key the key in the Secret
   * @returns the credential
   */
  public static fromSecret(name: string, key: string): LocustCredential {
    return new LocustCredential({ secretKeyRef: { name, key } });
  }

  /**
   * Returns a credential in clear text, which everyone who can read the manifests can see, as the operator itself
   * does it. Outside operator mode, it causes a warning for `username` and an error for the other credentials.
   * @param value the credential itself
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

/** The Kafka settings of the pods, which they get as environment variables `KAFKA_…`. */
export interface LocustKafka {
  /**
   * The brokers, separated by commas.
   * @default 'localhost:9092'
   */
  readonly bootstrapServers?: string;

  /**
   * Whether connections to Kafka are authenticated.
   * @default false
   */
  readonly securityEnabled?: boolean;

  /**
   * The security protocol.
   * @default 'SASL_PLAINTEXT'
   */
  readonly securityProtocol?: string;

  /**
   * The SASL mechanism.
   * @default 'SCRAM-SHA-512'
   */
  readonly saslMechanism?: string;

  /**
   * The JAAS configuration, which contains a password.
   * @default - empty
   */
  readonly saslJaasConfig?: LocustCredential;

  /**
   * The user name.
   * @default - empty
   */
  readonly username?: LocustCredential;

  /**
   * The password.
   * @default - empty
   */
  readonly password?: LocustCredential;
}
