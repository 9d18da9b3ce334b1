import { badReasons, readMessage, renderMessage } from "@trading-oms/feed";
import { expect, test } from "vitest";
import { makeInvalidMessages } from "./bad-messages.ts";

const atMs = Date.parse("2026-11-16T09:15:00+07:00");

test("covers every reason to refuse a message, each with a message refused for it", () => {
  const listed = makeInvalidMessages("FPT", atMs);
  for (const { reason, message } of listed) {
    expect(readMessage(JSON.parse(renderMessage(message))), JSON.stringify(reason)).toBe(reason);
  }
  const ofFrames = ["not-json", "frame", "version"];
  expect(new Set(listed.map(({ reason }) => reason))).toEqual(
    new Set(badReasons.filter((reason) => !ofFrames.includes(reason))),
  );
});
