import { type Jwk, type Jwks, publicKeysOf, signingKeyOf } from "@trading-oms/access";
import type { Command, Outcome } from "../../command.ts";
import { explainFileFailure } from "../../explain-file-failure.ts";
import { openKeys } from "../../open-keys.ts";
import { renderTable } from "../../output/render-table.ts";
import { renderTime } from "../../output/render-time.ts";

/** Lists the keys. */
export const keysList: Command = {
  words: ["keys", "list"],
  argumentNames: [],
  options: {
    public: {
      about: "prints the public halves alone, as the key set that AUTH_JWKS_FILE of a server may name",
    },
  },
  summary: "Lists the keys that tokens are trusted by, and which of them signs.",
  about:
    "They are those of keys.json in DATA_DIR or ./data, from the oldest on. Nothing private is shown. With --public they are a key set, by which a machine without keys.json can tell whose tokens are good.",
  example: "oms keys list --json",
  run: async (given, { world, say }) => {
    const file = openKeys(world);
    try {
      const found = await file.read();
      if (found.kind === "faulty") {
        const message = `${file.path} can't be used: ${found.issues.join(" ")}`;
        return { kind: "refused", code: "keys-faulty", message };
      }
      if (given.isOn("public")) return found.kind === "keys" ? publish(found.jwks) : refuseAbsent(file.path);
      const listed = found.kind === "keys" ? listKeys(found.jwks) : [];
      if (listed.length === 0) say(`There are no keys yet: ${file.path} is not there.`);
      return { kind: "done", json: listed, lines: renderKeys(listed) };
    } catch (failure) {
      return explainFileFailure(file.path, failure);
    }
  },
};

function publish(jwks: Jwks): Outcome {
  const json = publicKeysOf(jwks);
  return { kind: "done", json, lines: [JSON.stringify(json, undefined, 2)] };
}

/** An empty key set would be taken for one, and trust nobody. */
function refuseAbsent(path: string): Outcome {
  const message = `There are no keys yet: ${path} is not there. Make one with oms keys make.`;
  return { kind: "refused", code: "key-needed", message };
}

type ListedKey = {
  readonly keyId: string;
  readonly algorithm: string;
  readonly madeAtMs: number | null;
  readonly isSigning: boolean;
};

function listKeys(jwks: Jwks): ListedKey[] {
  const signing: Jwk | undefined = signingKeyOf(jwks);
  return jwks.keys.map((key) => ({
    keyId: String(key["kid"] ?? ""),
    algorithm: String(key["alg"] ?? ""),
    madeAtMs: typeof key["iat"] === "number" ? key["iat"] * 1_000 : null,
    isSigning: key === signing,
  }));
}

function renderKeys(keys: readonly ListedKey[]): string[] {
  return renderTable(
    [{ title: "KEY" }, { title: "ALGORITHM" }, { title: "MADE" }, { title: "SIGNS" }],
    keys.map(({ keyId, algorithm, madeAtMs, isSigning }) => [
      keyId,
      algorithm,
      madeAtMs === null ? "" : renderTime(madeAtMs),
      isSigning ? "yes" : "",
    ]),
  );
}
