import type { ChangeOrigin } from "@trading-oms/brokerage";
import type { CommandInput, CommandOption, World } from "./command.ts";
import { readName, readReason } from "./values.ts";

/** The options of a command whose change is audited. */
export const originOptions: Readonly<Record<"by" | "reason", CommandOption>> = {
  by: { value: "NAME", about: "the operator in the audit", otherwise: "USER, else oms" },
  reason: { value: "TEXT", about: "the reason in the audit", otherwise: "none" },
};

/** Reads who orders a change, and why. */
export function readOrigin(input: CommandInput, { environment: { USER: user } }: World): ChangeOrigin {
  const by = input.option("by");
  const reason = input.option("reason");
  return {
    actor: {
      kind: "operator",
      name: by === undefined ? readName("USER", user || "oms") : readName("--by", by),
    },
    reason: reason === undefined ? "" : readReason("--reason", reason),
  };
}
