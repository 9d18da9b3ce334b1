import {
  defaultAudience,
  defaultIssuer,
  ensureKeys,
  judgeUserId,
  signingKeyOf,
  signToken,
} from "@trading-oms/access";
import type { Command, Outcome } from "../command.ts";
import { explainFileFailure } from "../explain-file-failure.ts";
import { findAlgorithms } from "../find-algorithms.ts";
import { openKeys } from "../open-keys.ts";
import { warnOfAlgorithm } from "../warn-of-algorithm.ts";
import { readDuration } from "../words/read-duration.ts";

/** Signs a token for a user. */
export const token: Command = {
  words: ["token"],
  argumentNames: [],
  options: {
    user: { value: "USER", about: "who is to be known by it", isNeeded: true },
    ttl: { value: "DURATION", about: "how long it lasts, such as 90s, 30m, 1h or 7d", otherwise: "1h" },
  },
  summary: "Signs a token that says who somebody is, and prints it.",
  about:
    "It is signed by the newest key of keys.json in DATA_DIR or ./data; where there is no such file, it is made with a first key, by the first of AUTH_ALGORITHMS (ES256, unless they are set). The token is issued by AUTH_ISSUER for AUTH_AUDIENCE (trading-oms both, unless they are set), as a server with the same settings expects. Whoever holds the token is that user until it ends: no database is asked whether there is one.",
  example: "oms token --user demo --ttl 8h",
  run: async (given, { world, say }) => {
    const userId = given.needed("user");
    const ttlMs = readDuration("--ttl", given.option("ttl") ?? "1h");
    const fault = judgeUserId(userId);
    if (fault !== undefined) return refuse("name-not-valid", fault);
    const file = openKeys(world);
    try {
      const algorithms = findAlgorithms(world.environment);
      const ensured = await ensureKeys({ file, algorithm: algorithms[0] ?? "ES256", now: world.now });
      if (ensured.kind === "faulty") {
        return refuse("keys-faulty", `${file.path} can't be used: ${ensured.issues.join(" ")}`);
      }
      const key = signingKeyOf(ensured.jwks);
      if (key === undefined) {
        return refuse("key-needed", `No key of ${file.path} can sign: make one with oms keys make.`);
      }
      if (ensured.isNew) say(`Made the first key in ${file.path}.`);
      warnOfAlgorithm({ say }, key.alg, algorithms);
      const { AUTH_ISSUER, AUTH_AUDIENCE } = world.environment;
      const parties = { issuer: AUTH_ISSUER || defaultIssuer, audience: AUTH_AUDIENCE || defaultAudience };
      const nowMs = world.now();
      const signed = await signToken({ key, userId, ttlMs, ...parties, now: () => nowMs });
      const expiresAtMs = Math.ceil((nowMs + ttlMs) / 1_000) * 1_000;
      const json = { token: signed, userId, keyId: key.kid, expiresAtMs };
      return { kind: "done", json, lines: [signed] };
    } catch (failure) {
      return explainFileFailure(file.path, failure);
    }
  },
};

function refuse(code: string, message: string): Outcome {
  return { kind: "refused", code, message };
}
