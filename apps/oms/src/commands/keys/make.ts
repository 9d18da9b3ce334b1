import { addKey, isAlgorithm, listAlgorithms } from "@trading-oms/access";
import type { Command } from "../../command.ts";
import { explainFileFailure } from "../../explain-file-failure.ts";
import { findAlgorithms } from "../../find-algorithms.ts";
import { openKeys } from "../../open-keys.ts";
import { UsageFault } from "../../usage-fault.ts";
import { warnOfAlgorithm } from "../../warn-of-algorithm.ts";

/** Makes a key, which signs from now on. */
export const keysMake: Command = {
  words: ["keys", "make"],
  argumentNames: [],
  options: {
    algorithm: {
      value: "ALGORITHM",
      about: "how it signs, such as EdDSA",
      otherwise: "the first of AUTH_ALGORITHMS, or ES256",
    },
  },
  summary: "Makes a key that signs tokens from now on.",
  about:
    "It is added to keys.json in DATA_DIR or ./data, which only its owner may read. Tokens of the keys before it stay valid; a server that runs sees it within seconds. To end a key and the tokens that it signed, see oms keys retire.",
  example: "oms keys make --algorithm EdDSA",
  run: async (given, { world, say }) => {
    const algorithms = findAlgorithms(world.environment);
    const algorithm = given.option("algorithm") ?? algorithms[0];
    if (!isAlgorithm(algorithm)) {
      throw new UsageFault(`--algorithm is "${algorithm}": write one of ${listAlgorithms()}.`);
    }
    const file = openKeys(world);
    try {
      const added = await addKey({ file, algorithm, now: world.now });
      if (added.kind === "refused") return added;
      warnOfAlgorithm({ say }, algorithm, algorithms);
      return {
        kind: "done",
        json: {
          keyId: added.key.kid,
          algorithm,
          madeAtMs: Math.floor(world.now() / 1_000) * 1_000,
          file: file.path,
        },
        lines: [`Made ${added.key.kid} (${algorithm}) in ${file.path}; it signs from now on.`],
      };
    } catch (failure) {
      return explainFileFailure(file.path, failure);
    }
  },
};
