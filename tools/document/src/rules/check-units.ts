import type { Complaint } from "../check-vocabulary.ts";
import { listProperties, type Property } from "../list-component-schemas.ts";
import type { Fields } from "../walk-document.ts";

type Unit = { readonly names: RegExp; readonly words: readonly string[] };

/** What the description of a number has to say, by the number's name; the first pattern that fits decides. */
const unitsOfNumbers: readonly Unit[] = [
  { names: /^contractSize$/, words: ["VND", "index point"] },
  { names: /^(vWAP|prcStep)$|(^prc|Prc|Price)$/, words: ["VND", "index points"] },
  { names: /^executionTime$/, words: ["milliseconds"] },
  { names: /(^time|Time|_at|At)$/, words: ["Unix milliseconds"] },
  { names: /(Pct|Percent)$/, words: ["percent"] },
  { names: /(Ratio|Rate)$/, words: ["fraction"] },
  { names: /^openInterest$/, words: ["contracts"] },
  { names: /^lot$|(^vol|Vol|Qty)$/, words: ["shares or contracts"] },
  { names: /(^amount|Amount|Val|Value|Margin|MarginCall|Power|Equity|Balance|Fee)$/, words: ["VND"] },
];

/** What the description of a text has to say, by the text's name. */
const unitsOfTexts: readonly Unit[] = [
  { names: /^expirationDate$/, words: ["yyyy-MM-dd"] },
  { names: /^date[A-Z]|Date$/, words: ["dd/MM/yyyy"] },
  { names: /(^time|Time|_at|At)$/, words: ["RFC 3339"] },
];

/** Numbers that count or name something and so have no unit. */
const numbersWithoutUnit = [
  "bearish",
  "bullish",
  "code",
  "id",
  "limit",
  "offset",
  "returnCode",
  "seq",
  "status",
  "tradeCount",
  "way",
];

/** Each number and each date or time in words names its unit in its description. */
export function checkUnits(document: Fields): Complaint[] {
  return listProperties(document).flatMap((property) => checkUnit(property));
}

function checkUnit({ name, owner, pointer, fields }: Property): Complaint[] {
  const types = [fields["type"]].flat();
  const isNumber = types.includes("number") || types.includes("integer");
  if (!isNumber && !types.includes("string")) return [];
  const unit = (isNumber ? unitsOfNumbers : unitsOfTexts).find(({ names }) => names.test(name));
  if (unit === undefined) {
    if (!isNumber || numbersWithoutUnit.includes(name)) return [];
    const message = `no unit is agreed for ${owner}.${name}; add its name to check-units.ts, with a unit or among those without`;
    return [{ pointer, message }];
  }
  const description = String(fields["description"] ?? "");
  const missing = unit.words.filter((word) => !description.includes(word));
  if (missing.length === 0) return [];
  return [
    {
      pointer,
      message: `${owner}.${name} does not name its unit; say ${unit.words.map((word) => `"${word}"`).join(" and ")} in its description`,
    },
  ];
}
