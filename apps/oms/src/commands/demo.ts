import { calendarDateOf } from "@trading-oms/market";
import { type Command, type Result, unlessRefused, type World } from "../cli/command.ts";
import { renderNumber } from "../cli/text.ts";
import { loadDemo } from "../demo/load.ts";

const demoLoad: Command = {
  words: ["demo", "load"],
  options: {
    "unless-real": {
      about:
        "does nothing in production, with keys of your own, or beside data of your own; for starting a server",
    },
  },
  summary: "Loads a demonstration: instruments, rates, and the users demo, demo-2 and demo-3.",
  about:
    "It is the same each time, but for the futures, which are those that are traded today. Loading it twice changes nothing more. A database with a catalog of its own is refused, for the catalog would be replaced.",
  example: "oms demo load --database demo.sqlite",
  run: async (given, { open, world }) => {
    const isUnlessReal = given.isOn("unless-real");
    if (isUnlessReal && isReal(world)) return skipped;
    const loaded = await loadDemo(await open(), calendarDateOf(world.now()));
    if ("kind" in loaded && isUnlessReal) return skipped;
    const { isRepeat, ...counts } = unlessRefused(loaded);
    const told = [
      `${renderNumber(counts.instrumentCount)} instruments`,
      `${renderNumber(counts.accountCount)} accounts`,
      `${renderNumber(counts.movementCount)} movements`,
      `${renderNumber(counts.positionCount)} positions`,
    ].join(", ");
    const lines = [
      isRepeat ? "The demonstration was loaded already; nothing was changed." : `Loaded ${told}.`,
      "Look at it: npm run oms -- accounts show 888C000017",
    ];
    return { json: { isRepeat, ...counts }, lines };
  },
};

/** Somebody else's service, into which no invented account belongs. */
function isReal({ environment }: World): boolean {
  const { NODE_ENV: mode, AUTH_JWKS_URL: url, AUTH_JWKS_FILE: file } = environment;
  return mode === "production" || Boolean(url) || Boolean(file);
}

const skipped: Result = { json: { isSkipped: true }, lines: [] };

export const demoCommands: readonly Command[] = [demoLoad];
