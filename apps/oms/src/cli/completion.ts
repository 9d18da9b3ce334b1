import { type Command, type CommandOption, UsageFault } from "./command.ts";
import { globalOptions } from "./read-command-line.ts";

const renderers = { bash: renderBash, zsh: renderZsh, fish: renderFish } as const;
type Shell = keyof typeof renderers;
const shells = Object.keys(renderers) as readonly Shell[];

/** Makes the command `completion`, whose scripts complete the given commands and itself. */
export function makeCompletion(others: readonly Command[]): Command {
  const completion: Command = {
    words: ["completion"],
    argumentNames: ["SHELL"],
    choices: shells,
    summary: "Prints a completion script for bash, zsh or fish.",
    about:
      "SHELL is bash, zsh or fish. The script completes commands, options, files and the values of options for a command called oms. It starts no process while you type. In bash and zsh, eval the output; in fish, pipe it into source.",
    example: 'oms completion bash # as in: eval "$(oms completion bash)"',
    run: async (input) => {
      const shell = shells.find((each) => each === input.argument("SHELL"));
      if (shell === undefined) {
        throw new UsageFault(`SHELL is "${input.argument("SHELL")}": write bash, zsh or fish.`);
      }
      const script = renderers[shell]([...others, completion]);
      return { json: { shell, script }, lines: [script] };
    },
  };
  return completion;
}

/** A word that completion offers, with its description. */
type Candidate = { readonly word: string; readonly about: string };

/** The candidates at one position. `pattern` is matched, in bash and zsh, against "group verb previous-word". */
type Place = {
  readonly pattern: string;
  readonly candidates: readonly Candidate[];
  readonly isFile: boolean;
};

function renderBash(commands: readonly Command[]): string {
  const cases = listPlaces(commands).map(({ pattern, candidates, isFile }) => {
    const found = candidates.map(({ word }) => word).join(" ");
    return `    ${pattern}) found=${quote(found)} files=${isFile ? 1 : ""} ;;`;
  });
  return `_oms() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD - 1]}
  local words=("\${COMP_WORDS[@]}") group= verb= found= files= at IFS=$' \\n'
  for ((at = 1; at < COMP_CWORD; at++)); do
${takeWords}
  done
  case "$group $verb $before" in
${cases.join("\n")}
  esac
  COMPREPLY=($(compgen -W "$found" -- "$word"))
  [[ -z $files || $word == -* ]] && return
  IFS=$'\\n'
  COMPREPLY+=($(compgen -f -- "$word"))
  compopt -o filenames 2>/dev/null
}
complete -F _oms oms`;
}

function renderZsh(commands: readonly Command[]): string {
  const cases = listPlaces(commands).map(({ pattern, candidates, isFile }) => {
    const found = candidates.map(({ word, about }) => quote(about === "" ? word : `${word}:${about}`));
    return `    ${pattern}) found=(${found.join(" ")}) files=${isFile ? 1 : ""} ;;`;
  });
  return `#compdef oms
_oms() {
  local before=\${words[CURRENT - 1]} group= verb= files= at
  local -a found
  for ((at = 2; at < CURRENT; at++)); do
${takeWords}
  done
  case "$group $verb $before" in
${cases.join("\n")}
  esac
  (( $#found )) && _describe oms found
  [[ -n $files ]] && _files
}
compdef _oms oms`;
}

/** Finds group and verb: the first two words that are neither an option nor the value of `--database`. */
const takeWords = `    case \${words[at]} in
      --database) at=$((at + 1)) ;;
      -*) ;;
      *) if [[ -z $group ]]; then group=\${words[at]}; elif [[ -z $verb ]]; then verb=\${words[at]}; fi ;;
    esac`;

/** Lists all places. The first matching pattern wins, so values of options come first. */
function listPlaces(commands: readonly Command[]): Place[] {
  const values: Place[] = [];
  const places: Place[] = [];
  const addValue = (start: string, name: string, { value, choices = [] }: CommandOption) => {
    if (value === undefined) return;
    const pattern = `${start}${quote(` --${name}`)}`;
    values.push({ pattern, candidates: choices.map(candidateOf), isFile: isFileName(value) });
  };
  for (const command of commands) {
    const { words, options = {}, choices = [] } = command;
    const [group, verb] = words;
    const start = verb === undefined ? `${quote(`${group} `)}*` : quote(`${group} ${verb}`);
    for (const [name, option] of Object.entries(options)) addValue(start, name, option);
    places.push({
      pattern: verb === undefined ? start : `${quote(`${group} ${verb} `)}*`,
      candidates: [...choices.map(candidateOf), ...optionCandidates(options)],
      isFile: takesFile(command),
    });
  }
  for (const [name, option] of Object.entries(globalOptions)) addValue("*", name, option);
  const everywhere = optionCandidates({});
  for (const [group, kin] of groupsOf(commands)) {
    const candidates = [...kin.flatMap(verbCandidate), ...everywhere];
    if (kin[0]?.words[1] !== undefined)
      places.push({ pattern: `${quote(`${group}  `)}*`, candidates, isFile: false });
  }
  const candidates = [...groupCandidates(commands), ...everywhere];
  return [...values, ...places, { pattern: `${quote("  ")}*`, candidates, isFile: false }];
}

function renderFish(commands: readonly Command[]): string {
  const lines = commands.flatMap((command) => {
    const { words, options = {}, choices = [] } = command;
    const here = `__oms_in ${words.join(" ")}`;
    return [
      ...verbCandidate(command).map((verb) => addFish(`__oms_at ${words[0]}`, fishWord(verb))),
      ...choices.map((choice) => addFish(here, `-a ${choice}`)),
      ...(takesFile(command) ? [addFish(here, "-F")] : []),
      ...Object.entries(options).map(([name, option]) => addFish(here, fishOption(name, option))),
    ];
  });
  return `function __oms_words
  set -l words (commandline -opc)
  string match -v -- '-*' $words[2..]
end
function __oms_in
  set -l words (__oms_words)
  test (count $argv) -eq 0; or test "$words[1..$(count $argv)]" = "$argv"
end
function __oms_at
  test (count (__oms_words)) -eq (count $argv); and __oms_in $argv
end
complete -c oms -f
complete -c oms -s h -l help -d 'this text'
${Object.entries(globalOptions)
  .map(([name, option]) => `complete -c oms ${fishOption(name, option)}`)
  .join("\n")}
${groupCandidates(commands)
  .map((group) => addFish("__oms_at", fishWord(group)))
  .join("\n")}
${lines.join("\n")}`;
}

function addFish(test: string, what: string): string {
  return `complete -c oms -n '${test}' ${what}`;
}

function fishWord({ word, about }: Candidate): string {
  return `-a ${word} -d ${quoteFish(about)}`;
}

function fishOption(name: string, { value, about, choices = [] }: CommandOption): string {
  const takes = value === undefined ? "" : isFileName(value) ? " -r -F" : " -x";
  const chosen = choices.length === 0 ? "" : ` -a ${quoteFish(choices.join(" "))}`;
  return `-l ${name}${takes}${chosen} -d ${quoteFish(about)}`;
}

function groupsOf(commands: readonly Command[]): Map<string, Command[]> {
  return Map.groupBy(commands, ({ words: [group] }) => group);
}

function groupCandidates(commands: readonly Command[]): Candidate[] {
  return [...groupsOf(commands)].map(([word, kin]) => {
    const verbs = kin.flatMap(verbCandidate).map(({ word: verb }) => verb);
    return { word, about: verbs.length === 0 ? (kin[0]?.summary ?? "") : verbs.join(", ") };
  });
}

function verbCandidate({ words: [, verb], summary }: Command): Candidate[] {
  return verb === undefined ? [] : [{ word: verb, about: summary }];
}

function optionCandidates(options: NonNullable<Command["options"]>): Candidate[] {
  const help = { word: "--help", about: "this text" };
  const named = Object.entries({ ...options, ...globalOptions });
  return [...named.map(([name, { about }]) => ({ word: `--${name}`, about })), help];
}

function candidateOf(word: string): Candidate {
  return { word, about: "" };
}

function takesFile({ argumentNames = [], othersName = "" }: Command): boolean {
  return [...argumentNames, othersName].some(isFileName);
}

function isFileName(name: string): boolean {
  return ["FILE", "FRONT", "BACK", "SOURCE", "DATABASE"].includes(name);
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function quoteFish(text: string): string {
  return `'${text.replaceAll(/['\\]/g, "\\$&")}'`;
}
