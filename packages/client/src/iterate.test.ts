import type { UserNotification } from "@trading-oms/types";
import { describe, expect, test } from "vitest";
import { planClient } from "./testing/plan-client.ts";

/** A fake service that lists notifications newest first. */
class Inbox {
  #count = 0;

  arrive(count: number): void {
    this.#count += count;
  }

  answer = (request: Request): Response => {
    const query = new URL(request.url).searchParams;
    const limit = Number(query.get("limit") ?? 50);
    const offset = Number(query.get("offset") ?? 0);
    const notifications: UserNotification[] = [];
    for (let id = this.#count - offset; id > 0 && notifications.length < limit; id -= 1) {
      notifications.push({ id, message_id: `m-${id}` });
    }
    return Response.json({ notifications, limit, offset });
  };
}

function readFrom(inbox: Inbox, beforeAnswer: (page: number) => void = () => {}) {
  const plan = Array.from({ length: 100 }, (_, page) => (request: Request) => {
    beforeAnswer(page);
    return inbox.answer(request);
  });
  return planClient(plan);
}

async function idsOf(notifications: AsyncIterable<UserNotification>): Promise<(number | undefined)[]> {
  const ids: (number | undefined)[] = [];
  for await (const { id } of notifications) ids.push(id);
  return ids;
}

const descending = (from: number): number[] => Array.from({ length: from }, (_, index) => from - index);

describe("reading every notification", () => {
  test("yields a thousand once and in order while five hundred more arrive", async () => {
    const inbox = new Inbox();
    inbox.arrive(1_000);
    let arrived = 0;
    const { client } = readFrom(inbox, (page) => {
      if (page === 0 || arrived >= 500) return;
      const count = Math.min(500 - arrived, 37 + page * 11);
      arrived += count;
      inbox.arrive(count);
    });
    expect(await idsOf(client.everyNotification())).toEqual(descending(1_000));
    expect(arrived).toBe(500);
  });

  test("continues if more than a page arrives between two pages", async () => {
    const inbox = new Inbox();
    inbox.arrive(300);
    const { client } = readFrom(inbox, (page) => (page === 1 ? inbox.arrive(250) : undefined));
    expect(await idsOf(client.everyNotification())).toEqual(descending(300));
  });

  test("loads only the pages that it needs", async () => {
    const inbox = new Inbox();
    inbox.arrive(250);
    const { client, requests } = readFrom(inbox);
    expect(await idsOf(client.everyNotification())).toHaveLength(250);
    expect(requests.map(({ url }) => new URL(url).search)).toEqual([
      "?limit=100&offset=0",
      "?limit=100&offset=100",
      "?limit=100&offset=200",
    ]);
  });

  test("loads nothing more after a break", async () => {
    const inbox = new Inbox();
    inbox.arrive(250);
    const { client, requests } = readFrom(inbox);
    for await (const { id } of client.everyNotification()) if (id === 200) break;
    expect(requests).toHaveLength(1);
  });

  test("stops within a page when it is aborted", async () => {
    const inbox = new Inbox();
    inbox.arrive(25);
    const control = new AbortController();
    const { client } = readFrom(inbox);
    const ids: unknown[] = [];
    const reading = async () => {
      for await (const { id } of client.everyNotification({ signal: control.signal })) {
        ids.push(id);
        if (id === 24) control.abort();
      }
    };
    await expect(reading()).rejects.toMatchObject({ kind: "aborted" });
    expect(ids).toEqual([25, 24]);
  });
});
