import { type Claim, claimsOf } from "../../claim.ts";
import { coverAddress, notificationsAddress, ratioAddress } from "../address.ts";

const claim = claimsOf("everyOperation");
const nonsense = { token: "nonsense" };
const unknownPaths = ["/api/v1/nothing", "/api/v2/notifications", "/api/v1/notifications/1", "/api"];
const unknownPosition = { accountId: "ZZQQXX-0", symbol: "ZZQQXX" };
const cover = { method: "PATCH", path: coverAddress } as const;

/** Which error is answered if a request has several faults. */
export const precedence: readonly Claim[] = [
  claim("every.path-checked-before-token", {
    title: "An unknown path is a 404, with and without a token.",
    status: 404,
    rows: unknownPaths.flatMap((path) => [{ path }, { path, ...nonsense }]),
  }),
  claim("every.method-checked-before-token", {
    title: "A method that a path does not have is a 405 even without a token.",
    status: 405,
    rows: [
      { method: "DELETE", path: notificationsAddress },
      { method: "POST", path: coverAddress, ...nonsense, text: "{" },
    ],
  }),
  claim("every.token-checked-before-type-and-validity", {
    title: "A request without a token is a 401, even if it has other faults.",
    status: 401,
    rows: [
      { ...cover, text: "{", headers: { "Content-Type": "text/plain" } },
      { ...cover, json: { amount: -1 } },
      { path: notificationsAddress, query: "limit=0" },
      { path: ratioAddress("%00") },
      { path: ratioAddress("ZZQQXX") },
    ],
  }),
  claim("every.type-checked-before-validity", {
    title: "A body of another media type is a 415, even if it is invalid.",
    ...cover,
    as: "user",
    headers: { "Content-Type": "text/plain", "Idempotency-Key": "a b" },
    text: "{",
    status: 415,
  }),
  claim("every.validity-checked-before-existence", {
    title: "An invalid amount for an unknown position is a 400.",
    ...cover,
    as: "user",
    json: { ...unknownPosition, amount: -1 },
    refused: "amount",
  }),
  claim("every.existence-checked-before-rules", {
    title: "An amount above any trading power for an unknown position is a 404.",
    ...cover,
    as: "user",
    json: { ...unknownPosition, amount: Number.MAX_SAFE_INTEGER },
    status: 404,
  }),
  claim("every.size-checked-before-validity", {
    title: "A Content-Length above the limit is a 413 before the body arrives.",
    ...cover,
    as: "user",
    headers: { "Content-Length": "40000000" },
    text: "{",
    status: 413,
  }),
];
