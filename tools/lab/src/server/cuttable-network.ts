import { execFile, spawnSync } from "node:child_process";
import { promisify } from "node:util";

/** A network of this machine and one other, which can be disconnected. It needs root and `ip` of iproute2. */
type CuttableNetwork = Disposable & {
  /** The address of this machine in it. */
  readonly host: string;
  /** What a command begins with that runs on the other machine. */
  readonly prefix: readonly string[];
  /** Drops all packets in both directions, and closes no connection. */
  readonly cut: () => Promise<void>;
};

/** Opens a network of two. @throws if this process may not make one */
export async function openCuttableNetwork(): Promise<CuttableNetwork> {
  const [name, host, other] = [`oms-${process.pid}`, "10.213.87.1", "10.213.87.2"];
  const [own, far] = [`oms${process.pid}a`, `oms${process.pid}b`];
  const ip = (...words: readonly string[]) => promisify(execFile)("ip", words);
  const close = (): void => {
    process.off("exit", close);
    spawnSync("ip", ["link", "del", own]);
    spawnSync("ip", ["netns", "del", name]);
  };
  process.once("exit", close);
  try {
    await ip("netns", "add", name);
    await ip("link", "add", own, "type", "veth", "peer", "name", far, "netns", name);
    await ip("addr", "add", `${host}/30`, "dev", own);
    await ip("-n", name, "addr", "add", `${other}/30`, "dev", far);
    await ip("link", "set", own, "up");
    await ip("-n", name, "link", "set", far, "up");
  } catch (cause) {
    close();
    throw new Error("No network can be made. Run it as root, with `ip` (Debian: apt-get install iproute2).", {
      cause,
    });
  }
  return {
    host,
    prefix: ["ip", "netns", "exec", name],
    cut: async () => void (await ip("-n", name, "link", "set", far, "down")),
    [Symbol.dispose]: close,
  };
}
