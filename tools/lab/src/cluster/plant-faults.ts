/** Plants faults into copies of a run's answers and audits, to show that the check of its history finds each of them. */
import type { CoverEntry } from "../harness/accounts.ts";
import type { HistoryEvent } from "../model/history.ts";
import { checkLinearHistory } from "../model/linear-history.ts";
import { causeOf, type LeftAccount, type SentCover } from "../model/orders.ts";

/** What the check of a history compares. */
export type Recorded = {
  readonly history: readonly HistoryEvent[];
  readonly sent: readonly SentCover[];
  readonly accounts: readonly LeftAccount[];
};

/** A planted fault: its name, the answers and audits with it, and how the report of it begins. */
type Planted = Partial<Recorded> & { readonly name: string; readonly found: string };

/** Plants each fault by itself. Returns what was found, and the faults that were not. */
export function findPlanted(recorded: Recorded): { readonly found: string[]; readonly missed: string[] } {
  const [found, missed]: [string[], string[]] = [[], []];
  for (const { name, found: due, ...planted } of plantFaults(recorded)) {
    const { history, sent, accounts } = { ...recorded, ...planted };
    const report = checkLinearHistory(history, sent, accounts).find((each) => each.startsWith(due));
    if (report === undefined) missed.push(`${name} is not found, which is "${due}"`);
    else found.push(`${name}: ${report}`);
  }
  if (found.length + missed.length === 0) missed.push("no account was changed twice in sequence");
  return { found, missed };
}

function plantFaults({ sent, accounts }: Recorded): Planted[] {
  const sequence = findSequence(sent, accounts);
  if (sequence === undefined) return [];
  const [{ order, entry }, later] = sequence;
  const name = causeOf(order);
  const answerAll = (body: string): SentCover[] =>
    sent.map((each) => (causeOf(each) === name ? { ...each, status: 0, body } : each));
  const changeAudit = (change: (each: CoverEntry) => readonly CoverEntry[]): LeftAccount[] =>
    accounts.map((account) => ({ ...account, entries: account.entries.flatMap(change) }));
  const twice = changeAudit((each) => (each === entry ? [each, each] : [each]));
  const swapped = new Map([
    [entry, later.entry],
    [later.entry, entry],
  ]);
  return [
    {
      name: "an acknowledged change made twice",
      accounts: twice,
      found: `${name} was acknowledged, and the audit of ${entry.accountId} has it 2 times`,
    },
    {
      name: "an acknowledged change lost",
      accounts: changeAudit((each) => (each === entry ? [] : [each])),
      found: `${name} was acknowledged, and the audit of ${entry.accountId} has it 0 times`,
    },
    {
      name: "an unknown change made twice",
      ...{ sent: answerAll("cut"), accounts: twice },
      found: `${name} is unknown, and the audit of ${entry.accountId} has it 2 times`,
    },
    {
      name: "a failed change made",
      sent: answerAll("refused"),
      found: `${name} failed, and the audit of ${entry.accountId} has it once`,
    },
    {
      name: "a change before one that was acknowledged when it was sent",
      accounts: changeAudit((each) => [swapped.get(each) ?? each]),
      found: `${causeOf(later.order)} was sent after ${name} was acknowledged`,
    },
  ];
}

type Made = { readonly order: SentCover; readonly entry: CoverEntry };

/** Finds two changes next to each other in an audit, of which the first was answered before the second was sent. */
function findSequence(
  sent: readonly SentCover[],
  accounts: readonly LeftAccount[],
): [Made, Made] | undefined {
  const byRequest = new Map(
    sent.filter(({ status }) => status === 200).map((each) => [each.requestId, each]),
  );
  for (const { entries } of accounts) {
    const made = entries.map((entry) => ({ entry, order: byRequest.get(entry.requestId) }));
    for (const [index, { entry, order }] of made.entries()) {
      const next = made[index + 1];
      if (order === undefined || next?.order === undefined) continue;
      if (order.settledAt < next.order.invokedAt)
        return [
          { order, entry },
          { order: next.order, entry: next.entry },
        ];
    }
  }
  return undefined;
}
