import { testUnless, unserved } from './support/cluster';
import { kubectl } from './support/kubectl';
import { Manifest } from '../../src/kube';
import { manifestOf, RIGHT, WRONG } from '../support/validate.cases';

/** Whether the server would take it. Not by `kubectl apply`, which drops what is null. */
async function accepts(yaml: string): Promise<{ accepted: boolean; stderr: string }> {
  const { code, stderr } = await kubectl(['create', '--dry-run=server', '--validate=strict', '--filename', '-'], yaml);
  return { accepted: code === 0, stderr };
}

describe('offline validation agrees with the API server, which', () => {
  for (const { title, yaml, accepted } of WRONG) {
    const known = accepted === undefined || unserved(manifestOf(yaml) as Manifest) === undefined;
    testUnless(known ? undefined : 'the cluster does not have the kind', `${accepted ? 'lets pass' : 'refuses'} ${title}`, async () => {
      expect(await accepts(yaml)).toEqual({ accepted: accepted !== undefined, stderr: expect.any(String) });
    });
  }

  for (const [title, yaml] of Object.entries(RIGHT)) {
    testUnless(unserved(manifestOf(yaml) as Manifest), `accepts ${title}`, async () => {
      expect(await accepts(yaml)).toEqual({ accepted: true, stderr: '' });
    });
  }
});
