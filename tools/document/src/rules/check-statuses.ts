import type { Complaint } from "../check-vocabulary.ts";
import { listOperations, membersOf } from "../list-operations.ts";
import type { Fields } from "../walk-document.ts";

const statusesOfEach = ["200", "400", "401", "404", "500", "default"];
const statusesOfOne: Readonly<Record<string, readonly string[]>> = { searchSymbols: ["304"] };

/** Each operation declares exactly the agreed statuses. */
export function checkStatuses(document: Fields): Complaint[] {
  return listOperations(document).flatMap(({ id, pointer, fields }) => {
    const agreed = [...statusesOfEach, ...(statusesOfOne[id] ?? [])];
    const declared = membersOf(fields["responses"]).map(([status]) => status);
    const missing = agreed.filter((status) => !declared.includes(status));
    const surplus = declared.filter((status) => !agreed.includes(status));
    return [
      ...missing.map((status) => ({
        pointer: "responses" in fields ? [...pointer, "responses"] : pointer,
        message: `${id} does not declare ${status}; declare it, as every operation does`,
      })),
      ...surplus.map((status) => ({
        pointer: [...pointer, "responses", status],
        message: `${id} declares ${status}, which is not agreed; "default" speaks for all further errors, so remove it, or agree on it in check-statuses.ts`,
      })),
    ];
  });
}
