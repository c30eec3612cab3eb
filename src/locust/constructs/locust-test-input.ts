/** The input that props of a load test become: plain data, without constructs and durations. */
import { fieldsOf, isFields } from '../../kube';
import { dataPaths } from '../../shape';
import { plainly, secondsOf } from '../../tree';
import { LocustTestParts } from '../input';
import { LOCUST_TEST_SHAPE, LocustTestInput } from '../shape';
import { LocustTestFiles } from './locust-test-files';
import { LocustTestProps } from './locust-test-props';

/** Where the props have structs of cdk8s-plus. */
const STRUCTS = dataPaths(LOCUST_TEST_SHAPE);

/** The input with plain data where it has structs. */
export function toPlain(input: LocustTestInput): LocustTestInput {
  return plainly<LocustTestInput>(input, STRUCTS);
}

/** The files as the input has them. */
export function partOf(files: LocustTestFiles | undefined): LocustTestParts['files'] {
  return (
    files && {
      configMapName: files._configMapName,
      mountPath: files._mountPath,
      content: files._content,
      onlyLib: files._onlyLib,
    }
  );
}

/** The master with a number in place of the duration. */
export function inSeconds(master: unknown): { readonly master?: LocustTestProps['master'] } {
  const { autoquit } = fieldsOf(master);
  if (!isFields(autoquit)) return {};
  return {
    master: {
      ...fieldsOf(master),
      autoquit: { ...autoquit, timeout: secondsOf(autoquit.timeout) },
    } as unknown as LocustTestProps['master'],
  };
}
