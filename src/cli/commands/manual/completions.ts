// The commands and options as each shell wants to hear of them. The text holds all words, so that a shell starts no Confere at each Tab.

import type { ListedCommand, ListedOption } from './command-list.ts';

export type Shell = keyof typeof completions;

export const completions = { bash: toBash, zsh: toZsh, fish: toFish };

/** Words of ours are plain: letters, digits and what stands in a scope or a type. */
const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

function toBash(commands: readonly ListedCommand[]): string {
  const toCase = (what: string, then: string) => `    ${what}) ${then} ;;`;
  const inner = commands.slice(1).map(({ path }) => quote(path));
  const offered = commands.map(({ path, commands: names, options, words }) => {
    const all = [...names.map(({ name }) => name), ...words, ...options.map(({ long }) => long)];
    return toCase(quote(path), `words=${quote(all.join(' '))}`);
  });
  const withValue = (wanted: (option: ListedOption) => boolean) =>
    commands.flatMap(({ path, options }) =>
      options
        .filter(wanted)
        .map(({ long, choices }) => toCase(quote(`${path} ${long}`), `words=${quote(choices.join(' '))}`)),
    );
  return `# Completion of confere. Where nothing is known, the shell offers files.
COMP_WORDBREAKS=\${COMP_WORDBREAKS//:}
_confere() {
  local word where=confere before= option= words= current=\${COMP_WORDS[COMP_CWORD]}
  for word in "\${COMP_WORDS[@]:1:$((COMP_CWORD - 1))}"; do
    before=$word
    case $word in
      -*) option=$word ;;
    esac
    case "$where $word" in
    ${inner.join(' | ')})
      where="$where $word" ;;
    esac
  done
  case $where in
${offered.join('\n')}
  esac
  case "$where $option" in
${withValue(({ takesMany }) => takesMany).join('\n')}
  esac
  case "$where $before" in
${withValue(({ takesValue, takesMany }) => takesValue && !takesMany).join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _confere confere`;
}

/** Zsh reads the completion of Bash. */
function toZsh(commands: readonly ListedCommand[]): string {
  return `autoload -Uz +X compinit bashcompinit
(( $+functions[compdef] )) || compinit
bashcompinit
${toBash(commands)}`;
}

function toFish(commands: readonly ListedCommand[]): string {
  const inner = commands.slice(1).map(({ path }) => quote(path));
  const lines = commands.flatMap(({ path, commands: names, options, words }) => {
    const at = `complete -c confere -n ${quote(`__confere_at ${quote(path)}`).replaceAll("'\\''", '"')}`;
    return [
      ...names.map(({ name, description }) => `${at} -f -a ${name} -d ${quoteFish(description)}`),
      ...(words.length === 0 ? [] : [`${at} -f -a ${quote(words.join(' '))}`]),
      ...options.map(({ long, description, takesValue, choices }) => {
        const value = choices.length > 0 ? ` -x -a ${quote(choices.join(' '))}` : takesValue ? ' -r' : '';
        return `${at} -l ${long.slice(2)}${value} -d ${quoteFish(description)}`;
      }),
    ];
  });
  return `# Completion of confere.
function __confere_at
    set -l where confere
    for word in (commandline -opc)[2..]
        switch "$where $word"
            case ${inner.join(' ')}
                set where "$where $word"
        end
    end
    test "$where" = "$argv[1]"
end
${lines.join('\n')}`;
}

const quoteFish = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
