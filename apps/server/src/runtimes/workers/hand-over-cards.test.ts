import { expect, test } from "vitest";
import type { Serve } from "./base-services.ts";
import { handOverCards } from "./worker.ts";

const own: Serve = () => new Response("own");
const cards = { fetch: () => new Response("of the cards") };
const path = "https://oms.test/api/v2/chat/api/id-card";

async function ask(serve: Serve, url: string, method = "POST"): Promise<string> {
  return (await serve(new Request(url, { method }))).text();
}

test("A card that is sent on either path goes to the Worker that reads cards", async () => {
  const serve = handOverCards(own, { CARDS: cards });
  expect(await ask(serve, path)).toBe("of the cards");
  expect(await ask(serve, "https://oms.test/api/v2/chat/api/v2/chat/api/id-card?from=app")).toBe(
    "of the cards",
  );
});

test("Everything else is answered here, and so are cards where no such Worker is bound", async () => {
  const serve = handOverCards(own, { CARDS: cards });
  expect(await ask(serve, path, "GET")).toBe("own");
  expect(await ask(serve, `${path}/`)).toBe("own");
  expect(await ask(serve, "https://oms.test/api/v1/notifications")).toBe("own");
  expect(await ask(handOverCards(own, {}), path)).toBe("own");
});
