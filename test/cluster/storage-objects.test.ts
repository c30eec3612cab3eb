import { kubectl } from './support/kubectl';
import { RIGHT_OBJECTS, WRONG_OBJECTS } from '../storage/object-cases';

/** Whether the server would take it, fields that it does not know aside or not. */
async function accepts(manifest: object): Promise<boolean> {
  return (await kubectl(['create', '--dry-run=server', '--validate=strict', '--filename', '-'], JSON.stringify(manifest))).code === 0;
}

test.each(WRONG_OBJECTS)('the API server has the same verdict on $title', async ({ manifest, accepted }) => {
  expect(await accepts(manifest)).toBe(accepted !== undefined);
});

test.each(RIGHT_OBJECTS)('the API server accepts %s', async (_title, manifest) => {
  expect(await accepts(manifest)).toBe(true);
});
