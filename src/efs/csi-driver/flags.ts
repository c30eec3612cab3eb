/**
 * Values of the driver's flags that have a syntax of their own: how they are written so that the
 * driver reads them back.
 */
import { UtilsConfig } from './spec';

/** The value of `--tags`. */
export function formatTags(tags: { readonly [key: string]: string }): string {
  const escaped = (text: string) => text.replace(/[\\: ]/g, '\\$&');
  return Object.entries(tags)
    .map(([key, value]) => `${escaped(key)}:${escaped(value)}`)
    .join(' ');
}

/** The value of `--efs-utils-conf-overrides` and of its sibling for S3 Files. */
export function formatConfOverrides(config: UtilsConfig): string {
  return Object.entries(config)
    .flatMap(([section, settings]) =>
      Object.entries(settings).map(([key, value]) => `${section}:${key}=${value}`),
    )
    .join(',');
}
