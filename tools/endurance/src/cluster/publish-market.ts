import { spawn } from "node:child_process";
import { once } from "node:events";
import { omsProgram } from "../run-oms.ts";

/** A process that publishes a market. */
export type PublishedMarket = {
  /** Sends SIGTERM, and gives the code that it ended with. */
  readonly stop: () => Promise<number | null>;
  readonly said: () => string;
};

const speed = 10;
const readyMsMax = 30_000;

/** Publishes the simulated exchange by the command that an operator has, and waits until it does. */
export async function publishMarket(
  environment: Readonly<Record<string, string>>,
  natsUrl: string,
  seed: number,
): Promise<PublishedMarket> {
  const { PATH = "" } = process.env;
  const words = ["feed", "publish", "--from", "simulated", "--nats", natsUrl, "--speed", `${speed}`];
  const child = spawn(process.execPath, [omsProgram, ...words, "--seed", `${seed}`], {
    env: { PATH, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const kill = (): void => void child.kill("SIGKILL");
  process.once("exit", kill);
  const ended = once(child, "exit").finally(() => process.off("exit", kill));
  let said = "";
  await new Promise<void>((settle, reject) => {
    const timer = setTimeout(kill, readyMsMax);
    const hear = (text: string): void => {
      said += text;
      if (!said.includes("Publishing to NATS")) return;
      clearTimeout(timer);
      settle();
    };
    child.stdout.setEncoding("utf8").on("data", hear);
    child.stderr.setEncoding("utf8").on("data", hear);
    child.once("exit", () => reject(new Error(`The publisher ended: ${said}`)));
  });
  return {
    stop: async () => {
      child.kill("SIGTERM");
      const [code] = (await ended) as [number | null];
      return code;
    },
    said: () => said,
  };
}
