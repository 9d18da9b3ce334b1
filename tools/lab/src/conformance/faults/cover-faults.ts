import { changeBody, type Fault, type ProxiedAnswer, type ProxiedRequest, withHeader } from "./passage.ts";

const answeredCovers = new Map<string, ProxiedAnswer>();

/** Possible faults of a server in covers and cards. */
export const coverFaults: readonly Fault[] = [
  {
    name: "a repeated cover is made again",
    foundBy: "cover.retry-replayed",
    onRequest: (request) => {
      const { "idempotency-key": _, ...headers } = request.headers;
      return { ...request, headers };
    },
  },
  {
    name: "a cover without a key is replayed by its body",
    foundBy: "cover.calls-without-key-independent",
    onRequest: (request) =>
      answeredCovers.has(nameOf(request)) ? { ...request, path: "/api/v1/nothing" } : request,
    onAnswer: (answer, request) => {
      const before = answeredCovers.get(nameOf(request));
      if (before !== undefined) return before;
      if (isKeylessCover(request) && answer.status === 200) answeredCovers.set(nameOf(request), answer);
      return answer;
    },
  },
  {
    name: "another user's account is distinguishable",
    foundBy: "cover.foreign-account-is-404",
    onAnswer: (answer, { body }, { otherUser }) =>
      answer.status === 404 && body.includes(otherUser?.position?.accountId ?? "\n")
        ? changeBody(answer, (members) => ({ ...members, message: "This account is not yours." }))
        : answer,
  },
  {
    name: "of a doubled member the last is taken",
    foundBy: "cover.body-doubled-amount",
    onRequest: (request) => changeSent(request, (members) => members),
  },
  {
    name: "an unknown member is passed over",
    foundBy: "cover.body-unknown-member",
    onRequest: (request) =>
      changeSent(request, ({ accountId, symbol, amount }) => ({ accountId, symbol, amount })),
  },
  {
    name: "a fraction is rounded",
    foundBy: "cover.amount-fraction",
    onRequest: (request) =>
      changeSent(request, (members) =>
        typeof members["amount"] === "number"
          ? { ...members, amount: Math.round(members["amount"]) }
          : members,
      ),
  },
  {
    name: "a text is taken for JSON",
    foundBy: "cover.type-text-plain",
    onRequest: (request) =>
      request.headers["content-type"] === "text/plain"
        ? withHeader(request, "content-type", "application/json")
        : request,
  },
  {
    name: "a raise takes 1 VND too much power",
    foundBy: "cover.raise-moves-power-into-margin",
    onAnswer: (answer) =>
      changeBody(answer, (members) =>
        Number(members["newCoveredMarginCall"]) > 0
          ? { ...members, tradingPower: Number(members["tradingPower"]) - 1 }
          : members,
      ),
  },
  {
    name: "a refusal by a rule is a 409",
    foundBy: "cover.too-much-fails",
    onAnswer: (answer) => (answer.body.includes('"status":"failed"') ? { ...answer, status: 409 } : answer),
  },
  {
    name: "the doubled path of cards is unknown",
    foundBy: "card.doubled-path-equivalent",
    onRequest: (request) =>
      request.path.includes("/chat/api/v2/chat/")
        ? { ...request, path: "/api/v2/chat/api/nothing" }
        : request,
  },
  {
    name: "a card is a success without its number",
    foundBy: "card.no-card-fails",
    onAnswer: (answer) =>
      changeBody(answer, (members) => {
        if (members["success"] !== false) return members;
        const { error: _, ...others } = members;
        return { ...others, success: true };
      }),
  },
];

function isKeylessCover({ method, headers }: ProxiedRequest): boolean {
  return method === "PATCH" && headers["idempotency-key"] === undefined;
}

function nameOf(request: ProxiedRequest): string {
  const { method, path, headers, body } = request;
  const sender = isKeylessCover(request) ? headers["authorization"] : "any sender";
  return JSON.stringify([sender, method, path, headers["content-type"], body]);
}

function changeSent(
  request: ProxiedRequest,
  change: (members: Record<string, unknown>) => Record<string, unknown>,
): ProxiedRequest {
  try {
    return { ...request, body: JSON.stringify(change(JSON.parse(request.body))) };
  } catch {
    return request;
  }
}
