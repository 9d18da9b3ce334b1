import { connect, createServer, type Socket } from "node:net";

/** A way to a server on which the answer to a statement can be lost. */
export type LossyWay = {
  readonly url: string;
  /** The next time that a client sends this text, the server gets it and the client never hears of it again. */
  readonly loseAnswerTo: (text: string) => void;
  /** Cuts every line, and each that is asked for until it is mended. */
  readonly cut: () => void;
  readonly mend: () => void;
  readonly close: () => Promise<void>;
};

/** Stands between a client and a server, and cuts the line when it is told to. */
export async function loseAnswers(url: string): Promise<LossyWay> {
  const target = new URL(url);
  let lost: string | undefined;
  let isAway = false;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    if (isAway) return void client.resetAndDestroy();
    const upstream = connect(Number(target.port || 5432), target.hostname);
    let isCut = false;
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on("error", () => {});
      socket.on("close", () => sockets.delete(socket));
    }
    client.on("data", (bytes) => {
      if (lost !== undefined && bytes.includes(lost)) {
        isCut = true;
        lost = undefined;
      }
      upstream.write(bytes);
    });
    upstream.on("data", (bytes) => {
      if (isCut) client.resetAndDestroy();
      else client.write(bytes);
    });
    client.on("close", () => upstream.end());
    upstream.on("close", () => client.end());
  });
  await new Promise<void>((settle) => {
    server.listen(0, "127.0.0.1", settle);
  });
  const address = server.address();
  const way = new URL(url);
  way.hostname = "127.0.0.1";
  way.port = String(address instanceof Object ? address.port : 0);
  return {
    url: way.href,
    loseAnswerTo: (text) => {
      lost = text;
    },
    cut: () => {
      isAway = true;
      for (const socket of sockets) socket.resetAndDestroy();
    },
    mend: () => {
      isAway = false;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((settle) => {
        server.close(() => settle());
      });
    },
  };
}
