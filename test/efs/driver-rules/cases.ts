/**
 * The recorded answers of the driver: every file of a kind, so that further files are further
 * tests.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ProvisionInput } from './oracle/provision';
import { MountInput } from '../../../src/efs/driver-rules';
import { conformanceFolder } from '../../support/conformance';

const FOLDER = conformanceFolder('efs', 'driver');

type Texts = { [key: string]: string };
interface RecordedError {
  error: { code: string; message: string; from?: string };
}

export interface HandleCase {
  volumeHandle: string;
  parse: object;
  parseByOpenShiftFork: object;
  nodePublish: { mount: object } | RecordedError;
  deleteVolume: object;
  validateVolumeCapabilities: object;
}

export interface AttributesCase {
  id: string;
  input: MountInput & { volumeAttributes: Texts };
  result: { mount: object } | RecordedError;
}

export interface ParametersCase {
  id: string;
  input: Partial<Omit<ProvisionInput, 'claim'>> & {
    parameters: Texts;
    claim: { name: string; namespace: string } | 'not passed';
  };
  result: { awsRequests: object[]; volume?: object } & Partial<RecordedError>;
}

export interface FlagCase {
  id: string;
  input: { flag: string; value: string };
  result: object;
}

function read<T>(kind: string): T[] {
  return readdirSync(FOLDER)
    .filter((file) => file.startsWith(kind) && file.endsWith('.json'))
    .flatMap(
      (file) => (JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as { cases: T[] }).cases,
    );
}

/** Cases as `test.each` takes them: name and case. */
function named<T>(cases: T[], name: (item: T) => string): [string, T][] {
  return cases.map((item) => [name(item), item]);
}

export const HANDLE_CASES = named(read<HandleCase>('volume-handle'), ({ volumeHandle }) =>
  JSON.stringify(volumeHandle),
);
export const ATTRIBUTES_CASES = named(read<AttributesCase>('volume-attributes'), ({ id }) => id);
export const PARAMETERS_CASES = named(
  read<ParametersCase>('storage-class-parameters'),
  ({ id }) => id,
);
export const FLAG_CASES = named(read<FlagCase>('driver-flags'), ({ id }) => id);

/** The zone of the node on which the cases were recorded. */
export const RECORDED_ZONE = 'us-east-1a';

/** A recorded input, with what the recording held fixed. */
export function recordedProvision({ claim, ...input }: ParametersCase['input']): ProvisionInput {
  return {
    ...input,
    claim: claim === 'not passed' ? undefined : claim,
    capacityBytes: 1024 ** 3,
    volumeName: 'pvc-11111111-2222-3333-4444-555555555555',
    uuid: RECORDED_UUID,
    newAccessPointId: 'fsap-0fedcba9876543210',
  };
}

/** As long as the random suffix; the recording has `<uuid4>` in its place. */
export const RECORDED_UUID = '99999999-9999-4999-8999-999999999999';
