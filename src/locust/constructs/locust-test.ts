/** A load test: what a LocustTest of the operator becomes, without the operator. */
import { isDeepStrictEqual } from 'node:util';
import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { asWarnings, Finding, Severity, show, throwIfErrors, violation } from '../../findings';
import { lazily, Manifest, shortHash, stableJson, withoutNulls } from '../../kube';
import { groupGivenTo } from '../../ownership/constructs/app';
import { InputOf, SHAPE_RULES } from '../../shape';
import {
  addUnnamedManifest,
  declareContentInName,
  findingsOfTrial,
  namespaceOf,
  readInput,
  registerForSynth,
  ServiceHandle,
  targetOf,
  Tree,
  WorkloadHandle,
} from '../../tree';
import { buildLocustTest, LocustTestObjects, serviceMetadata } from '../build';
import {
  checkClaims,
  checkLocustfiles,
  checkSharedResults,
  knownClaims,
  ownersBeside,
} from '../check';
import { atProps, CheckedTest, checkMountableByOperator, checkTestInput } from '../check-input';
import { filesOfConfigMap } from '../config-maps';
import {
  givenResource,
  groupOfInput,
  isHashed,
  LocustTestParts,
  masterGroupOf,
  MEASURED_NAME,
  metadataOf,
  nameOf,
  renamed,
  resourceOf,
  resultsOf,
  rolesOfGroup,
} from '../input';
import { nodeName } from '../names';
import { volumesOf } from '../results';
import { OperatorSettings, settingsFor } from '../settings';
import { LOCUST_TEST_SHAPE, LocustTestInput } from '../shape';
import { LocustTestResource } from '../spec';
import { LocustTestFiles } from './locust-test-files';
import { inSeconds, partOf, toPlain } from './locust-test-input';
import { LocustTestProps } from './locust-test-props';
import { LocustTestVolumes } from './locust-test-volumes';
import { LocustOperatorSettings } from './operator-settings';
import { TESTS } from './together';

/** The settings of tests that are given none. */
const usualSettings = lazily(() => LocustOperatorSettings.chart());

/** A test when its name is known. */
interface Built {
  readonly name: string;
  readonly resource: LocustTestResource;
  readonly objects: LocustTestObjects;
}

/**
 * A load test with Locust: a Service, a Job for the master and a Job for the workers.
 *
 * It creates what locust-k8s-operator creates for a LocustTest, without the operator, and finds
 * mistakes when the app is synthesized. The pods of a Job cannot be changed, so the name contains a
 * hash of the test: a changed test is a new test.
 *
 * @example
 * new LocustTest(chart, 'checkout', {
 *   image: 'docker.io/locustio/locust:2.43.1',
 *   master: { command: '--host https://shop.example.com --users 100 --run-time 5m' },
 *   worker: { command: '', replicas: 3 },
 * });
 */
export class LocustTest extends Construct {
  /**
   * Checks the props without creating anything. Use it in tests, and in languages where an
   * exception carries only text.
   * @param scope the chart or construct that the new construct would belong to
   * @param id the id that the new construct would have
   * @param props the props of the new construct
   * @returns all findings: warnings, and the errors that the constructor would throw
   */
  public static check(scope: Construct, id: string, props: LocustTestProps): Finding[] {
    return findingsOfTrial(scope, id, () => new LocustTest(scope, id, props));
  }

  /** The volumes of the test. More can be mounted until the app is synthesized. */
  public readonly volumes: LocustTestVolumes;

  /** The Service that the workers reach the master by. Undefined if `customResource` is true. */
  public readonly service?: ServiceHandle;

  /** The Job of the master. Undefined if `customResource` is true. */
  public readonly masterJob?: WorkloadHandle;

  /** The Job of the workers. Undefined if `customResource` is true. */
  public readonly workerJob?: WorkloadHandle;

  /**
   * The namespace of the objects.
   * @internal
   */
  public readonly _namespace?: string;

  private readonly input: LocustTestInput;
  private readonly files?: LocustTestFiles;
  private readonly settings: OperatorSettings;
  private readonly settingsFindings: readonly Finding[];
  private known?: Built;
  /** The parts that were checked last, with what was found: the props stay as they are. */
  private checked?: CheckedTest & { readonly parts: LocustTestParts };
  private example?: Manifest['metadata'];
  private nameUsed = false;

  /**
   * @param scope the chart or construct that it belongs to
   * @param id the id of the construct, and the name of the test unless `name` is set
   * @param props what to run, and where
   * @throws an error that lists all findings if the operator (2.3.0), its schema or the API server
   * would reject the test
   */
  constructor(scope: Construct, id: string, props: LocustTestProps) {
    super(scope, id);
    const { testFiles, settings = usualSettings(), ...own } = props ?? {};
    this.refuseForeign(testFiles, settings);
    const operatorMode = own.operatorMode === true;
    this.files = testFiles;
    const target = targetOf(this);
    this.settings = operatorMode
      ? settings._settings(true)
      : settingsFor(settings._settings(false), target);
    this.settingsFindings = settings._findings;
    this._namespace = namespaceOf(this, own.namespace);
    this.volumes = new LocustTestVolumes(this, 'Volumes');
    const fromTarget =
      !operatorMode && target.platform === 'openshift'
        ? { userFromPlatform: own.userFromPlatform ?? true }
        : {};
    const named = {
      ...own,
      ...inSeconds(own.master),
      ...fromTarget,
      name: own.name ?? id,
      namespace: this._namespace,
    };
    const given = (operatorMode ? withoutNulls(named) : named) as InputOf<
      typeof named,
      LocustTestInput
    >;
    this.input = readInput<LocustTestInput, LocustTestInput>(this, given, {
      shape: LOCUST_TEST_SHAPE,
      make: toPlain,
      // Later changes may mend what a warning is about: the synthesis reports warnings.
      check: (_, input) => this.check(input).filter(({ severity }) => severity === Severity.ERROR),
    }).made();
    this.volumes._belongTo({
      baseName: this.input.name,
      namespace: this._namespace,
      given: { volumes: this.input.volumes ?? [], mounts: this.input.volumeMounts ?? [] },
      changing: () => this.changing(),
    });
    this.addFiles('Files', 'files', testFiles);
    this.addFiles('Lib', 'lib', testFiles?._lib);
    if (this.input.customResource) {
      this.add(
        'LocustTest',
        'locust.io/v2',
        'LocustTest',
        () => this.toCustomResource() as Manifest,
      );
    } else {
      this.service = this.add(
        'Service',
        'v1',
        'Service',
        () => this.build().objects.service,
      ) as ServiceHandle;
      this.masterJob = this.add(
        'MasterJob',
        'batch/v1',
        'Job',
        () => this.build().objects.masterJob,
      ) as WorkloadHandle;
      this.workerJob = this.add(
        'WorkerJob',
        'batch/v1',
        'Job',
        () => this.build().objects.workerJob,
      ) as WorkloadHandle;
      if (isHashed(this.input)) {
        for (const job of [this.masterJob, this.workerJob]) declareContentInName(job);
      }
      this.masterJob.addDependency(this.service);
      this.workerJob.addDependency(this.masterJob);
    }
    registerForSynth(this, TESTS, this);
  }

  /**
   * The name of the test, including the run id and the hash. If it has a hash, nothing more can be
   * mounted after the name has been read.
   */
  public get testName(): string {
    this.nameUsed = true;
    return this.build().name;
  }

  /**
   * The name of the Service, which is the host name of the master within the namespace. If it has a
   * hash, nothing more can be mounted after the name has been read.
   */
  public get masterHost(): string {
    return nodeName(this.testName, 'master');
  }

  /**
   * Returns the equivalent LocustTest custom resource, for clusters that still run the operator. It
   * does not include the ConfigMaps of test files.
   * @returns the resource, as plain data
   * @throws if the test files have subfolders, which the resource does not support
   */
  public toCustomResource(): { [field: string]: any } {
    throwIfErrors(
      checkMountableByOperator(this.parts()).map((finding) => ({
        ...finding,
        construct: this.node.path,
      })),
    );
    return { ...givenResource(this.input, this.parts(), this.build().name, true) };
  }

  /**
   * All findings on the test as it is now.
   * @internal
   */
  public _findings(): Finding[] {
    return this.check(this.input);
  }

  /**
   * The name, for checks: nobody uses it.
   * @internal
   */
  public get _name(): string {
    return this.build().name;
  }

  /**
   * Findings that depend on other objects of the app, each at the prop that its field comes from;
   * where the operator's verdict counts they are warnings.
   * @internal
   */
  public _checkBeside(tree: Tree): Finding[] {
    const isOwn = (key: string) => key.startsWith(`${this.node.path}/`);
    const { resource } = this.build();
    const findings = [
      ...checkClaims(resource, knownClaims(tree.topology, this._namespace, isOwn)),
      ...checkLocustfiles(resource, (name) => this.filesOf(name, tree)),
      ...this.checkResults(tree, isOwn),
    ];
    return atProps(
      this.input.operatorMode ? asWarnings(findings) : findings,
      this.input,
      this.parts(),
    );
  }

  /** The files of a config map: of the test, or of the app. */
  private filesOf(name: string, { objects }: Tree): readonly string[] | undefined {
    const { files, lib } = this.parts();
    const own = new Map([
      [`${this._name}-files`, files],
      [`${this._name}-lib`, lib],
    ]);
    const content = own.get(name)?.content;
    if (content) return content.items?.map(({ path }) => path) ?? filesOfConfigMap(content);
    const found = objects.find(
      (object) =>
        object.apiVersion === 'v1' &&
        object.kind === 'ConfigMap' &&
        object.name === name &&
        object.namespace === this._namespace,
    );
    return found && filesOfConfigMap(found.manifest);
  }

  /** Findings on the claim of the results, by who else has it. */
  private checkResults({ topology }: Tree, isOwn: (key: string) => boolean): Finding[] {
    const results = resultsOf(this.input, this.parts());
    if (!results) return [];
    const volumes = volumesOf(this.build().resource.spec ?? {}, rolesOfGroup(this.input));
    return checkSharedResults(results, volumes, groupOfInput(this.input), (claim) =>
      ownersBeside(
        topology.consumersOf(this._namespace, claim).filter(({ workload }) => !isOwn(workload.key)),
        (workload) => groupGivenTo(this, workload, claim),
      ),
    );
  }

  /** What is typed here can be anything elsewhere. */
  private refuseForeign(
    testFiles: LocustTestFiles | undefined,
    settings: LocustOperatorSettings,
  ): void {
    const given = [
      ['testFiles', testFiles, 'LocustTestFiles'],
      ['testFiles.lib', testFiles?._lib, 'LocustTestFiles'],
      ['settings', settings, 'LocustOperatorSettings'],
    ] as const;
    throwIfErrors(
      given
        .filter(([, value]) => value !== undefined && !Array.isArray(value?._findings))
        .map(([field, value, type]) => ({
          ...violation(
            SHAPE_RULES.type,
            field,
            `${show(value)} is not a ${type}`,
            `call one of the functions of ${type}`,
          ),
          construct: this.node.path,
        })),
    );
  }

  private changing(): void {
    if (this.nameUsed && isHashed(this.input)) {
      throw new Error(
        `${this.node.path}: the name ${JSON.stringify(this._name)} of the test was already used, and its hash would change; ` +
          'mount first, or set rerun: LocustRerun.NEVER',
      );
    }
    this.known = undefined;
  }

  private check(input: LocustTestInput): Finding[] {
    const parts = this.parts();
    const checked = this.checkedWith(parts) ?? {
      parts,
      ...checkTestInput(input, parts, {
        settings: this.settings,
        operatorMode: input.operatorMode ?? false,
      }),
    };
    this.checked = checked;
    return [
      ...this.settingsFindings,
      ...(this.files?._findings ?? []),
      ...(this.files?._lib?._findings ?? []),
      ...checked.findings,
    ];
  }

  /** What was found, if these parts were checked last. */
  private checkedWith(parts: LocustTestParts): typeof this.checked {
    return this.checked && isDeepStrictEqual(this.checked.parts, parts) ? this.checked : undefined;
  }

  /** What the test has besides its props. */
  private parts(): LocustTestParts {
    return {
      volumes: this.volumes._volumes(),
      volumeMounts: this.volumes._mounts(),
      results: this.volumes._results,
      files: partOf(this.files),
      lib: partOf(this.files?._lib),
      nestedLib: this.files?._lib?._lib !== undefined,
    };
  }

  private objectsOf(test: LocustTestResource, parts: LocustTestParts): LocustTestObjects {
    return buildLocustTest(test, {
      settings: this.settings,
      operatorMode: this.input.operatorMode ?? false,
      items: { src: parts.files?.content?.items, lib: parts.lib?.content?.items },
      masterGroup: masterGroupOf(this.input, parts, test),
      userFromPlatform: this.input.userFromPlatform,
    });
  }

  /** The resource under its name without a hash, of which the check has made all the rest. */
  private plain(parts: LocustTestParts): LocustTestResource {
    const name = nameOf(this.input);
    const { resource } = this.checkedWith(parts) ?? {};
    return resource
      ? renamed(resource, this.input, parts, name)
      : resourceOf(this.input, parts, name);
  }

  private build(): Built {
    if (this.known) return this.known;
    const parts = this.parts();
    const plain = this.plain(parts);
    const name = isHashed(this.input)
      ? nameOf(this.input, this.hash(plain, parts))
      : plain.metadata.name;
    const resource = name === plain.metadata.name ? plain : renamed(plain, this.input, parts, name);
    this.known = { name, resource, objects: this.objectsOf(resource, parts) };
    return this.known;
  }

  /**
   * Of what cannot be changed in place: namespace, labels and annotations of the objects themselves
   * do not make another test.
   */
  private hash(test: LocustTestResource, parts: LocustTestParts): string {
    // The operator's own settings decide what a custom resource becomes.
    const written = this.input.customResource
      ? test.spec
      : Object.values(this.objectsOf(test, parts)).map(({ spec }: Manifest) => spec);
    return shortHash([
      test.metadata.name,
      stableJson(written),
      stableJson([parts.files?.content, parts.lib?.content]),
    ]);
  }

  private add(id: string, apiVersion: string, kind: string, produce: () => Manifest): ApiObject {
    const { labels, annotations } = kind === 'LocustTest' ? this.input : this.exampleMetadata();
    return addUnnamedManifest(
      this,
      id,
      {
        apiVersion,
        kind,
        namespace: this._namespace,
        labels: Object.keys(labels ?? {}),
        annotations: Object.keys(annotations ?? {}),
        fields: ['spec'],
      },
      produce,
      () => {
        this.nameUsed = true;
        return produce().metadata.name;
      },
    );
  }

  /** As all objects of the test have it, but for the name. */
  private exampleMetadata(): Manifest['metadata'] {
    return (this.example ??= serviceMetadata(
      { metadata: metadataOf(this.input, MEASURED_NAME) },
      this.input.operatorMode ?? false,
    ));
  }

  private addFiles(id: string, suffix: string, files: LocustTestFiles | undefined): void {
    const content = files?._content;
    if (!content) return;
    const { data, binaryData } = content;
    // With a hash in the name the content never changes; of one run it must not, as its Jobs
    // cannot.
    const fixed = isHashed(this.input) || this.input.runId !== undefined ? { immutable: true } : {};
    const fields = { ...(data ? { data } : {}), ...(binaryData ? { binaryData } : {}), ...fixed };
    addUnnamedManifest(
      this,
      id,
      {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        namespace: this._namespace,
        fields: Object.keys(fields),
      },
      () => ({
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name: `${this.build().name}-${suffix}` },
        ...fields,
      }),
    );
  }
}
