import { StoreFault } from "@trading-oms/store";
import { explainListening } from "./explain-listening.ts";
import { heedSignals } from "./heed-signals.ts";
import { type Host, nodeHost } from "./host.ts";
import { readSettings } from "./read-settings.ts";
import type { Settings } from "./settings.ts";
import { startServer } from "./start-server.ts";

/** Runs the server until it is told to stop, and says with which code the process is to end. */
export async function runServer(
  words: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  host: Host = nodeHost,
): Promise<number> {
  const reading = readSettings(words, environment);
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
