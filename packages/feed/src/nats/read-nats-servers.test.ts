import { expect, test } from "vitest";
import { readNatsServers } from "./read-nats-servers.ts";

test("reads addresses with ports and credentials", () => {
  expect(readNatsServers("nats://127.0.0.1:4333")).toEqual({
    servers: ["127.0.0.1:4333"],
    user: undefined,
    pass: undefined,
    isEncrypted: false,
  });
  expect(readNatsServers("tls://oms:p%40ss@one.example, tls://two.example:4223")).toEqual({
    servers: ["one.example:4222", "two.example:4223"],
    user: "oms",
    pass: "p@ss",
    isEncrypted: true,
  });
  expect(readNatsServers("nats://oms:secret@one,nats://oms:secret@two")?.user).toBe("oms");
  expect(readNatsServers("nats://[::1]:4222")?.servers).toEqual(["[::1]:4222"]);
});

test.for([
  "",
  "nats",
  "nats://",
  "http://127.0.0.1:4222",
  "nats://one,two",
  "nats://one/path",
  "nats://one?x=1",
  "nats://us%zz:pw@one",
  "nats://oms:%e0%a4@one",
  "nats://one,nats://oms:secret@two",
  "tls://10.0.0.7:4222",
  "tls://one,nats://[::1]:4222",
  "nats://oms:secret@one,nats://oms:other@two",
])("refuses %s, which is not a NATS address", (text) => {
  expect(readNatsServers(text)).toBeUndefined();
});
