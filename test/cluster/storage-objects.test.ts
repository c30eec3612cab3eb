import { testUnless } from './support/cluster';
import { kubectl } from './support/kubectl';
import { RIGHT_OBJECTS, WRONG_OBJECTS } from '../storage/object-cases';

/** Whether the server would take it, fields that it does not know aside or not. */
async function accepts(manifest: object): Promise<boolean> {
  return (
    (
      await kubectl(
        ['create', '--dry-run=server', '--validate=strict', '--filename', '-'],
        JSON.stringify(manifest),
      )
    ).code === 0
  );
}

for (const { title, manifest, accepted } of WRONG_OBJECTS) {
  testUnless(undefined, `the API server has the same verdict on ${title}`, async () => {
    expect(await accepts(manifest)).toBe(accepted !== undefined);
  });
}

for (const [title, manifest] of RIGHT_OBJECTS) {
  testUnless(undefined, `the API server accepts ${title}`, async () => {
    expect(await accepts(manifest)).toBe(true);
  });
}
