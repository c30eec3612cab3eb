/**
 * Types of cdk8s-plus as the published declarations take them: by what they have, so that each cdk8s-plus fits. `tools/declarations.ts` puts them in
 * the place of cdk8s-plus-28, whose enums, and classes with something private, fit nothing but themselves.
 */
import { IConstruct } from 'constructs';
import * as plus from 'cdk8s-plus-28';

// Structs and interfaces, which are alike in all.
export * from 'cdk8s-plus-28';

/** Enums, as the texts that all have in common. */
export type DnsPolicy = `${plus.DnsPolicy}`;
export type FsGroupChangePolicy = `${plus.FsGroupChangePolicy}`;
export type ImagePullPolicy = `${plus.ImagePullPolicy}`;
export type PersistentVolumeAccessMode = `${plus.PersistentVolumeAccessMode}`;
export type PersistentVolumeReclaimPolicy = `${plus.PersistentVolumeReclaimPolicy}`;
export type PersistentVolumeMode = `${plus.PersistentVolumeMode}`;

/** A struct with one of them. */
export interface MountOptions extends Omit<plus.MountOptions, 'propagation'> {
  readonly propagation?: `${plus.MountPropagation}`;
}

/** An enum that comes out, which goes into each cdk8s-plus only if it may be anything; so do classes. */
export type Returned<_Enum> = any;
export type IngressBackend = any;
export type NamespaceSelectorConfig = any;
export type NetworkPolicyPeerConfig = any;
export type PodSelectorConfig = any;
export type Volume = any;

export interface IStorage extends IConstruct {
  asVolume(): Volume;
}
export interface INamespaceSelector extends IConstruct {
  toNamespaceSelectorConfig(): NamespaceSelectorConfig;
}
export interface IPodSelector extends IConstruct {
  toPodSelectorConfig(): PodSelectorConfig;
}
export interface INetworkPolicyPeer extends IConstruct {
  toNetworkPolicyPeerConfig(): NetworkPolicyPeerConfig;
  toPodSelector(): any;
}

/** The connections of a workload to those of each cdk8s-plus. */
export interface PodConnections {
  allowFrom(peer: INetworkPolicyPeer, options?: PodConnectionsOptions): void;
  allowTo(peer: INetworkPolicyPeer, options?: PodConnectionsOptions): void;
  isolate(): void;
}
interface PodConnectionsOptions {
  readonly isolation?: `${plus.PodConnectionsIsolation}`;
  readonly ports?: { _toKube(): plus.k8s.NetworkPolicyPort }[];
}

/** Members that only resources of one kind have: an interface of cdk8s-plus may have none of its own, so that any resource would do. */
interface Telltale {
  readonly claim: 'accessModes' | 'claimName';
  readonly configMap: 'addBinaryData' | 'configMapName';
  readonly namespace: 'toNamespaceSelectorConfig';
  readonly pods: 'podMetadata' | 'toPodSelectorConfig';
  readonly secret: 'envValue';
  readonly subject: 'toSubjectConfiguration';
  readonly volume: 'reserve';
}
type Only<Kind extends keyof Telltale> = {
  readonly [member in Telltale[Exclude<keyof Telltale, Kind>]]?: never;
};

export interface IConfigMap extends plus.IConfigMap, Only<'configMap'> {}
export interface IPersistentVolumeClaim extends plus.IPersistentVolumeClaim, Only<'claim'> {}
export interface ISecret extends plus.IResource, Only<'secret'> {
  envValue(key: string, options?: plus.EnvValueFromSecretOptions): any;
}
