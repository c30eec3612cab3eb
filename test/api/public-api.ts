/** Everything that is public, as the compiler reads it. */
import { join } from 'node:path';
import * as ts from 'typescript';
import { exportedBy } from './exported';
import { typesOf, PublicType } from './public-members';
import { callsOf, PublicCall } from './public-options';
import { ofRun } from '../support/of-run';

const ROOT = join(__dirname, '..', '..');
const ENTRY = join(ROOT, 'src', 'index.ts');

interface PublicApi {
  readonly calls: readonly PublicCall[];
  readonly types: readonly PublicType[];
}

/** All constructors and methods that take a struct of this library, and all public types. */
export const publicApi = (): PublicApi => ofRun('public-api', read);

function read(): PublicApi {
  const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.json'), (file) =>
    ts.sys.readFile(file),
  );
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [] }, ts.sys, ROOT);
  const program = ts.createProgram([ENTRY], { ...options, noEmit: true });
  const checker = program.getTypeChecker();
  const exported = exportedBy(program.getSourceFile(ENTRY)!, checker);
  return { calls: callsOf(exported, checker), types: typesOf(exported, checker) };
}
