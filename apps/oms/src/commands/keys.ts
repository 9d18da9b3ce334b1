import * as files from "node:fs/promises";
import { setTimeout } from "node:timers/promises";
import {
  type Algorithm,
  addKey,
  checkRoleClaim,
  checkUserId,
  defaultAlgorithms,
  defaultAudience,
  defaultIssuer,
  defaultRoleClaim,
  ensureKeys,
  isAlgorithm,
  isRole,
  type Jwk,
  type Jwks,
  type KeyFile,
  listAlgorithms,
  listRoles,
  openKeyFile,
  publicKeysOf,
  type Role,
  readAlgorithms,
  retireKey,
  signingKeyOf,
  signToken,
  signWith,
} from "@trading-oms/access";
import {
  type Command,
  type CommandContext,
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
    user: { value: "USER", about: "the user of the token", isRequired: true },
    ttl: { value: "DURATION", about: "how long it lasts, such as 90s, 30m, 1h or 7d", otherwise: "1h" },
    role: {
      value: "ROLE",
      about:
        "the role that the token carries, for operations that ask for one; without it the user sees the own accounts",
    },
  },
  summary: "Signs a token for a user and prints it.",
  about:
    "The token is signed with the key of keys.json in DATA_DIR or ./data that signs (oms keys list). If the file does not exist, it is made with a first key for the first of AUTH_ALGORITHMS (default: ES256). Issuer and audience are AUTH_ISSUER and AUTH_AUDIENCE (default: trading-oms), as a server with the same settings expects. A role is carried by the claim AUTH_ROLE_CLAIM (default: roles). The token gives its holder the access of that user and role until it expires. The user need not exist: no database is read.",
  example: "oms token --user demo --ttl 8h",
  run: async (input, { world, say }) => {
    const userId = input.required("user");
    const ttlMs = readDuration("--ttl", input.option("ttl") ?? "1h");
    const fault = checkUserId(userId);
    if (fault !== undefined) return refuse("name_not_valid", fault);
    const role = input.option("role");
    if (role !== undefined && !isRole(role)) {
      throw new UsageFault(`--role is "${role}": write one of ${listRoles()}.`);
    }
    return withKeys(world, async (file) => {
      const algorithms = findAlgorithms(world.environment);
      const ensured = await ensureKeys({ file, algorithm: algorithms[0] ?? "ES256", now: world.now });
      if (ensured.kind === "faulty") return rejectFaulty(file, ensured.issues);
      const key = signingKeyOf(ensured.jwks);
      if (key === undefined) {
        return refuse("key_needed", `No key of ${file.path} can sign: make one with oms keys make.`);
      }
      if (ensured.isNew) say(`Made the first key in ${file.path}.`);
      warnOfAlgorithm({ say }, key.alg, algorithms);
      const nowMs = world.now();
      const signed = await sign(key, { userId, role, ttlMs }, { ...world, now: () => nowMs });
      const expiresAtMs = Math.ceil((nowMs + ttlMs) / 1_000) * 1_000;
      const json = { token: signed, userId, ...(role && { role }), keyId: key.kid, expiresAtMs };
      return { json, lines: [signed] };
    });
  },
};

type SigningKey = NonNullable<ReturnType<typeof signingKeyOf>>;

/** Who a token names. */
type Claims = { readonly userId: string; readonly role: Role | undefined; readonly ttlMs: number };

/** Signs a token that a server with the same settings accepts. */
function sign(
  key: SigningKey,
  claims: Claims,
  { environment, now }: Pick<World, "environment" | "now">,
): Promise<string> {
  const { AUTH_ISSUER, AUTH_AUDIENCE } = environment;
  const parties = { issuer: AUTH_ISSUER || defaultIssuer, audience: AUTH_AUDIENCE || defaultAudience };
  return signToken({ ...claims, key, roleClaim: findRoleClaim(environment), ...parties, now });
}

/** Signs a token by the keys in the data folder; undefined if it has none that signs. */
export function signLocally(world: World, claims: Claims): Promise<string | undefined> {
  return withKeys(world, async (file) => {
    const found = await file.read();
    if (found.kind === "faulty") return rejectFaulty(file, found.issues);
    const key = found.kind === "keys" ? signingKeyOf(found.jwks) : undefined;
    return key && sign(key, claims, world);
  });
}

const keysMake: Command = {
  words: ["keys", "make"],
  options: {
    algorithm: {
      value: "ALGORITHM",
      about: "how it signs, such as EdDSA",
      otherwise: "the first of AUTH_ALGORITHMS, or ES256",
    },
  },
  summary: "Makes a key for signing tokens.",
  about:
    "The key is added to keys.json in DATA_DIR or ./data, which only its owner may read. The first key signs at once. A further one verifies tokens at once, and signs after oms keys sign: publish it before, and wait until every server has read it. Tokens of older keys stay valid. To remove a key and invalidate its tokens, see oms keys retire.",
  example: "oms keys make --algorithm EdDSA",
  run: async (input, { world, say }) => {
    const algorithms = findAlgorithms(world.environment);
    const algorithm = input.option("algorithm") ?? algorithms[0];
    if (!isAlgorithm(algorithm)) {
      throw new UsageFault(`--algorithm is "${algorithm}": write one of ${listAlgorithms()}.`);
    }
    return withKeys(world, async (file) => {
      const { key, isSigning } = unlessRefused(await addKey({ file, algorithm, now: world.now }));
      const { kid: keyId } = key;
      warnOfAlgorithm({ say }, algorithm, algorithms);
      return {
        json: {
          keyId,
          algorithm,
          isSigning,
          madeAtMs: Math.floor(world.now() / 1_000) * 1_000,
          file: file.path,
        },
        lines: [
          `Made ${keyId} (${algorithm}) in ${file.path}; ${isSigning ? "it signs from now on" : "publish it, and then run oms keys sign"}.`,
        ],
      };
    });
  },
};

const keysList: Command = {
  words: ["keys", "list"],
  options: {
    public: {
      about: "prints only the public keys, as a JSON Web Key Set for AUTH_JWKS_FILE of a server",
    },
  },
  summary: "Lists the keys that verify tokens, and which of them signs.",
  about:
    "The keys are those of keys.json in DATA_DIR or ./data; the last one that can sign does. Private parts are not shown. With --public they are printed as a key set, with which a server without keys.json can verify tokens.",
  example: "oms keys list --json",
  run: async (input, { world, say }) => {
    return withKeys(world, async (file) => {
      const found = await file.read();
      if (found.kind === "faulty") return rejectFaulty(file, found.issues);
      if (input.isOn("public")) return found.kind === "keys" ? publish(found.jwks) : rejectAbsent(file);
      const listed = found.kind === "keys" ? listKeys(found.jwks) : [];
      if (listed.length === 0) say(`There are no keys yet: ${file.path} does not exist.`);
      return { json: listed, lines: renderTable(listed, columns) };
    });
  },
};

function publish(jwks: Jwks): Result {
  const json = publicKeysOf(jwks);
  return { json, lines: [JSON.stringify(json, undefined, 2)] };
}

/** Prints no empty key set, because a server would accept it and then reject every token. */
function rejectAbsent({ path }: KeyFile): never {
  const message = `There are no keys yet: ${path} does not exist. Make one with oms keys make.`;
  refuse("key_needed", message);
}

function rejectFaulty({ path }: KeyFile, issues: readonly string[]): never {
  refuse("keys_faulty", `${path} can't be used: ${issues.join(" ")}`);
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

const keysSign: Command = {
  words: ["keys", "sign"],
  argumentNames: ["KEY"],
  summary: "Makes a key sign tokens from now on.",
  about:
    "KEY is an id from oms keys list. Run it when every server that reads published keys has read this one: ten seconds after a file was replaced, and twenty minutes after a host has it. Tokens of other keys stay valid.",
  example: "oms keys sign key-kY3kCMaVbFRhu2JFS6LvFw3ClpD1pAqTnKgLhDWA2lg",
  run: async (input, { world }) => {
    const keyId = input.argument("KEY");
    return withKeys(world, async (file) => {
      unlessRefused(await signWith(file, keyId));
      return { json: { keyId }, lines: [`${keyId} signs from now on.`] };
    });
  },
};

const keysRetire: Command = {
  words: ["keys", "retire"],
  argumentNames: ["KEY"],
  summary: "Removes a key and invalidates every token that it signed.",
  about:
    "KEY is an id from oms keys list. A running server rejects the key within ten seconds. The only key that can sign is not removed: make another first.",
  example: "oms keys retire key-kY3kCMaVbFRhu2JFS6LvFw3ClpD1pAqTnKgLhDWA2lg",
  run: async (input, { world }) => {
    const keyId = input.argument("KEY");
    return withKeys(world, async (file) => {
      const { signingKeyId } = unlessRefused(await retireKey(file, keyId));
      return { json: { keyId, signingKeyId }, lines: [`Retired ${keyId}; ${signingKeyId} signs.`] };
    });
  },
};

/** Returns the algorithms that a server with the same settings accepts. A first key uses the first of them. */
function findAlgorithms({
  AUTH_ALGORITHMS: text,
}: Readonly<Record<string, string | undefined>>): readonly Algorithm[] {
  if (!text) return defaultAlgorithms;
  const read = readAlgorithms(text);
  if (read.kind === "refused") throw new UsageFault(`AUTH_ALGORITHMS can't be used. ${read.message}`);
  return read.algorithms;
}

/** Returns the claim in which a server with the same settings looks for the role. */
function findRoleClaim({ AUTH_ROLE_CLAIM: name }: Readonly<Record<string, string | undefined>>): string {
  const wrong = name ? checkRoleClaim(name) : undefined;
  if (wrong !== undefined) throw new UsageFault(`AUTH_ROLE_CLAIM ${wrong}`);
  return name || defaultRoleClaim;
}

/** Warns if servers with the same settings reject tokens of this algorithm. */
function warnOfAlgorithm(
  { say }: Pick<CommandContext, "say">,
  algorithm: string,
  algorithms: readonly string[],
): void {
  if (algorithms.includes(algorithm)) return;
  const taken = algorithms.join(", ");
  say(
    `A server with these settings rejects tokens signed with ${algorithm}: AUTH_ALGORITHMS is ${taken}. Add ${algorithm} to it, for servers as well.`,
  );
}

/** Runs work on the key file in the data folder, which servers share. */
function withKeys<Found>(
  { environment, makeId }: World,
  work: (file: KeyFile) => Promise<Found>,
): Promise<Found> {
  const folder = findDataFolder(environment);
  const file = openKeyFile({ folder, files, uid: process.getuid?.(), makeId, wait: setTimeout });
  return usingFile(file.path, () => work(file));
}

export const keysCommands: readonly Command[] = [token, keysMake, keysSign, keysList, keysRetire];
