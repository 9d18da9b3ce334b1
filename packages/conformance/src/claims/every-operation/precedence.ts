import { type Claim, claimsOf } from "../../claim.ts";
import { expectRefusal, expectStatus } from "../../expect.ts";
import { coverAddress, notificationsAddress, ratioAddress } from "../address.ts";

const claim = claimsOf("everyOperation");

/** Which error is answered if a request has several faults. */
export const precedence: readonly Claim[] = [
  claim({
    id: "every.path-checked-before-token",
    title: "An unknown path is a 404, with and without a token.",
    prove: async (ask) => {
      for (const path of ["/api/v1/nothing", "/api/v2/notifications", "/api/v1/notifications/1", "/api"]) {
        expectStatus(await ask("GET", path), 404);
        expectStatus(await ask("GET", path, { token: "nonsense" }), 404);
      }
    },
  }),
  claim({
    id: "every.method-checked-before-token",
    title: "A method that a path does not have is a 405 even without a token.",
    prove: async (ask) => {
      expectStatus(await ask("DELETE", notificationsAddress), 405);
      expectStatus(await ask("POST", coverAddress, { token: "nonsense", text: "{" }), 405);
    },
  }),
  claim({
    id: "every.token-checked-before-type-and-validity",
    title: "A request without a token is a 401, even if it has other faults.",
    prove: async (ask) => {
      expectStatus(
        await ask("PATCH", coverAddress, { text: "{", headers: { "Content-Type": "text/plain" } }),
        401,
      );
      expectStatus(await ask("PATCH", coverAddress, { json: { amount: -1 } }), 401);
      expectStatus(await ask("GET", `${notificationsAddress}?limit=0`), 401);
      expectStatus(await ask("GET", ratioAddress("%00")), 401);
      expectStatus(await ask("GET", ratioAddress("ZZQQXX")), 401);
    },
  }),
  claim({
    id: "every.type-checked-before-validity",
    title: "A body of another media type is a 415, even if it is invalid.",
    needs: ["user"],
    prove: async (ask, { user: { token } }) => {
      const headers = { "Content-Type": "text/plain", "Idempotency-Key": "a b" };
      expectStatus(await ask("PATCH", coverAddress, { token, text: "{", headers }), 415);
    },
  }),
  claim({
    id: "every.validity-checked-before-existence",
    title: "An invalid amount for an unknown position is a 400.",
    needs: ["user"],
    prove: async (ask, { user: { token } }) => {
      const json = { accountId: "ZZQQXX-0", symbol: "ZZQQXX", amount: -1 };
      expectRefusal(await ask("PATCH", coverAddress, { token, json }), "amount");
    },
  }),
  claim({
    id: "every.existence-checked-before-rules",
    title: "An amount above any trading power for an unknown position is a 404.",
    needs: ["user"],
    prove: async (ask, { user: { token } }) => {
      const json = { accountId: "ZZQQXX-0", symbol: "ZZQQXX", amount: Number.MAX_SAFE_INTEGER };
      expectStatus(await ask("PATCH", coverAddress, { token, json }), 404);
    },
  }),
  claim({
    id: "every.size-checked-before-validity",
    title: "A Content-Length above the limit is a 413 before the body arrives.",
    needs: ["user"],
    prove: async (ask, { user: { token } }) => {
      const headers = { "Content-Length": "40000000" };
      expectStatus(await ask("PATCH", coverAddress, { token, text: "{", headers }), 413);
    },
  }),
];
