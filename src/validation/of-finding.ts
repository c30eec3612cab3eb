/** Refusals of the API server that findings on pods and on storage stand for. */
import { Refusal } from './refusal';
import { Finding } from '../findings';

/** Each field that the server refuses, in its words where they are known. */
export function refusalsOf({ path, message, remedy, server }: Finding): Refusal[] {
  const { field = path, surplusFields = [], message: words = message, code } = server ?? {};
  return [field, ...surplusFields].map((one) => ({
    field: one,
    message: words,
    remedy,
    ...(code === undefined ? {} : { code }),
  }));
}
