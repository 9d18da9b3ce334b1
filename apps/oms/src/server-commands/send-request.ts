import { checkUserId } from "@trading-oms/access";
import { ApiError } from "@trading-oms/client";
import { type CommandOption, Refused, refuse, UsageFault, type World } from "../cli/command.ts";
import { findDataFolder } from "../cli/database.ts";
import { visible } from "../cli/text.ts";
import { signLocally } from "../commands/keys.ts";
import { type OperationSpec, optionNameOf } from "./operation-spec.ts";
import { clients } from "./operations.gen.ts";
import { renderAnswer } from "./render-answer.ts";

/** A request for an operation. */
export type OperationRequest = {
  readonly id: string;
  readonly operation: OperationSpec;
  /** The server that the command line names. */
  readonly server: string | undefined;
  /** The values in the path, in order. */
  readonly path: readonly string[];
  readonly body: object | undefined;
  readonly query: object;
  readonly key: string | undefined;
};

export const serverOption: CommandOption = {
  value: "URL",
  about: "the server that gets the request",
  otherwise: "OMS_URL, else port PORT (8787) of this machine",
};

/** A client by the ids of its operations. */
type Methods = Readonly<Record<string, (...values: readonly unknown[]) => Promise<object>>>;

/**
 * Sends a request to the server of the command line or of OMS_URL, else to that of this machine. The token is OMS_TOKEN. For a server
 * of this machine the keys of its data folder sign one for the user of the shell.
 *
 * @throws Refused with the exit code of what went wrong, UsageFault if a value is not valid for the server
 */
export async function sendRequest(request: OperationRequest, world: World): Promise<object> {
  const { id, operation, path, body, query, key } = request;
  const url = findServer(request.server, world);
  const { role } = operation;
  const token =
    world.environment["OMS_TOKEN"] || (role === null ? undefined : await signFor(url, role, world));
  const baseUrl = `${url.origin}${url.pathname.replace(/\/$/, "")}`;
  const client = clients[operation.document]?.({
    baseUrl,
    token,
    // Neither the token nor a reason is for another address.
    fetch: (request: Request) => world.fetch(request, { redirect: "error" }),
  }) as Methods;
  const values = [...path, ...(body === undefined ? [] : [body]), { ...query, idempotencyKey: key }];
  try {
    return await (client[id] as Methods[string])(...values);
  } catch (failure) {
    if (!(failure instanceof ApiError)) throw failure;
    throw explain(failure, baseUrl, request);
  }
}

function findServer(named: string | undefined, { environment }: World): URL {
  const { PORT: port, OMS_URL: fallback } = environment;
  const text = named ?? (fallback || `http://127.0.0.1:${port || 8787}`);
  const url = URL.parse(text);
  // What it is may hold a password, so it is not quoted.
  const isPlain = url !== null && `${url.username}${url.password}${url.search}${url.hash}` === "";
  if (isPlain && /^https?:$/.test(url.protocol)) return url;
  const from = named === undefined ? "OMS_URL" : "--server";
  throw new UsageFault(`${from} is no address of a server: write one such as https://oms.example.com.`);
}

/** A token that names the user of the shell in the audit. It is never signed for another machine. */
async function signFor({ hostname }: URL, role: "viewer" | "operator", world: World): Promise<string> {
  if (!/^(?:127\.\d+\.\d+\.\d+|localhost|\[::1\])$/.test(hostname)) {
    throw notAllowed("OMS_TOKEN is not set: set it to a token that this server accepts.");
  }
  const userId = world.environment["USER"] || "oms";
  const fault = checkUserId(userId);
  if (fault !== undefined) refuse("name_not_valid", `USER can't be named in a token: ${fault}`);
  const token = await signLocally(world, { userId, role, ttlMs: 300_000 });
  if (token !== undefined) return token;
  const folder = findDataFolder(world.environment);
  throw notAllowed(
    `There are no keys in ${folder}: set DATA_DIR to the data folder of the server, or OMS_TOKEN to a token.`,
  );
}

/** Besides 0, 1 and 2: for a token or role that is missing or refused, and for a server that does not answer as promised. */
const exitCodes = { notAllowed: 3, noAnswer: 4 } as const;

function notAllowed(message: string): Refused {
  return new Refused({ code: "not_allowed", message }, exitCodes.notAllowed);
}

function explain(
  { kind, status = 0, code = kind, message, fieldErrors, requestId, raw }: ApiError,
  baseUrl: string,
  { id, key, operation, path }: OperationRequest,
): Refused | UsageFault {
  const said = visible(message);
  const unanswered = (text: string): Refused => {
    const isUnknown = key !== undefined && (status === 0 || status === 408 || status >= 500);
    const repeat = isUnknown ? ` Whether the change was made is not known; repeat it with --key ${key}.` : "";
    return new Refused({ code, message: `${text}${repeat}` }, exitCodes.noAnswer);
  };
  if (kind === "unauthorized")
    return notAllowed(`${baseUrl} refuses the token: set OMS_TOKEN to one that it accepts. ${said}`);
  if (status === 403) return notAllowed(said);
  switch (kind) {
    case "refused": {
      const { message: _message, ...found } = raw as { readonly message: string };
      return new Refused({ code, message: said, found: raw, lines: renderAnswer(id, found) });
    }
    case "not-found":
      return path.length > 0
        ? new Refused({ code, message: said })
        : unanswered(`${baseUrl} does not have ${id}: it has no desk (OPERATOR=on), or is another service.`);
    case "invalid": {
      const faults = Object.entries(fieldErrors).map(
        ([field, texts]) => `${optionNameOf(field, operation.inputs)}: ${texts.join(" ")}`,
      );
      return new UsageFault(faults.length === 0 ? said : visible(faults.join(" ")));
    }
    case "network":
      return unanswered(
        `No server answers at ${baseUrl}: start one with npm start, or name another by --server or OMS_URL.`,
      );
    case "timeout":
      return unanswered(`${baseUrl} takes too long to answer.`);
    default:
      return unanswered(
        `${baseUrl} failed: ${said}${requestId === undefined ? "" : ` Request ${visible(requestId)}.`}`,
      );
  }
}
