import { changeBody, type Fault, type PassedBack, type Passing, withHeader } from "./passage.ts";

const answeredCovers = new Map<string, PassedBack>();

/** Possible faults of a server in covers and cards. */
export const coverFaults: readonly Fault[] = [
  {
    name: "a repeated cover is made again",
    foundBy: "cover.repetition-is-replayed",
    onRequest: (passing) => {
      const { "idempotency-key": _, ...headers } = passing.headers;
      return { ...passing, headers };
    },
  },
  {
    name: "a cover without a key is replayed by its body",
    foundBy: "cover.without-a-key-each-call-is-its-own",
    onRequest: (passing) =>
      answeredCovers.has(nameOf(passing)) ? { ...passing, path: "/api/v1/nothing" } : passing,
    onAnswer: (answer, passing) => {
      const before = answeredCovers.get(nameOf(passing));
      if (before !== undefined) return before;
      if (isKeylessCover(passing) && answer.status === 200) answeredCovers.set(nameOf(passing), answer);
      return answer;
    },
  },
  {
    name: "somebody else's account is told apart",
    foundBy: "cover.foreign-account-is-404",
    onAnswer: (answer, { body }, { otherUser }) =>
      answer.status === 404 && body.includes(otherUser?.position?.accountId ?? "\n")
        ? changeBody(answer, (members) => ({ ...members, message: "This account is not yours." }))
        : answer,
  },
  {
    name: "of a doubled member the last is taken",
    foundBy: "cover.body-doubled-amount",
    onRequest: (passing) => changeSent(passing, (members) => members),
  },
  {
    name: "an unknown member is passed over",
    foundBy: "cover.body-unknown-member",
    onRequest: (passing) =>
      changeSent(passing, ({ accountId, symbol, amount }) => ({ accountId, symbol, amount })),
  },
  {
    name: "a fraction is rounded",
    foundBy: "cover.amount-fraction",
    onRequest: (passing) =>
      changeSent(passing, (members) =>
        typeof members["amount"] === "number"
          ? { ...members, amount: Math.round(members["amount"]) }
          : members,
      ),
  },
  {
    name: "a text is taken for JSON",
    foundBy: "cover.type-text-plain",
    onRequest: (passing) =>
      passing.headers["content-type"] === "text/plain"
        ? withHeader(passing, "content-type", "application/json")
        : passing,
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
    foundBy: "cover.too-much-is-failed",
    onAnswer: (answer) => (answer.body.includes('"status":"failed"') ? { ...answer, status: 409 } : answer),
  },
  {
    name: "the doubled path of cards is unknown",
    foundBy: "card.doubled-path-is-alike",
    onRequest: (passing) =>
      passing.path.includes("/chat/api/v2/chat/")
        ? { ...passing, path: "/api/v2/chat/api/nothing" }
        : passing,
  },
  {
    name: "a card is a success without its number",
    foundBy: "card.no-card-is-no-success",
    onAnswer: (answer) =>
      changeBody(answer, (members) => {
        if (members["success"] !== false) return members;
        const { error: _, ...others } = members;
        return { ...others, success: true };
      }),
  },
];

function isKeylessCover({ method, headers }: Passing): boolean {
  return method === "PATCH" && headers["idempotency-key"] === undefined;
}

function nameOf(passing: Passing): string {
  const { method, path, headers, body } = passing;
  const sender = isKeylessCover(passing) ? headers["authorization"] : "nobody";
  return JSON.stringify([sender, method, path, headers["content-type"], body]);
}

function changeSent(
  passing: Passing,
  change: (members: Record<string, unknown>) => Record<string, unknown>,
): Passing {
  try {
    return { ...passing, body: JSON.stringify(change(JSON.parse(passing.body))) };
  } catch {
    return passing;
  }
}
