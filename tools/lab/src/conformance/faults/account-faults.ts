import { changeBody, changeList, type Fault, type ProxiedAnswer, withoutHeader } from "./passage.ts";

/** Possible faults of a server in the accounts of the companion, and in its stream. */
export const accountFaults: readonly Fault[] = [
  {
    name: "the answers for a foreign and an absent account differ",
    foundBy: "account.foreign-account-like-absent-one",
    onAnswer: (answer, { path }, { otherUser }) =>
      answer.status === 404 && path.endsWith(otherUser?.position?.accountId ?? "\n")
        ? changeBody(answer, (members) => ({ ...members, message: "This account is not yours." }))
        : answer,
  },
  {
    name: "the amount needed is one short",
    foundBy: "account.amount-needed-ends-the-call",
    onAnswer: (answer) =>
      changeList(answer, "positions", (rows) =>
        rows.map((row) => ({ ...row, amountNeeded: Number(row["amountNeeded"]) - 1 })),
      ),
  },
  {
    name: "a position is not counted as outstanding",
    foundBy: "account.figures-add-up",
    onAnswer: (answer) =>
      changeBody(answer, (members) =>
        "positions" in members ? { ...members, outstanding: Number(members["outstanding"]) + 1 } : members,
      ),
  },
  {
    name: "accounts are listed backwards",
    foundBy: "accounts.own-ones-listed-in-order",
    onAnswer: (answer) =>
      changeList(answer, "accounts", (rows) => [{ ...rows[0], accountId: "ZZZ" }, ...rows]),
  },
  {
    name: "a preview says another covered amount",
    foundBy: "preview.says-what-the-change-then-does",
    onAnswer: (answer) =>
      changePreview(answer, (members) => ({
        ...members,
        after: { ...(members["after"] as object), covered: 1 },
      })),
  },
  {
    name: "a refusal has no code in its header",
    foundBy: "preview.refusal-has-a-code",
    onAnswer: (answer) => withoutHeader(answer, "oms-refusal"),
  },
  {
    name: "the language is not looked at",
    foundBy: "preview.language-is-chosen",
    onAnswer: (answer) => changePreview(answer, (members) => ({ ...members, message: "Done." })),
  },
  {
    name: "a figure is explained by a name that it does not use",
    foundBy: "explanation.formulas-name-their-inputs",
    onAnswer: (answer) =>
      changeList(answer, "figures", (rows) =>
        rows.map((row) => ({ ...row, inputs: [{ name: "someName", value: 1 }] })),
      ),
  },
  {
    name: "movements are listed oldest first",
    foundBy: "movements.cover-is-listed-first",
    onAnswer: (answer) => changeList(answer, "movements", (rows) => rows.toReversed()),
  },
  {
    name: "the cursor leads to the same page again",
    foundBy: "movements.pages-meet",
    onAnswer: (answer) =>
      changeBody(answer, (members) =>
        typeof members["nextCursor"] === "number"
          ? { ...members, nextCursor: members["nextCursor"] + 1 }
          : members,
      ),
  },
  {
    name: "a stream begins without its hello",
    foundBy: "live.hello-comes-first",
    onAnswer: (answer) => ({ ...answer, body: answer.body.replace(/^event: hello\n(?:.+\n)+\n/, "") }),
  },
  {
    name: "the last id is passed over",
    foundBy: "live.resumes-after-the-last-id",
    onRequest: ({ headers: { "last-event-id": _, ...headers }, ...request }) => ({ ...request, headers }),
  },
];

function changePreview(
  answer: ProxiedAnswer,
  change: (members: Record<string, unknown>) => Record<string, unknown>,
): ProxiedAnswer {
  return changeBody(answer, (members) => ("most" in members ? change(members) : members));
}
