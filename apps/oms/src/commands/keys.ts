import * as files from "node:fs/promises";
import { setTimeout } from "node:timers/promises";
import {
  type Algorithm,
  addKey,
  defaultAlgorithms,
  defaultAudience,
  defaultIssuer,
  ensureKeys,
  isAlgorithm,
  type Jwk,
  type Jwks,
  judgeUserId,
  type KeyFile,
  listAlgorithms,
  openKeyFile,
  publicKeysOf,
  readAlgorithms,
  retireKey,
  signingKeyOf,
  signToken,
} from "@trading-oms/access";
import {
  type Command,
  type Desk,
  type Result,
  refuse,
  UsageFault,
  unlessRefused,
  type World,
} from "../cli/command.ts";
import { findDataFolder } from "../cli/database.ts";
import { usingFile } from "../cli/files.ts";
import { type Columns, renderTable, renderTime } from "../cli/text.ts";
import { readDuration } from "../cli/values.ts";

const token: Command = {
  words: ["token"],
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
    return withKeys(world, async (file) => {
      const algorithms = findAlgorithms(world.environment);
      const ensured = await ensureKeys({ file, algorithm: algorithms[0] ?? "ES256", now: world.now });
      if (ensured.kind === "faulty") return refuseFaulty(file, ensured.issues);
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
      return { json, lines: [signed] };
    });
  },
};

const keysMake: Command = {
  words: ["keys", "make"],
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
    return withKeys(world, async (file) => {
      const { kid: keyId } = unlessRefused(await addKey({ file, algorithm, now: world.now })).key;
      warnOfAlgorithm({ say }, algorithm, algorithms);
      return {
        json: { keyId, algorithm, madeAtMs: Math.floor(world.now() / 1_000) * 1_000, file: file.path },
        lines: [`Made ${keyId} (${algorithm}) in ${file.path}; it signs from now on.`],
      };
    });
  },
};

const keysList: Command = {
  words: ["keys", "list"],
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
    return withKeys(world, async (file) => {
      const found = await file.read();
      if (found.kind === "faulty") return refuseFaulty(file, found.issues);
      if (given.isOn("public")) return found.kind === "keys" ? publish(found.jwks) : refuseAbsent(file);
      const listed = found.kind === "keys" ? listKeys(found.jwks) : [];
      if (listed.length === 0) say(`There are no keys yet: ${file.path} is not there.`);
      return { json: listed, lines: renderTable(listed, columns) };
    });
  },
};

function publish(jwks: Jwks): Result {
  const json = publicKeysOf(jwks);
  return { json, lines: [JSON.stringify(json, undefined, 2)] };
}

/** An empty key set would be taken for one, and trust nobody. */
function refuseAbsent({ path }: KeyFile): never {
  const message = `There are no keys yet: ${path} is not there. Make one with oms keys make.`;
  refuse("key-needed", message);
}

function refuseFaulty({ path }: KeyFile, issues: readonly string[]): never {
  refuse("keys-faulty", `${path} can't be used: ${issues.join(" ")}`);
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

const columns: Columns<ListedKey> = {
  KEY: ({ keyId }) => keyId,
  ALGORITHM: ({ algorithm }) => algorithm,
  MADE: ({ madeAtMs }) => (madeAtMs === null ? "" : renderTime(madeAtMs)),
  SIGNS: ({ isSigning }) => (isSigning ? "yes" : ""),
};

const keysRetire: Command = {
  words: ["keys", "retire"],
  argumentNames: ["KEY"],
  summary: "Ends a key, and with it every token that it signed.",
  about:
    "KEY is an id that oms keys list shows. A server that runs forgets the key within ten seconds. The only key that signs is kept: make another first.",
  example: "oms keys retire key-kY3kCMaVbFRhu2JFS6LvFw3ClpD1pAqTnKgLhDWA2lg",
  run: async (given, { world }) => {
    const keyId = given.argument("KEY");
    return withKeys(world, async (file) => {
      const { signingKeyId } = unlessRefused(await retireKey(file, keyId));
      return { json: { keyId, signingKeyId }, lines: [`Retired ${keyId}; ${signingKeyId} signs.`] };
    });
  },
};

/** Finds the algorithms that a server with the same settings takes; a first key is made by the first of them. */
function findAlgorithms({
  AUTH_ALGORITHMS: text,
}: Readonly<Record<string, string | undefined>>): readonly Algorithm[] {
  if (!text) return defaultAlgorithms;
  const read = readAlgorithms(text);
  if (read.kind === "refused") throw new UsageFault(`AUTH_ALGORITHMS can't be used. ${read.message}`);
  return read.algorithms;
}

/** Says that tokens of a key are refused by servers with the same settings, where that is so. */
function warnOfAlgorithm({ say }: Pick<Desk, "say">, algorithm: string, algorithms: readonly string[]): void {
  if (algorithms.includes(algorithm)) return;
  const taken = algorithms.join(", ");
  say(
    `A server with these settings refuses what is signed by ${algorithm}: AUTH_ALGORITHMS is ${taken}. Add ${algorithm} to it, for servers as well.`,
  );
}

/** Works with the file of keys in the data folder, which servers share. */
function withKeys({ environment, makeId }: World, work: (file: KeyFile) => Promise<Result>): Promise<Result> {
  const folder = findDataFolder(environment);
  const file = openKeyFile({ folder, files, uid: process.getuid?.(), makeId, wait: setTimeout });
  return usingFile(file.path, () => work(file));
}

export const keysCommands: readonly Command[] = [token, keysMake, keysList, keysRetire];
