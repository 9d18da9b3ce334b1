import { retireKey } from "@trading-oms/access";
import type { Command } from "../../command.ts";
import { explainFileFailure } from "../../explain-file-failure.ts";
import { openKeys } from "../../open-keys.ts";

/** Ends a key. */
export const keysRetire: Command = {
  words: ["keys", "retire"],
  argumentNames: ["KEY"],
  options: {},
  summary: "Ends a key, and with it every token that it signed.",
  about:
    "KEY is an id that oms keys list shows. A server that runs forgets the key within ten seconds. The only key that signs is kept: make another first.",
  example: "oms keys retire key-kY3kCMaVbFRhu2JFS6LvFw3ClpD1pAqTnKgLhDWA2lg",
  run: async (given, { world }) => {
    const keyId = given.argument("KEY");
    const file = openKeys(world);
    try {
      const retired = await retireKey(file, keyId);
      if (retired.kind === "refused") return retired;
      const { signingKeyId } = retired;
      return {
        kind: "done",
        json: { keyId, signingKeyId },
        lines: [`Retired ${keyId}; ${signingKeyId} signs.`],
      };
    } catch (failure) {
      return explainFileFailure(file.path, failure);
    }
  },
};
