import { expect, test } from "vitest";
import { greetWithDesk, greetWithFeed, omsCommand } from "./greeting.ts";
import type { SimulatedSettings } from "./settings/settings.ts";

const played: SimulatedSettings = {
  kind: "simulated",
  seed: 7,
  speed: 10,
  hours: "always",
  startMs: undefined,
};

test.each([
  [
    played,
    false,
    "Prices are simulated, 10 times as fast as the clock, with the seed 7, at any hour: SIMULATED_HOURS=exchange keeps the hours of the exchanges.",
  ],
  [
    { ...played, hours: "exchange", speed: 1 },
    false,
    "Prices are simulated, as fast as the clock, with the seed 7, at the hours of the exchanges, which are closed now: SIMULATED_HOURS=always trades all the same.",
  ],
  [
    { ...played, hours: "exchange", speed: 1 },
    true,
    "Prices are simulated, as fast as the clock, with the seed 7, at the hours of the exchanges.",
  ],
  [{ kind: "none" }, true, "No feed is connected: FEED=simulated plays an exchange."],
  [
    {
      kind: "nats",
      takesSimulated: false,
      servers: { servers: ["a:4222", "b:4222"], user: "oms", pass: "secret", isEncrypted: false },
    },
    true,
    "Prices come over NATS from a:4222, b:4222.",
  ],
] as const)(
  "the greeting for %o describes the source of prices and how to change it",
  (feed, isOpen, words) => {
    expect(greetWithFeed(feed, isOpen)).toBe(words);
  },
);

test("the desk's address carries a token after the hash, which browsers do not send", () => {
  const words = greetWithDesk("http://127.0.0.1:8787", "head.body.signature");
  const address = new URL(words.match(/http\S+/)?.[0] ?? "");
  expect(address.pathname).toBe("/console");
  expect(address.hash).toBe("#token=head.body.signature");
});

test.each([
  ["./data", "npm run oms -- token --user demo"],
  ["/var/lib/oms", "DATA_DIR=/var/lib/oms npm run oms -- token --user demo"],
  ["my data/it's", "DATA_DIR='my data/it'\\''s' npm run oms -- token --user demo"],
])("the command for another token names the folder %s, unless it is the usual one", (folder, command) => {
  expect(omsCommand(folder, "token --user demo")).toBe(command);
});
