import { expect, test } from "vitest";
import { createProcessFeed } from "./create-process-feed.ts";
import { describeFeed } from "./feed.suite.ts";

describeFeed("of the same process", {
  make: async () => {
    const feed = createProcessFeed();
    return { feed, send: async (message) => feed.tell([message]) };
  },
});

test("an exchange that is played may trade at any hour, and others may not", () => {
  expect(createProcessFeed({ isAlwaysTrading: true }).isAlwaysTrading).toBe(true);
  expect(createProcessFeed().isAlwaysTrading).toBe(false);
});
