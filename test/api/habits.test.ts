/**
 * The habits of the public API, which CONTRIBUTING.md has in a table: one word and one type for one
 * thing.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { loadAssemblyFromPath } from '@jsii/spec';
import { publicApi } from './public-api';
import { PublicMember, PublicType } from './public-members';

const ROOT = join(__dirname, '..', '..');

let types: readonly PublicType[];
let members: readonly PublicMember[];
let given: readonly PublicMember[];
beforeAll(() => {
  types = publicApi().types;
  members = types.flatMap((one) => one.members);
  given = members.filter(({ side }) => side === 'given');
});

const told = (some: readonly PublicMember[]) =>
  some.map(({ path, type }) => `${path}: ${type}`).sort();

/**
 * Words of Python, Java and Go, in which jsii would have to rename a member; `namespace` is one of
 * C# alone.
 */
const KEYWORDS = new Set(
  `and as assert async await break class continue def del elif else except False finally for from global if import in is lambda
  None nonlocal not or pass raise return True try while with yield
  abstract boolean byte case catch char const default do double enum extends final float goto implements instanceof int interface long native new
  package private protected public short static strictfp super switch synchronized this throw throws transient void volatile
  chan defer fallthrough func go map range select struct type var`.split(/\s+/),
);

describe('a claim', () => {
  test('is called claim wherever one is taken, and is a construct', () => {
    const claims = given.filter(({ name }) =>
      /^(pvc|claim|claimRef|persistentVolumeClaim)s?$/.test(name),
    );
    expect(claims.length).toBeGreaterThan(3);
    expect(told(claims.filter(({ type }) => type !== 'IPersistentVolumeClaim'))).toEqual([]);
    expect(
      told(given.filter(({ name, type }) => type === 'IPersistentVolumeClaim' && name !== 'claim')),
    ).toEqual([]);
  });

  test('is given by its name only where it is imported, or where the name is chosen for one that is made', () => {
    expect(
      told(given.filter(({ name, type }) => /claim(Name)?$/i.test(name) && type === 'string')),
    ).toEqual([
      'Claim.fromClaimName(claimName): string',
      'EfsSharedVolumeOptions.claimName: string',
      'TopologyConsumer.claimName: string',
    ]);
  });
});

describe('one word for one thing', () => {
  test.each([
    [
      'a version of Kubernetes',
      'kubernetes',
      /^(kubernetes|cluster|k8s)?Version(OfKubernetes)?$/i,
      ['ArgoSynthPluginProps.version', 'ArgoSynthPlugin.version'],
    ],
    [
      'the type of a file system',
      'fsType',
      /^(fileSystem|fstype|filesystemType|fileSystemType)$/,
      [],
    ],
    ['how images are pulled', 'imagePull…', /^pull(Policy|Secrets?)$/i, []],
    ['what comes besides what is there', 'additional…', /^(extra|more|further|other)[A-Z]/, []],
    [
      'a class of volumes',
      'storageClass…',
      /^((static|default)?class(es)?(Names?|ConfigMap|Restrictions)?|(static|default)Class)$/i,
      [],
    ],
  ])('%s is %s', (_, _word, others, different) => {
    // In resources of the Locust operator its own words hold: extraArgs, extraEnvVars.
    const found = members.filter(
      ({ name, owner, side }) =>
        side !== 'value' && others.test(name) && !/^Locust(Role|OpenTelemetry)$/.test(owner),
    );
    expect(
      found
        .map(({ path }) => path)
        .filter((path) => !(different as readonly string[]).includes(path)),
    ).toEqual([]);
  });

  test('a text that names an object says that it is a name', () => {
    const kinds =
      /(node|class|configMap|secret|account|project|plugin|gateway|container|volume|job|deployment|daemonSet|service|role|policy|cluster)(s|es)?$/i;
    const bare = members.filter(
      ({ name, side, type }) =>
        side !== 'value' && side !== 'called' && kinds.test(name) && /^string(\[\])?$/.test(type),
    );
    // A gateway of Istio is `namespace/name`; a cluster is what the ApplicationSet's generator has
    // under this key.
    expect(told(bare)).toEqual([
      'ArgoApplicationElement.cluster: string',
      'ArgoApplicationElementProps.cluster: string',
      'ArgoDeliveryOptions.cluster: string',
      'ViewerOperatorSettings.gateway: string',
      'ViewerVirtualServiceOptions.gateway: string',
    ]);
  });

  test('a function that takes only the name of an object says so: fromConfigMapName, and fromConfigMap takes a ConfigMap', () => {
    const named = given.filter(
      ({ path, type, name }) =>
        /\.from(ConfigMap|Secret|Claim|Volume|StorageClass|ServiceAccount|Namespace)\(/.test(
          path,
        ) &&
        /^(string|I[A-Z]\w*)$/.test(type) &&
        name !== 'key',
    );
    expect(told(named)).toEqual([
      'LocustCredential.fromSecret(secret): ISecret',
      'LocustTestFiles.fromConfigMap(configMap): IConfigMap',
    ]);
  });
});

test('no type has the name of one of cdk8s, constructs or any cdk8s-plus, so that all of them can be imported at once', () => {
  const packages = readdirSync(join(ROOT, 'node_modules')).filter((name) =>
    /^(cdk8s|constructs|cdk8s-plus-\d+)$/.test(name),
  );
  expect(packages.length).toBeGreaterThanOrEqual(7);
  const theirs = new Map(
    packages.flatMap((name) => typesOf(name).map((type) => [type, name] as const)),
  );
  expect(theirs.get('PersistentVolumeClaim')).toMatch(/^cdk8s-plus-/);
  expect(
    types
      .filter(({ name }) => theirs.has(name))
      .map(({ name }) => `${name} is also in ${theirs.get(name)}`),
  ).toEqual([]);
});

/** The names that a package of jsii exports from its root. */
function typesOf(name: string): string[] {
  const { types: all } = loadAssemblyFromPath(join(ROOT, 'node_modules', name), false);
  return Object.values(all ?? {})
    .filter(({ namespace }) => namespace === undefined)
    .map((one) => one.name);
}

describe('what belongs to a scope', () => {
  const named = (pattern: RegExp) =>
    members.filter(({ side, name }) => side === 'called' && pattern.test(name));
  const parametersOf = ({ path }: PublicMember) =>
    given.filter((one) => one.path.startsWith(`${path}(`));

  test('is read by of, which takes a construct alone and returns what it is a method of', () => {
    const accessors = named(/^of$/);
    expect(accessors.length).toBeGreaterThan(3);
    expect(
      accessors
        .filter(({ owner, type }) => type !== owner)
        .map(({ path, type }) => `${path}: ${type}`),
    ).toEqual([]);
    expect(
      accessors
        .filter((one) => told(parametersOf(one)).join().replace(/^.*: /, '') !== 'IConstruct')
        .map(({ path }) => path),
    ).toEqual([]);
  });

  test('is switched on by enable, which takes the scope first and returns what it is a method of', () => {
    const switches = named(/^enable/);
    expect(switches.length).toBeGreaterThan(5);
    expect(
      switches
        .filter(({ owner, type }) => type !== owner)
        .map(({ path, type }) => `${path}: ${type}`),
    ).toEqual([]);
    expect(
      switches.filter((one) => parametersOf(one)[0]?.name !== 'scope').map(({ path }) => path),
    ).toEqual([]);
    // What mounts volumes in two objects is no switch.
    expect(named(/^(apply|install|activate)/).map(({ path }) => path)).toEqual([
      'LocustTestVolumes.applyTo',
    ]);
  });
});

test('no member is called by a keyword of another language', () => {
  expect(told(members.filter(({ name, side }) => side !== 'value' && KEYWORDS.has(name)))).toEqual(
    [],
  );
});

test('access modes are a list of the enum of cdk8s-plus', () => {
  const modes = members.filter(({ name }) => /accessMode/i.test(name));
  expect(modes.length).toBeGreaterThan(6);
  expect(
    told(
      modes.filter(
        ({ name, type }) =>
          !/^(accessModes|blockAccessModes|accessModesOf)$/.test(name) ||
          type !== 'PersistentVolumeAccessMode[]',
      ),
    ),
  ).toEqual([]);
});

test('a size is a Size, called storage; what a claim requests or may get at most is one, too', () => {
  const sizes = given.filter(
    ({ name, type }) =>
      type === 'Size' ||
      /^(size|capacity|storage|quantity|limit|request)$|(Size|Capacity)$/.test(name),
  );
  expect(sizes.length).toBeGreaterThan(6);
  expect(
    told(
      sizes.filter(({ name, type }) => type !== 'Size' || !/^(storage|limit|request)$/.test(name)),
    ),
  ).toEqual(['LocustTestVolumes.mount(storage): IStorage']);
});

test('a time is a Duration, with no unit in its name', () => {
  const times = given.filter(
    ({ name, type }) =>
      type === 'Duration' ||
      /(timeout|interval|backoff|ttl|period|seconds|minutes|millis)$/i.test(name),
  );
  expect(times.length).toBeGreaterThan(10);
  expect(
    told(
      times.filter(
        ({ name, type }) => type !== 'Duration' || /(seconds|minutes|millis)$/i.test(name),
      ),
    ),
  ).toEqual([]);
});

test('the name, the namespace, labels and annotations of what is made are options of their own', () => {
  expect(
    told(given.filter(({ name, type }) => name === 'metadata' || type === 'ApiObjectMetadata')),
  ).toEqual([]);
  const props = new Map(
    types.map((one) => [one.name, new Set(one.members.map(({ name }) => name))]),
  );
  const halves = [...props].filter(
    ([name, own]) => /(Props|Options)$/.test(name) && own.has('labels') !== own.has('annotations'),
  );
  // Only the annotations of an Ingress mean something to its controller.
  expect(halves.map(([name]) => name)).toEqual(['ViewerIngressOptions']);
});

test('environment variables are a map of texts called env, but for containers that may have them from elsewhere', () => {
  const variables = given.filter(
    ({ name, path }) => /env(ironment)?(Vars|Variables)?$/i.test(name) && !path.includes('('),
  );
  const other = variables.filter(
    ({ name, type }) =>
      !/^env$|Env$/.test(name) ||
      (type !== '{ [key: string]: string; }' && type !== '{ [name: string]: string; }'),
  );
  // A list of Kubernetes, and what the Locust operator's resource has.
  expect(told(other)).toEqual([
    'CsiContainerOptions.env: EnvVar[]',
    'LocustOpenTelemetry.extraEnvVars: { [name: string]: string; }',
    'LocustTestProps.env: LocustEnv',
  ]);
});

test('labels and annotations are maps of texts under these names', () => {
  const maps = given.filter(({ name }) => /(labels|annotations)$/i.test(name));
  expect(maps.length).toBeGreaterThan(15);
  expect(
    told(
      maps.filter(
        ({ name, type }) => name !== 'nameLabels' && type !== '{ [key: string]: string; }',
      ),
    ),
  ).toEqual([]);
});

test('what one enum has, no other one has under another name, all of it or more', () => {
  const enums = types
    .filter(({ kind }) => kind === 'enum')
    .map(({ name, members: own }) => ({
      name,
      values: new Set(own.map((one) => `${one.name} = ${one.type}`)),
    }));
  const within = enums.flatMap((one) =>
    enums
      .filter((other) => other !== one && [...one.values].every((value) => other.values.has(value)))
      .map((other) => `${one.name} is part of ${other.name}`),
  );
  // Flux has less than Argo CD, and options for the one shall not compile for the other.
  expect(within).toEqual(['FluxGuard is part of ArgoGuard', 'FluxJobs is part of ArgoJobs']);
});

test('what a construct makes besides its own object is a handle, which cdk8s-plus takes', () => {
  const made = members.filter(
    ({ side, type }) => side !== 'given' && /(Handle|ApiObject)(\[\])?$/.test(type),
  );
  expect(made.length).toBeGreaterThan(25);
  // What a construct of one object stands for, as in cdk8s-plus.
  expect(
    told(made.filter(({ type, name }) => /ApiObject/.test(type) && name !== 'apiObject')),
  ).toEqual([]);
  const kinds =
    /(deployment|daemonSet|job|controller|service|serviceAccount|storageClass(es)?|clusterRoles|configMap|namespaceObject|persistentVolume(Claim)?)$/i;
  const connected = made.filter(({ name }) => kinds.test(name));
  expect(connected.length).toBeGreaterThan(15);
  expect(told(connected.filter(({ type }) => /^ResourceHandle/.test(type)))).toEqual([]);
});

describe('what is said of a member', () => {
  /** How jsii finds the sentence that stands in tables and in the editors of other languages. */
  const summaryOf = (text: string) => {
    const [first, ...others] = text.split(/\r?\n\r?\n/);
    return others.length > 0 && first.split(' ').length < 20
      ? first
      : (/^([^!?.;]+[!?.;])[ \n\r]/.exec(text)?.[1] ?? first);
  };

  test('begins with a whole sentence', () => {
    const stumps = types.flatMap(({ docs }) =>
      [...docs].filter(([, text]) => /[;:,]$/.test(summaryOf(text).trim())),
    );
    expect(stumps.map(([path, text]) => `${path}: ${summaryOf(text)}`)).toEqual([]);
  });

  test('is there', () => {
    const silent = types.flatMap(({ name, docs }) =>
      [...docs]
        .filter(([path, text]) => text.trim() === '' && !/\((scope|id)\)$/.test(path))
        .map(([path]) => path ?? name),
    );
    expect(silent).toEqual([]);
  });
});
