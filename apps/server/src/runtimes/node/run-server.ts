import { StoreFault } from "@trading-oms/store";
import { type Host, nodeHost } from "./drain.ts";
import { readSettings, type Settings } from "./settings.ts";
import { startServer } from "./start-server.ts";

/** Runs the server until it is told to stop, and ends the process. */
export async function runServer(host: Host = nodeHost): Promise<void> {
  process.exitCode = await serveUntilStopped(host);
  // A slow reader of the log must not keep the process from ending.
  setTimeout(() => process.exit(), 1_000).unref();
}

/** Gives the code with which the process is to end. */
async function serveUntilStopped(host: Host): Promise<number> {
  const reading = readSettings(process.argv.slice(2), process.env);
  if (reading.kind === "help") {
    process.stdout.write(`${reading.text}\n`);
    return 0;
  }
  if (reading.kind === "faulty") {
    process.stderr.write(`${reading.faults.join("\n")}\n`);
    return 2;
  }
  const signals = heedSignals();
  try {
    const started = await startServer(reading.settings, { host, onListening: signals.hold });
    if (started.kind === "faulty") {
      process.stderr.write(`${started.faults.join("\n")}\n`);
      return 2;
    }
    await signals.untilAsked();
    return (await started.stop()) ? 0 : 1;
  } catch (failure) {
    process.stderr.write(`${explain(failure, reading.settings)}\n`);
    return 1;
  }
}

function explain(failure: unknown, settings: Settings): string {
  if (failure instanceof StoreFault) return failure.message;
  const listening = explainListening(failure, settings);
  if (listening !== undefined) return listening;
  return failure instanceof Error ? (failure.stack ?? failure.message) : String(failure);
}

/** What is done about SIGTERM and SIGINT. */
type HeededSignals = {
  /** From now on somebody may be answered, so that the first signal waits until there is somebody to stop it in peace. */
  readonly hold: () => void;
  readonly untilAsked: () => Promise<void>;
};

/**
 * Heeds SIGTERM and SIGINT. Before callers are let in there is nothing to lose, and the process ends at once; then the
 * first one asks, and a second one ends it at once. Left to the system, the first process of a container would not be
 * ended at all.
 */
export function heedSignals(
  source: Pick<NodeJS.Process, "on"> = process,
  exit: (code: number) => void = (code) => process.exit(code),
): HeededSignals {
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
  let isHeld = false;
  let isAsked = false;
  const hold = (): void => {
    isHeld = true;
  };
  const heed = (): void => {
    if (!isHeld) exit(0);
    else if (isAsked) exit(1);
    else {
      isAsked = true;
      ask();
    }
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) source.on(signal, heed);
  return {
    hold,
    untilAsked: () => {
      hold();
      return asked;
    },
  };
}

/** Why an address can't be listened on, with what to do about it; undefined where that is not what failed. */
function explainListening(
  failure: unknown,
  { port, host }: Pick<Settings, "port" | "host">,
): string | undefined {
  const code =
    failure instanceof Error && "syscall" in failure && "code" in failure ? failure.code : undefined;
  switch (code) {
    case "EADDRINUSE":
      return `Port ${port} on ${host} is taken; stop what listens there, or choose another by PORT.`;
    case "EACCES":
      return `Port ${port} on ${host} may not be opened by this user; choose one from 1024 up by PORT.`;
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return `${host} is no address of this machine; leave HOST out to listen on 127.0.0.1.`;
    default:
      return undefined;
  }
}
