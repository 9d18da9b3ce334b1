import { execFile } from "node:child_process";
import { delimiter, resolve } from "node:path";
import { promisify } from "node:util";

export const repository: string = resolve(import.meta.dirname, "../../../..");

/** Aborts running programs when the rehearsal is interrupted, so that it can clean up. */
export const interruption = new AbortController();

type ProgramSettings = {
  readonly folder: string;
  /** The only npm settings that apply; those of the account and the environment are hidden. */
  readonly npmrc?: string;
  /** A folder whose programs are found before all others. */
  readonly bin?: string;
};

const execute = promisify(execFile);

/** Runs a program and returns its stdout. Rejects with all of its output if it fails. */
export async function runProgram(
  program: string,
  words: readonly string[],
  { folder, npmrc, bin }: ProgramSettings,
): Promise<string> {
  const settings = npmrc === undefined ? process.env : onlySettingsOf(npmrc);
  const path = bin === undefined ? {} : { PATH: `${bin}${delimiter}${process.env["PATH"]}` };
  const running = execute(program, words, {
    cwd: folder,
    env: { ...settings, ...path, TURBO_TELEMETRY_DISABLED: "1" },
    signal: interruption.signal,
    maxBuffer: 2 ** 28,
  });
  running.child.stdin?.end();
  try {
    return (await running).stdout;
  } catch (failure) {
    // The message ends with the stderr.
    const { message, stdout = "" } = failure as Error & { readonly stdout?: string };
    throw new Error(`${message.trim()}\n${stdout.trim()}`, { cause: failure });
  }
}

/**
 * Settings for the scope or environment variables would override the registry, and a release could go to the wrong one.
 */
function onlySettingsOf(npmrc: string): NodeJS.ProcessEnv {
  const others = Object.entries(process.env).filter(([name]) => !/^p?npm_config_/i.test(name));
  return {
    ...Object.fromEntries(others),
    NPM_CONFIG_USERCONFIG: npmrc,
    PNPM_CONFIG_USERCONFIG: npmrc,
    // A path that does not exist, so that the machine's global settings do not apply.
    NPM_CONFIG_GLOBALCONFIG: `${npmrc}-of-the-machine`,
  };
}

/** Prints the start of a step and its duration. */
export async function printStep<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const began = performance.now();
  process.stdout.write(`${name} …`);
  try {
    const result = await work();
    process.stdout.write(` ${((performance.now() - began) / 1000).toFixed(1)} s\n`);
    return result;
  } catch (failure) {
    process.stdout.write(" failed\n");
    throw failure;
  }
}
