/** Completion scripts for shells, made of the table of options. */
import { COMMANDS, GLOBAL_OPTIONS } from './commands';
import { Command, Option } from './options';
import { SHELLS } from './shells';

/** The script for one shell. */
export function completionScript(shell: (typeof SHELLS)[number]): string {
  return { bash, zsh, fish }[shell]();
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

function bashValues({ choices, files }: Option): string {
  if (choices) return bashWords(choices);
  return files === undefined ? '' : `_cdk8s_volumes_files ${files === 'directory' ? '-d' : '-f'};`;
}

function bashArguments({ choices }: Command): string {
  return choices ? bashWords(choices) : '_cdk8s_volumes_files -f;';
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
      `        '*: :${command.choices ? `(${command.choices.join(' ')})` : '_files'}' ;;`,
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

function zshOption(option: Option): string {
  const { value, choices, files, isRepeatable, help } = option;
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
    lines.push(
      `complete -c cdk8s-volumes ${seen} ${command.choices ? `-a '${command.choices.join(' ')}'` : '-F'}`,
    );
    for (const option of command.options) {
      lines.push(`complete -c cdk8s-volumes ${seen} ${fishOption(option)}`);
    }
  }
  return `${lines.join('\n')}\n`;
}

function fishOption({ name, short, value, choices, files, help }: Option): string {
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

function namesOf({ name, short }: Option): string[] {
  return short ? [`-${short}`, `--${name}`] : [`--${name}`];
}
