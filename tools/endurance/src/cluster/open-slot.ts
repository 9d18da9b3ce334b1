import { findFreePort } from "../find-free-port.ts";
import { type ServerProcess, startServerProcess } from "../start-server-process.ts";

/** The place of a server, at an address that stays while processes come and go. */
export type Slot = {
  readonly index: number;
  readonly port: number;
  readonly kill: () => Promise<void>;
  /** Starts a process; what those before it complained about is kept. */
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<number | null>;
  readonly complaints: () => string;
};

/** Opens a place without a process in it. */
export async function openSlot(index: number, environment: Readonly<Record<string, string>>): Promise<Slot> {
  const port = await findFreePort();
  let server: ServerProcess | undefined;
  let complained = "";
  const end = (): void => {
    complained += `${server?.complaints() ?? ""}\n`;
    server = undefined;
  };
  return {
    index,
    port,
    start: async () => {
      server = await startServerProcess({ ...environment, PORT: `${port}`, DRAIN_DELAY_MS: "0" });
    },
    kill: async () => {
      await server?.kill();
      end();
    },
    stop: async () => {
      const ending = await server?.stop();
      end();
      return ending === undefined ? 0 : ending.code;
    },
    complaints: () => complained + (server?.complaints() ?? ""),
  };
}
