/** The map in each of its formats. */
import { MapFormat } from './formats';
import { htmlText } from './html';
import { mermaidText } from './mermaid';
import { VolumeMap } from './model';
import { svgText } from './svg';
import { textMap, TextOptions } from './text';
import { printJson } from '../yaml';

const PRINTERS: {
  readonly [format in MapFormat]: (map: VolumeMap, options: TextOptions) => string;
} = {
  text: textMap,
  mermaid: mermaidText,
  svg: svgText,
  html: htmlText,
  json: printJson,
};

/** The text: the same map makes the same bytes. */
export function printMap(map: VolumeMap, format: MapFormat, options: TextOptions = {}): string {
  return PRINTERS[format](map, options);
}
