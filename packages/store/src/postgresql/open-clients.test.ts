import { EventEmitter } from "node:events";
import pg from "pg";
import { expect, test } from "vitest";
import { type Clients, openClients } from "./open-clients.ts";
import type { LockMsMax } from "./texts-query.ts";

/** A pool whose connections are only counted. */
class PlannedPool extends EventEmitter {
  readonly waitingCount = 0;
  readonly idleCount = 0;
  totalCount = 0;

  connect(): Promise<unknown> {
    this.totalCount += 1;
    const client = Object.assign(new EventEmitter(), { number: this.totalCount, release: () => {} });
    this.emit("connect", client);
    return Promise.resolve(client);
  }

  end(): Promise<void> {
    return Promise.resolve();
  }
}

/** Works on a connection, and says which it was and whether it waited as it should. */
async function visit({ onClient }: Clients, lockMsMax: LockMsMax): Promise<string> {
  return onClient(lockMsMax, async (client, isBoundAlready) => {
    const { number } = client as unknown as { readonly number: number };
    return `${number} ${isBoundAlready ? "waits so" : "is told"}`;
  });
}

test("what is asked for however it waits goes by the connection of the change before it, and leaves it as it is", async () => {
  const clients = openClients(new PlannedPool() as unknown as pg.Pool, 16);
  expect(await visit(clients, undefined)).toBe("1 waits so");
  expect(await visit(clients, 250)).toBe("2 is told");
  expect(await visit(clients, "any")).toBe("2 waits so");
  expect(await visit(clients, 250)).toBe("2 waits so");
  expect(await visit(clients, undefined)).toBe("1 waits so");
  expect(await visit(clients, "any")).toBe("1 waits so");
  await clients.close();
});

test("after a failure a connection is told again how long to wait", async () => {
  const clients = openClients(new PlannedPool() as unknown as pg.Pool, 1);
  expect(await visit(clients, 250)).toBe("1 is told");
  const locked = new pg.DatabaseError("canceling statement due to lock timeout", 0, "error");
  locked.code = "55P03";
  await expect(clients.onClient("any", () => Promise.reject(locked))).rejects.toBe(locked);
  expect(await visit(clients, 250)).toBe("1 is told");
  await clients.close();
});
