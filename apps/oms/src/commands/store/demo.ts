import { calendarDateOf } from "@trading-oms/market";
import { type Command, type Result, unlessRefused, type World } from "../../cli/command.ts";
import { renderNumber } from "../../cli/text.ts";
import { loadDemo } from "../../demo/load.ts";

const demoLoad: Command = {
  words: ["demo", "load"],
  options: {
    desk: {
      about: "also loads sixty accounts of other users, so that the desk has calls of these days to work on",
    },
    "unless-real": {
      about:
        "does nothing in production, with keys from elsewhere (AUTH_JWKS_URL or AUTH_JWKS_FILE), or if there is other data; for starting a server, so it creates the database as a server does",
    },
  },
  summary: "Loads the demonstration: instruments, rates, and the users demo, demo-2 and demo-3.",
  about:
    "The data is always the same, except for the futures, which are those traded today. Loading it again changes nothing. A database with another catalog, other rates or other owners of its accounts is refused.",
  example: "oms demo load --database demo.sqlite",
  run: async (input, { open, world }) => {
    const isUnlessReal = input.isOn("unless-real");
    if (isUnlessReal && isReal(world)) return skipped;
    const services = await open({ mayCreate: isUnlessReal });
    const loaded = await loadDemo(services, calendarDateOf(world.now()), {
      hasDesk: input.isOn("desk"),
    });
    if ("kind" in loaded && isUnlessReal) return skipped;
    const { isRepeat, ...counts } = unlessRefused(loaded);
    const counted = [
      `${renderNumber(counts.instrumentCount)} instruments`,
      `${renderNumber(counts.accountCount)} accounts`,
      `${renderNumber(counts.movementCount)} movements`,
      `${renderNumber(counts.positionCount)} positions`,
    ].join(", ");
    const lines = [
      isRepeat ? "The demonstration was loaded already; nothing was changed." : `Loaded ${counted}.`,
      "Look at it: npm run oms -- accounts show 888C000017",
    ];
    return { json: { isRepeat, ...counts }, lines };
  },
};

/** Whether the settings are those of a real service, where the demonstration must not be loaded. */
function isReal({ environment }: World): boolean {
  const { NODE_ENV: mode, AUTH_JWKS_URL: url, AUTH_JWKS_FILE: file } = environment;
  return mode === "production" || Boolean(url) || Boolean(file);
}

const skipped: Result = { json: { isSkipped: true }, lines: [] };

export const demoCommands: readonly Command[] = [demoLoad];
