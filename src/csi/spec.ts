/** A CSI driver, the platform that it runs on and what the user wants of it, as plain input. */
import { ImageSource } from '../facts';
import { DriverSpec, PlatformKind } from './definition';
import { Mode, StackOptions } from './options';

export * from './definition';
export * from './options';
export * from './pod-spec';

/** Which of the two plugins of a driver it is. */
export type PluginKey = 'node' | 'controller';

/** What a driver is told before it describes itself. */
export interface DriverContext {
  readonly platform: PlatformKind;
  readonly mode: Mode;
  readonly namespace?: string;
  readonly kubeletPath: string;
  readonly logLevel: number;
  readonly nodeHealthPort?: number;
  readonly controllerHealthPort?: number;
}

/** A driver on a platform, as the user wants it. */
export interface StackSpec {
  readonly driver: DriverSpec;
  readonly platform: PlatformKind;
  readonly options: StackOptions;
  /** The namespace that nobody gave to the stack itself: that of its chart. */
  readonly chartNamespace?: string;
  /** Where images come from that nobody says anything of. */
  readonly target?: ImageSource;
}
