import { connect } from "node:net";
import { setTimeout as wait } from "node:timers/promises";

// Asks over fresh connections at fixed times, and prints how long each answer took as JSON.

/** What is asked: `path`, each `everyMs` for `seconds`. */
export type ProbeOrder = {
  readonly port: number;
  readonly path: string;
  readonly token?: string | undefined;
  readonly everyMs: number;
  readonly seconds: number;
};

/** When each probe was due, by the clock of the machine, what it was answered, and how long that took from then. */
export type Probe = { readonly dueAtMs: number; readonly status: number; readonly elapsedMs: number };

const answerMsMax = 15_000;

const order = JSON.parse(process.argv[2] ?? "{}") as ProbeOrder;
console.log(JSON.stringify(await sendProbes(order)));
process.exit();

async function sendProbes({ everyMs, seconds, ...target }: ProbeOrder): Promise<Probe[]> {
  const probes: Promise<Probe>[] = [];
  const beganAtMs = Date.now();
  for (let dueAtMs = beganAtMs; dueAtMs < beganAtMs + seconds * 1_000; dueAtMs += everyMs) {
    await wait(Math.max(0, dueAtMs - Date.now()));
    probes.push(probe(target, dueAtMs));
  }
  return Promise.all(probes);
}

/** The status is 0 if the connection failed or nothing came in time. */
function probe(
  { port, path, token }: Pick<ProbeOrder, "port" | "path" | "token">,
  dueAtMs: number,
): Promise<Probe> {
  const authorization = token === undefined ? "" : `Authorization: Bearer ${token}\r\n`;
  const request = `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${authorization}Connection: close\r\n\r\n`;
  return new Promise((settle) => {
    const socket = connect({ port, host: "127.0.0.1", noDelay: true });
    let received = "";
    socket.setEncoding("latin1").setTimeout(answerMsMax, () => socket.destroy());
    socket.once("connect", () => socket.write(request));
    socket.on("error", () => {});
    socket.on("data", (text: string) => {
      received += text;
    });
    socket.once("close", () => {
      const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(received)?.[1] ?? 0);
      settle({ dueAtMs, status, elapsedMs: Date.now() - dueAtMs });
    });
  });
}
