import { testUnless, unserved } from './support/cluster';
import { asList, kubectl, mustKubectl } from './support/kubectl';
import { Manifest } from '../../src/kube';
import { manifestOf, RIGHT, WRONG } from '../support/validate.cases';

/** Whether the server would take it. Not by `kubectl apply`, which drops what is null. */
async function accepts(yaml: string): Promise<{ accepted: boolean; stderr: string }> {
  const { code, stderr } = await kubectl(
    ['create', '--dry-run=server', '--validate=strict', '--filename', '-'],
    yaml,
  );
  return { accepted: code === 0, stderr };
}

beforeAll(async () => {
  if (!process.env.KUBECONFIG) return;
  // The server refuses what is in a namespace that is not there, for that reason alone.
  const texts = [...Object.values(RIGHT), ...WRONG.map(({ yaml }) => yaml)];
  const named = texts.map(
    (yaml) => (manifestOf(yaml) as Partial<Manifest> | undefined)?.metadata?.namespace,
  );
  const names = [
    ...new Set(named.filter((name) => typeof name === 'string' && /^[a-z0-9-]{1,63}$/.test(name))),
  ];
  const objects = names.map((name) => ({
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name },
  }));
  if (objects.length > 0) await mustKubectl(['apply', '--server-side', '-f', '-'], asList(objects));
});

describe('offline validation agrees with the API server, which', () => {
  for (const { title, yaml, accepted } of WRONG) {
    const known = accepted === undefined || unserved(manifestOf(yaml) as Manifest) === undefined;
    testUnless(
      known ? undefined : 'the cluster does not have the kind',
      `${accepted ? 'lets pass' : 'refuses'} ${title}`,
      async () => {
        expect(await accepts(yaml)).toEqual({
          accepted: accepted !== undefined,
          stderr: expect.any(String),
        });
      },
    );
  }

  for (const [title, yaml] of Object.entries(RIGHT)) {
    testUnless(unserved(manifestOf(yaml) as Manifest), `accepts ${title}`, async () => {
      expect(await accepts(yaml)).toEqual({ accepted: true, stderr: '' });
    });
  }
});
