/** The code of a test: files that become a config map, or a config map that exists. */
import * as kplus from 'cdk8s-plus-28';
import { Finding, hasErrors, show, violation } from '../../findings';
import { anything, listOf, readShape, Shape, SHAPE_RULES, string, struct } from '../../shape';
import { knownResource } from '../../tree';
import { checkConfigMapName, checkFiles, ConfigMapContent, contentOf, TestFile } from '../files';
import { readFolder } from '../read-folder';
import { LOCUST_RULES as RULES } from '../rules';

/** Options of test files. */
export interface LocustTestFilesOptions {
  /**
   * The absolute path at which the files are mounted.
   * @default - `/lotest/src`, and `/opt/locust/lib` for a library
   */
  readonly mountPath?: string;

  /**
   * The library: files that are mounted at a different path. A library cannot have a library
   * itself.
   * @default - none
   */
  readonly lib?: LocustTestFiles;
}

/** Options of test files from a folder. */
export interface LocustFolderOptions extends LocustTestFilesOptions {
  /**
   * Names of files and folders that are excluded at any depth. `*.ext` matches a file name
   * extension. These are always excluded: `__pycache__`, `*.pyc`, `.git`, `.DS_Store`, `.env`,
   * `.venv`, `venv`, `.pytest_cache`, `node_modules`.
   * @default - no others
   */
  readonly exclude?: string[];
}

const OPTIONS = { mountPath: string, lib: anything };
const FILES_SHAPE = struct<LocustTestFilesOptions>(OPTIONS);
const FOLDER_SHAPE = struct<LocustFolderOptions>({
  ...OPTIONS,
  exclude: listOf(string) as Shape<string[]>,
});

/** Where the files are from: one of the three, or none where they cannot be read. */
interface Source {
  readonly configMapName?: string;
  readonly files?: readonly TestFile[];
  /** There are none, by intent. */
  readonly onlyLib?: boolean;
  readonly findings: readonly Finding[];
}

/**
 * The code of a load test.
 *
 * Files are stored in a ConfigMap of their own, with at most 1 MiB. Its name contains the hash of
 * the test, so it is replaced together with the test. Subfolders are kept, except in operator mode.
 *
 * @example
 * const testFiles = LocustTestFiles.fromInline({ 'checkout.py': 'from locust import HttpUser' });
 */
export class LocustTestFiles {
  /**
   * Returns the files of a folder and its subfolders, which are read immediately.
   * @param path the folder, relative to the working directory of the app
   * @param options the mount path, the library and the exclusions
   * @returns the files; problems with them are reported by the test that uses them
   */
  public static fromDirectory(path: string, options: LocustFolderOptions = {}): LocustTestFiles {
    const { value: known = {}, findings: wrong } = readShape(
      options ?? {},
      FOLDER_SHAPE,
      'testFiles',
    );
    const { files, findings } = readFolder(path, known.exclude);
    if (findings.length > 0) {
      return new LocustTestFiles({ findings: [...wrong, ...findings] }, known);
    }
    return LocustTestFiles.of(files, `the folder ${JSON.stringify(path)}`, known, wrong);
  }

  /**
   * Returns files whose content is part of the program.
   * @param files the content of each file, keyed by its path, with slashes for subfolders
   * @param options the mount path, the library and the exclusions
   * @returns the files
   */
  public static fromInline(
    files: { [path: string]: string },
    options: LocustTestFilesOptions = {},
  ): LocustTestFiles {
    const { value: known = {}, findings } = readShape(options ?? {}, FILES_SHAPE, 'testFiles');
    return LocustTestFiles.of(
      Object.entries(files ?? {}).map(([path, content]) => ({ path, content })),
      'the program',
      known,
      findings,
    );
  }

  /**
   * Returns the files of a ConfigMap of cdk8s-plus or of this library.
   * @param configMap the ConfigMap, in the namespace of the test
   * @param options the mount path and the library
   * @returns the files
   */
  public static fromConfigMap(
    configMap: kplus.IConfigMap,
    options: LocustTestFilesOptions = {},
  ): LocustTestFiles {
    const known = knownResource(configMap, 'ConfigMap');
    if (known) return LocustTestFiles.fromConfigMapName(known.name, options);
    return new LocustTestFiles(
      {
        findings: [
          violation(
            SHAPE_RULES.type,
            'testFiles',
            `${show(configMap)} is not a ConfigMap`,
            'pass a ConfigMap of cdk8s-plus or of this library, or call LocustTestFiles.fromConfigMapName',
          ),
        ],
      },
      {},
    );
  }

  /**
   * Returns the files of a ConfigMap that already exists or is created elsewhere.
   * @param name the name of the ConfigMap, in the namespace of the test
   * @param options the mount path and the library
   * @returns the files
   */
  public static fromConfigMapName(
    name: string,
    options: LocustTestFilesOptions = {},
  ): LocustTestFiles {
    const { value: known = {}, findings } = readShape(options ?? {}, FILES_SHAPE, 'testFiles');
    return new LocustTestFiles(
      { configMapName: name, findings: [...findings, ...checkConfigMapName(name)] },
      known,
    );
  }

  /**
   * Returns only a library, for a test whose code is in the image or a volume.
   * @param lib the library, mounted at `/opt/locust/lib` unless it has a `mountPath`
   * @returns the files
   */
  public static onlyLib(lib: LocustTestFiles): LocustTestFiles {
    const findings = lib
      ? []
      : [
          violation(
            RULES.testFiles,
            'testFiles',
            'there is no library',
            'set testFiles to a library, or remove it',
          ),
        ];
    return new LocustTestFiles({ findings, onlyLib: true }, { lib });
  }

  /** What is wrong with files may keep them from being read. */
  private static of(
    files: readonly TestFile[],
    where: string,
    options: LocustTestFilesOptions,
    wrong: readonly Finding[],
  ): LocustTestFiles {
    const findings = [...wrong, ...checkFiles(files, where)];
    return new LocustTestFiles(hasErrors(findings) ? { findings } : { files, findings }, options);
  }

  /** @internal */
  public readonly _configMapName?: string;
  /** @internal */
  public readonly _onlyLib: boolean;
  /** @internal */
  public readonly _content?: ConfigMapContent;
  /** @internal */
  public readonly _findings: readonly Finding[];
  /** @internal */
  public readonly _mountPath?: string;
  /** @internal */
  public readonly _lib?: LocustTestFiles;

  private constructor(source: Source, options: LocustTestFilesOptions) {
    this._configMapName = source.configMapName;
    this._onlyLib = source.onlyLib ?? false;
    this._content = source.files && contentOf(source.files);
    this._findings = source.findings;
    this._mountPath = options.mountPath;
    this._lib = options.lib;
  }
}
