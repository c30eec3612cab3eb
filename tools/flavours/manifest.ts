/** The package.json of a flavour: its own name, cdk8s-plus and packages of other languages. */
import { describe } from './assembly';
import { sorted } from './json';
import { Minor, PEER, plusOf } from './minors';
import { Names, Targets } from './names';

type Versions = { readonly [name: string]: string };

/** What is read of a package.json. */
export interface Manifest {
  readonly name: string;
  readonly description: string;
  readonly peerDependencies: Versions;
  readonly peerDependenciesMeta?: { readonly [name: string]: { readonly optional?: boolean } };
  readonly devDependencies: Versions;
  readonly dependencies?: Versions;
  readonly bundledDependencies: readonly string[];
  readonly jsii: { readonly targets: Targets };
}

/** What only the repository has a use for. */
const REPOSITORY_ONLY = ['scripts', 'jest', 'overrides', 'devEngines', '//'];

/** The package.json of the flavour, of that of the package. */
export function manifestOf(base: Manifest, names: Names, { lowest }: Minor): Manifest {
  const published = Object.entries(base).filter(([key]) => !REPOSITORY_ONLY.includes(key));
  const own = Object.fromEntries(published) as unknown as Manifest;
  const { [plusOf(PEER)]: _range, ...peers } = base.peerDependencies;
  const { [plusOf(PEER)]: about, ...others } = base.peerDependenciesMeta ?? {};
  // The compiler asks for the lowest ones.
  const lowestPeers = Object.keys(peers).map((peer) => [peer, base.devDependencies[peer]] as const);
  const meta = about === undefined ? others : { ...others, [names.plus]: about };
  return {
    ...own,
    name: names.name,
    description: describe(base.description, names),
    peerDependencies: sorted({ ...peers, [names.plus]: `^${lowest}` }),
    ...(base.peerDependenciesMeta === undefined ? {} : { peerDependenciesMeta: sorted(meta) }),
    devDependencies: sorted({ ...Object.fromEntries(lowestPeers), [names.plus]: lowest }),
    jsii: { ...base.jsii, targets: names.targets(base.jsii.targets) },
  };
}
