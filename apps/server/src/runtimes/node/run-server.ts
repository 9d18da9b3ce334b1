import { StoreFault } from "@trading-oms/store";
import { type Host, nodeHost } from "./host.ts";
import { readSettings, type Settings } from "./settings/settings.ts";
import { type AddRoutes, startServer } from "./start-server.ts";

/** Runs the server until a signal stops it, and ends the process. Tests add routes. */
export async function runServer(host: Host = nodeHost, addRoutes?: AddRoutes): Promise<void> {
  process.exitCode = await serveUntilStopped(host, addRoutes);
  // A slow reader of the log must not keep the process alive.
  setTimeout(() => process.exit(), 1_000).unref();
}

async function serveUntilStopped(host: Host, addRoutes?: AddRoutes): Promise<number> {
  const reading = readSettings(process.argv.slice(2), process.env);
  if (reading.kind === "help") {
    process.stdout.write(`${reading.text}\n`);
    return 0;
  }
  if (reading.kind === "faulty") {
    process.stderr.write(`${reading.faults.join("\n")}\n`);
    return 2;
  }
  const signals = handleSignals();
  try {
    const started = await startServer(reading.settings, { host, addRoutes, onListening: signals.hold });
    if (started.kind === "faulty") {
      process.stderr.write(`${started.faults.join("\n")}\n`);
      return 2;
    }
    await signals.untilStopRequested();
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

/** npm passes on a signal that the terminal, or a kill of the process group, has sent to the server as well. */
const repeatMs = 500;

/**
 * Handles SIGTERM and SIGINT. Before the server listens, a signal ends the process at once; afterwards the
 * first signal requests a graceful stop and a second one ends the process. Without handlers, the first
 * process of a container would ignore these signals.
 */
export function handleSignals(
  source: Pick<NodeJS.Process, "on"> = process,
  exit: (code: number) => void = (code) => process.exit(code),
  nowMs: () => number = () => performance.now(),
) {
  const { promise: stopRequested, resolve: requestStop } = Promise.withResolvers<void>();
  let isHeld = false;
  let first: { readonly signal: string; readonly atMs: number } | undefined;
  /** From now on the first signal waits for a graceful stop, because requests may arrive. */
  const hold = (): void => {
    isHeld = true;
  };
  const onSignal = (signal: string): void => {
    if (!isHeld) exit(0);
    else if (first === undefined) {
      first = { signal, atMs: nowMs() };
      requestStop();
    } else if (signal !== first.signal || nowMs() - first.atMs > repeatMs) exit(1);
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) source.on(signal, () => onSignal(signal));
  return {
    hold,
    untilStopRequested: (): Promise<void> => {
      hold();
      return stopRequested;
    },
  };
}

/** Explains why the address cannot be listened on, and what to do; undefined for other errors. */
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
