import { spawn } from "node:child_process";
import { interruption } from "./interruption.ts";

/** Where a program runs. */
export type ProgramSettings = {
  readonly folder: string;
  /** The only settings of registries that it finds: neither those of the account nor of the environment count. */
  readonly npmrc?: string;
};

/** Runs a program to its end and gives what it wrote to stdout; rejects with all that it wrote where it fails. */
export function runProgram(
  program: string,
  words: readonly string[],
  { folder, npmrc }: ProgramSettings,
): Promise<string> {
  const child = spawn(program, words, {
    cwd: folder,
    env: { ...(npmrc === undefined ? process.env : onlySettingsOf(npmrc)), TURBO_TELEMETRY_DISABLED: "1" },
    signal: interruption.signal,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  let everything = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    printed += text;
    everything += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    everything += text;
  });
  return new Promise((settle, reject) => {
    child.on("error", (cause) => reject(new Error(`${program} did not run: ${cause.message}`, { cause })));
    child.on("close", (code) => {
      if (code === 0) settle(printed);
      else reject(new Error(`${program} ${words.join(" ")} ended with ${code}:\n${everything.trim()}`));
    });
  });
}

/** A line for the scope or a variable outranks a plain registry, and would lead a release to where it is not meant to go. */
function onlySettingsOf(npmrc: string): NodeJS.ProcessEnv {
  const others = Object.entries(process.env).filter(([name]) => !/^p?npm_config_/i.test(name));
  return {
    ...Object.fromEntries(others),
    NPM_CONFIG_USERCONFIG: npmrc,
    PNPM_CONFIG_USERCONFIG: npmrc,
    // There is no such file, so that none of the machine's counts.
    NPM_CONFIG_GLOBALCONFIG: `${npmrc}-of-the-machine`,
  };
}
