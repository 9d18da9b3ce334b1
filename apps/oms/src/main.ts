import { randomUUID } from "node:crypto";
import type { Output } from "./cli/command.ts";
import { runOms } from "./run-oms.ts";

/** A reader such as `head` may close the pipe early, which is not an error. */
process.stdout.on("error", (failure: NodeJS.ErrnoException) => {
  if (failure.code !== "EPIPE") throw failure;
  process.exit();
});

process.exitCode = await runOms(process.argv.slice(2), {
  environment: process.env,
  stdin: process.stdin,
  stdout: outputOn(process.stdout),
  stderr: outputOn(process.stderr),
  now: () => Date.now(),
  makeId: () => `TX-${randomUUID()}`,
  fetch,
  onStop,
});

/** Handles the first signal only, so a second one ends the process. */
function onStop(stop: () => void): () => void {
  const signals = ["SIGINT", "SIGTERM"] as const;
  const release = (): void => {
    for (const signal of signals) process.off(signal, onSignal);
  };
  const onSignal = (): void => {
    release();
    stop();
  };
  for (const signal of signals) process.on(signal, onSignal);
  return release;
}

function outputOn(stream: NodeJS.WriteStream): Output {
  const { columns, isTTY } = stream;
  return {
    write: (text) => void stream.write(text),
    isTerminal: isTTY === true,
    ...(columns === undefined ? {} : { columns }),
  };
}
