/** The settings for Kafka that the pods of a load test get. */
import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { show } from '../../findings';
import { knownResource } from '../../tree';
import { Credential } from '../settings';

/**
 * A credential for Kafka.
 *
 * @example
 * const secret = kplus.Secret.fromSecretName(chart, 'kafka', 'kafka');
 * const password = LocustCredential.fromSecret(secret, 'password');
 */
export class LocustCredential {
  /**
   * Returns a credential from a key of a Secret of cdk8s-plus, which must be in the test's
   * namespace.
   * @param secret the Secret
   * @param key the key in the Secret
   * @returns the credential
   */
  public static fromSecret(secret: kplus.ISecret, key: string): LocustCredential {
    const known = knownResource(secret, 'Secret');
    return known
      ? LocustCredential.fromSecretName(known.name, key)
      : new LocustCredential({}, notASecret(secret));
  }

  /**
   * Returns a credential from a key of a Secret in the test's namespace.
   * @param name the name of the Secret
   * @param key the key in the Secret
   * @returns the credential
   */
  public static fromSecretName(name: string, key: string): LocustCredential {
    return new LocustCredential({ secretKeyRef: { name, key } });
  }

  /**
   * Returns a credential in clear text, which everyone who can read the manifests can see, as the
   * operator itself does it. Outside operator mode, it causes a warning for `username` and an error
   * for the other credentials.
   * @param value the credential itself
   * @returns the credential
   */
  public static fromClearText(value: string): LocustCredential {
    return new LocustCredential({ value });
  }

  /** @internal */
  public readonly _credential: Credential;
  /**
   * What it is not, if it is not a credential.
   * @internal
   */
  public readonly _mistake?: string;

  private constructor(credential: Credential, mistake?: string) {
    this._credential = credential;
    this._mistake = mistake;
  }
}

/** What is given may be the secret itself: only a construct is shown. */
const notASecret = (value: unknown) =>
  `${Construct.isConstruct(value) ? show(value) : 'it'} is not a Secret`;

/** How connections to Kafka are secured: `security.protocol` of its clients. */
export enum LocustKafkaSecurityProtocol {
  /** No encryption and no authentication. */
  PLAINTEXT = 'PLAINTEXT',
  /** Encryption by TLS. */
  SSL = 'SSL',
  /** Authentication by SASL, without encryption. */
  SASL_PLAINTEXT = 'SASL_PLAINTEXT',
  /** Authentication by SASL, and encryption by TLS. */
  SASL_SSL = 'SASL_SSL',
}

/** How clients authenticate with Kafka: `sasl.mechanism` of its clients. */
export enum LocustKafkaSaslMechanism {
  /** User name and password. */
  PLAIN = 'PLAIN',
  /** User name and a password that is sent salted and hashed with SHA-256. */
  SCRAM_SHA_256 = 'SCRAM-SHA-256',
  /** User name and a password that is sent salted and hashed with SHA-512. */
  SCRAM_SHA_512 = 'SCRAM-SHA-512',
  /** Kerberos. */
  GSSAPI = 'GSSAPI',
  /** A token of OAuth 2. */
  OAUTHBEARER = 'OAUTHBEARER',
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
   * @default LocustKafkaSecurityProtocol.SASL_PLAINTEXT
   */
  readonly securityProtocol?: LocustKafkaSecurityProtocol;

  /**
   * The SASL mechanism.
   * @default LocustKafkaSaslMechanism.SCRAM_SHA_512
   */
  readonly saslMechanism?: LocustKafkaSaslMechanism;

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
