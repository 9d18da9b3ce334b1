import { type ServerProcess, startServerProcess } from "../start-server-process.ts";

/** Servers on one database, of which some may be killed. */
export type Fleet = {
  /** Starts a server, and waits until it says that it is ready. */
  readonly start: () => Promise<ServerProcess>;
  readonly kill: (server: ServerProcess) => Promise<void>;
  /** Sends SIGTERM, and waits for the end. */
  readonly stop: (server: ServerProcess) => Promise<void>;
  /** Ends those that are still there. */
  readonly stopAll: () => Promise<void>;
  /** What servers did that they should not have. */
  readonly faults: () => readonly string[];
};

/** Opens a fleet without any server in it. */
export function openFleet(environment: Readonly<Record<string, string>>): Fleet {
  const alive = new Set<ServerProcess>();
  const faults: string[] = [];
  const end = (server: ServerProcess): void => {
    alive.delete(server);
    const complaints = server.complaints();
    if (complaints !== "") faults.push(`a server complained: ${complaints.slice(0, 1_000)}`);
  };
  const stop = async (server: ServerProcess): Promise<void> => {
    const { code } = await server.stop();
    if (code !== 0) faults.push(`a server that was told to stop ended with ${code}`);
    end(server);
  };
  return {
    start: async () => {
      // How long connections are let in after SIGTERM is a matter of balancers, of which there are none.
      const server = await startServerProcess({ ...environment, DRAIN_DELAY_MS: "0" });
      alive.add(server);
      const { status } = await fetch(`http://127.0.0.1:${server.port}/readyz`);
      if (status !== 200)
        faults.push(`a server that listens answered ${status} when asked whether it is ready`);
      return server;
    },
    kill: async (server) => {
      await server.kill();
      end(server);
    },
    stop,
    stopAll: async () => {
      await Promise.all([...alive].map(stop));
    },
    faults: () => faults,
  };
}
