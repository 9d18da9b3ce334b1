import { describe, expect, test } from "vitest";
import { readSettings } from "./run-reference.ts";

const read = (words: string[], environment: Record<string, string> = {}) =>
  readSettings(words, environment, "/repository/openapi/openapi.yaml");

describe("settings", () => {
  test("without any, the server listens on port 8787 of this machine alone", () => {
    expect(read([])).toEqual({
      kind: "settings",
      settings: { port: 8787, host: "127.0.0.1", documentPath: "/repository/openapi/openapi.yaml" },
    });
  });

  test("a flag wins over the environment", () => {
    expect(read(["--port", "9001", "--host=::1"], { PORT: "9000", HOST: "0.0.0.0" })).toMatchObject({
      settings: { port: 9001, host: "::1" },
    });
  });

  test("an empty variable counts as absent", () => {
    expect(read([], { PORT: "", HOST: "" })).toMatchObject({ settings: { port: 8787, host: "127.0.0.1" } });
  });

  test.each(["0", "1", "65535"])("%s is a port", (value) => {
    expect(read([], { PORT: value })).toMatchObject({ settings: { port: Number(value) } });
  });

  test.each(["65536", "-1", "80.5", "1e3", "0x50", " 80", "80 ", "eighty", "123456", "٨٠"])(
    "%j is no port",
    (value) => {
      expect(read([], { PORT: value })).toEqual({
        kind: "faulty",
        faults: [`PORT must be a whole number from 0 to 65535, not ${JSON.stringify(value)}.`],
      });
    },
  );

  test.each(["127.0.0.1", "::1", "::", "localhost", "oms.internal.example"])("%s is a host", (value) => {
    expect(read(["--host", value])).toMatchObject({ settings: { host: value } });
  });

  test.each(["127.0.0.256", "local host", "http://localhost", "-a", "a..b", "1.2.3"])(
    "%j is no host",
    (value) => {
      expect(read([`--host=${value}`])).toEqual({
        kind: "faulty",
        faults: [`--host must be an IP address or a host name, not ${JSON.stringify(value)}.`],
      });
    },
  );

  test("every fault is named, each in one line", () => {
    expect(read(["stray", "--prot", "1", "--host"], { PORT: "x" })).toEqual({
      kind: "faulty",
      faults: [
        "stray is not known here; --help lists what is.",
        "--prot is not known here; --help lists what is.",
        "--host needs a value.",
        'PORT must be a whole number from 0 to 65535, not "x".',
      ],
    });
  });

  test("a flag given twice is refused rather than guessed at", () => {
    expect(read(["--port", "1", "--port", "2"])).toEqual({
      kind: "faulty",
      faults: ["--port is given twice."],
    });
  });

  test("help wins over everything and names every setting", () => {
    const reading = read(["--nonsense", "--help"]);
    expect(reading.kind).toBe("help");
    for (const name of ["--port", "PORT", "--host", "HOST", "--document"]) {
      expect(JSON.stringify(reading)).toContain(name);
    }
  });
});
