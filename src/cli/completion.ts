/** Completion scripts for shells, made of the table of options. */
import { COMMANDS, GLOBAL_OPTIONS } from './commands';
import { Command, Option } from './options';
import { SHELLS } from './shells';

export function completionScript(shell: (typeof SHELLS)[number]): string {
  return { bash, zsh, fish, powershell }[shell]();
}

function bash(): string {
  const cases = COMMANDS.map((command) =>
    [
      `    ${command.name})`,
      '      case "$prev" in',
      ...command.options
        .filter(({ value }) => value)
        .map((option) => `        ${namesOf(option).join('|')}) ${bashValues(option)} return ;;`),
      '      esac',
      `      if [[ "$cur" == -?* ]]; then ${bashWords(command.options.flatMap(namesOf))}`,
      `      else ${bashArguments(command)} fi ;;`,
    ].join('\n'),
  );
  return `# bash completion for cdk8s-volumes
_cdk8s_volumes() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}"
  COMPREPLY=()
  # --option=value comes as three words.
  if [[ "$cur" == = ]]; then cur=
  elif [[ "$prev" == = ]]; then prev="\${COMP_WORDS[COMP_CWORD-2]}"; fi
  if [[ $COMP_CWORD -eq 1 ]]; then
    ${bashWords([...COMMANDS.map(({ name }) => name), ...GLOBAL_OPTIONS.flatMap(namesOf)])}
    return
  fi
  case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
  esac
}
_cdk8s_volumes_files() {
  local file
  while IFS= read -r file; do COMPREPLY+=("$file"); done < <(compgen "$1" -- "$cur")
  compopt -o filenames 2>/dev/null
}
complete -F _cdk8s_volumes cdk8s-volumes
`;
}

function bashValues(option: Option): string {
  const { files } = option;
  const choices = wordsOf(option);
  if (choices) return bashWords(choices);
  return files === undefined ? '' : `_cdk8s_volumes_files ${files === 'directory' ? '-d' : '-f'};`;
}

function bashArguments(command: Command): string {
  const choices = wordsOf(command);
  if (!choices) return '_cdk8s_volumes_files -f;';
  return command.andFiles
    ? `if [[ $COMP_CWORD -eq 2 ]]; then ${bashWords(choices)} else _cdk8s_volumes_files -f; fi;`
    : bashWords(choices);
}

/** The values of an option, or the arguments of a command, if they are words. */
function wordsOf({ choices, candidates }: Option | Command): readonly string[] | undefined {
  return choices ?? candidates?.();
}

function bashWords(words: readonly string[]): string {
  return `COMPREPLY=($(compgen -W "${words.join(' ')}" -- "$cur"));`;
}

function zsh(): string {
  const cases = COMMANDS.map((command) =>
    [
      `    ${command.name})`,
      '      _arguments -s \\',
      ...command.options.map((option) => `        ${zshOption(option)} \\`),
      `        ${zshArguments(command)} ;;`,
    ].join('\n'),
  );
  return `#compdef cdk8s-volumes
# zsh completion for cdk8s-volumes
_cdk8s_volumes() {
  local -a commands=(
${COMMANDS.map(({ name, summary }) => `    '${name}:${zshText(summary)}'`).join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    _arguments ${GLOBAL_OPTIONS.map(zshOption).join(' ')}
    return
  fi
  local command="$words[2]"
  shift words
  (( CURRENT-- ))
  case "$command" in
${cases.join('\n')}
  esac
}
if [ "$funcstack[1]" = "_cdk8s_volumes" ]; then _cdk8s_volumes "$@"; else compdef _cdk8s_volumes cdk8s-volumes; fi
`;
}

function zshArguments(command: Command): string {
  const words = wordsOf(command);
  if (!words) return "'*: :_files'";
  const list = `(${words.join(' ')})`;
  return command.andFiles ? `'1: :${list}' '*: :_files'` : `'*: :${list}'`;
}

function zshOption(option: Option): string {
  const { value, files, isRepeatable, help } = option;
  const choices = wordsOf(option);
  const action = choices
    ? `(${choices.join(' ')})`
    : files === 'directory'
      ? '_files -/'
      : files === 'file'
        ? '_files'
        : ' ';
  const names = namesOf(option);
  const spelled = names.map((name) => (value && name.startsWith('--') ? `${name}=` : name));
  const spec = spelled.length === 1 ? spelled[0] : `{${spelled.join(',')}}`;
  const rest = `'[${zshText(help)}]${value ? `:${value}:${action}` : ''}'`;
  return `${isRepeatable ? "'*'" : names.length > 1 ? `'(${names.join(' ')})'` : ''}${spec}${rest}`;
}

function zshText(text: string): string {
  return text.replaceAll("'", "'\\''").replace(/[[\]:\\]/g, (sign) => `\\${sign}`);
}

function fish(): string {
  const lines = ['# fish completion for cdk8s-volumes', 'complete -c cdk8s-volumes -f'];
  for (const option of GLOBAL_OPTIONS) {
    lines.push(`complete -c cdk8s-volumes -n __fish_use_subcommand ${fishOption(option)}`);
  }
  for (const command of COMMANDS) {
    const seen = `-n '__fish_seen_subcommand_from ${command.name}'`;
    lines.push(
      `complete -c cdk8s-volumes -n __fish_use_subcommand -a ${command.name} -d '${fishText(command.summary)}'`,
    );
    lines.push(`complete -c cdk8s-volumes ${seen} ${fishArguments(command)}`);
    for (const option of command.options) {
      lines.push(`complete -c cdk8s-volumes ${seen} ${fishOption(option)}`);
    }
  }
  return `${lines.join('\n')}\n`;
}

function fishArguments(command: Command): string {
  const words = wordsOf(command);
  return words ? `${command.andFiles ? '-F ' : ''}-a '${words.join(' ')}'` : '-F';
}

function fishOption(option: Option): string {
  const { name, short, value, files, help } = option;
  const choices = wordsOf(option);
  const values = choices
    ? ` -x -a '${choices.join(' ')}'`
    : files === 'directory'
      ? " -x -a '(__fish_complete_directories)'"
      : files === 'file'
        ? ' -r -F'
        : value
          ? ' -x'
          : '';
  return `-l ${name}${short ? ` -s ${short}` : ''}${values} -d '${fishText(help)}'`;
}

function fishText(text: string): string {
  return text.replace(/['\\]/g, (sign) => `\\${sign}`);
}

/** Words for what is before the cursor; where there are none, PowerShell completes files. */
function powershell(): string {
  const commands = COMMANDS.map((command) => {
    const values = command.options.flatMap((option) => {
      const words = wordsOf(option);
      return words ? namesOf(option).map((name) => `'${name}' = ${quoted(words)}`) : [];
    });
    return [
      `    '${command.name}' = @{`,
      `      Options = ${quoted(command.options.flatMap(namesOf))}`,
      `      Arguments = ${quoted(wordsOf(command) ?? [])}`,
      `      Values = @{ ${values.join('; ')} }`,
      '    }',
    ].join('\n');
  });
  return `# PowerShell completion for cdk8s-volumes
Register-ArgumentCompleter -Native -CommandName cdk8s-volumes -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $commands = @{
${commands.join('\n')}
  }
  $before = @($commandAst.CommandElements |
    Where-Object { $_.Extent.EndOffset -lt $cursorPosition } | ForEach-Object { $_.ToString() })
  $command = if ($before.Count -gt 1) { $commands[$before[1]] } else { $null }
  $words = if ($before.Count -le 1) { @($commands.Keys) + ${quoted(GLOBAL_OPTIONS.flatMap(namesOf))} }
    elseif ($null -eq $command) { @() }
    elseif ($command.Values.ContainsKey($before[-1])) { $command.Values[$before[-1]] }
    elseif ($wordToComplete -like '-*') { $command.Options }
    else { $command.Arguments }
  $words | Sort-Object | Where-Object { $_ -like "$wordToComplete*" } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
  }
}
`;
}

function quoted(words: readonly string[]): string {
  return `@(${words.map((word) => `'${word.replaceAll("'", "''")}'`).join(', ')})`;
}

function namesOf({ name, short }: Option): string[] {
  return short ? [`-${short}`, `--${name}`] : [`--${name}`];
}
