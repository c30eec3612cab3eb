/** Where the code of a test comes from: files that become a config map, or a config map that exists. */
import { Finding, hasErrors, violation } from '../../findings';
import { anything, listOf, readShape, Shape, string, struct } from '../../shape';
import { checkConfigMapName, checkFiles, ConfigMapContent, contentOf, TestFile } from '../files';
import { readFolder } from '../read-folder';
import { LOCUST_RULES as RULES } from '../rules';

/** Where test files are mounted, and what comes along. */
export interface LocustTestFilesOptions {
  /**
   * The absolute path at which the files are mounted.
   * @default - `/lotest/src`, and `/opt/locust/lib` for a library
   */
  readonly mountPath?: string;

  /**
   * The library: files that are mounted elsewhere. A library has no library of its own.
   * @default - none
   */
  readonly lib?: LocustTestFiles;
}

/** Options of files from a folder. */
export interface LocustFolderOptions extends LocustTestFilesOptions {
  /**
   * Names of files and folders that are left out, at any depth. `*.ext` stands for an ending. In any case these are:
   * `__pycache__`, `*.pyc`, `.git`, `.DS_Store`, `.env`, `.venv`, `venv`, `.pytest_cache`, `node_modules`.
   * @default - no others
   */
  readonly exclude?: string[];
}

const OPTIONS = { mountPath: string, lib: anything };
const FILES_SHAPE = struct<LocustTestFilesOptions>(OPTIONS);
const FOLDER_SHAPE = struct<LocustFolderOptions>({ ...OPTIONS, exclude: listOf(string) as Shape<string[]> });

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
 * Files become a config map of their own, at most 1 MiB; with the hash of the test in its name, it is replaced
 * together with the test. Sub-folders are kept, outside of operator mode.
 *
 * @example
 * const testFiles = LocustTestFiles.fromInline({ 'checkout.py': 'from locust import HttpUser' });
 */
export class LocustTestFiles {
  /**
   * The files of a folder, with its sub-folders, read when this is called.
   * @param path the folder, seen from where the app runs
   * @param options where they are mounted
   * @returns the files; what is wrong with them is told by the test that uses them
   */
  public static fromDirectory(path: string, options: LocustFolderOptions = {}): LocustTestFiles {
    const { value: known = {}, findings: wrong } = readShape(options ?? {}, FOLDER_SHAPE, 'testFiles');
    const { files, findings } = readFolder(path, known.exclude);
    if (findings.length > 0) return new LocustTestFiles({ findings: [...wrong, ...findings] }, known);
    return LocustTestFiles.of(files, `the folder ${JSON.stringify(path)}`, known, wrong);
  }

  /**
   * Files that are given in the program.
   * @param files the content of each file, by its path. With slashes for sub-folders
   * @param options where they are mounted
   * @returns the files
   */
  public static fromInline(files: { [path: string]: string }, options: LocustTestFilesOptions = {}): LocustTestFiles {
    const { value: known = {}, findings } = readShape(options ?? {}, FILES_SHAPE, 'testFiles');
    return LocustTestFiles.of(Object.entries(files ?? {}).map(([path, content]) => ({ path, content })), 'the program', known, findings);
  }

  /**
   * A config map that exists, or that something else makes.
   * @param name its name, in the namespace of the test
   * @param options where it is mounted
   * @returns the files
   */
  public static fromConfigMap(name: string, options: LocustTestFilesOptions = {}): LocustTestFiles {
    const { value: known = {}, findings } = readShape(options ?? {}, FILES_SHAPE, 'testFiles');
    return new LocustTestFiles({ configMapName: name, findings: [...findings, ...checkConfigMapName(name)] }, known);
  }

  /**
   * A library alone: the image has the test, or a volume.
   * @param lib the library, mounted at `/opt/locust/lib` unless it says otherwise
   * @returns the files
   */
  public static onlyLib(lib: LocustTestFiles): LocustTestFiles {
    const findings = lib ? [] : [violation(RULES.testFiles, 'testFiles', 'there is no library', 'give one, or leave out testFiles')];
    return new LocustTestFiles({ findings, onlyLib: true }, { lib });
  }

  /** What is wrong with files may keep them from being read. */
  private static of(files: readonly TestFile[], where: string, options: LocustTestFilesOptions, wrong: readonly Finding[]): LocustTestFiles {
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
