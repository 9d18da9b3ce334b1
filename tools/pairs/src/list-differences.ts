import type { HeardAnswer } from "./heard-answer.ts";
import { isOwnWay } from "./is-own-way.ts";

/** What the answers to a pair's claims were, by the ids of the claims. */
export type HeardPair = {
  readonly name: string;
  readonly heard: ReadonlyMap<string, readonly HeardAnswer[]>;
};

/** That a pair answered a request of a claim otherwise than the first pair did. */
export type Difference = { readonly claimId: string; readonly pair: string; readonly words: string };

/** Of these, asked again until something has happened or told to wait, only what is answered at first is held together. */
export type IsTimed = (claimId: string) => boolean;

/** Lists where pairs answered the same requests otherwise than the first of them. */
export function listDifferences(pairs: readonly HeardPair[], isTimed: IsTimed): Difference[] {
  const [first, ...others] = pairs;
  if (first === undefined) return [];
  return others.flatMap((other) =>
    [...first.heard].flatMap(([claimId, expected]) => {
      const came = other.heard.get(claimId) ?? [];
      const wholes = compareAll(expected, came, isTimed(claimId));
      return wholes
        .filter((words) => !isOwnWay({ pair: other.name, words }))
        .map((words) => ({ claimId, pair: other.name, words }));
    }),
  );
}

function compareAll(
  expected: readonly HeardAnswer[],
  came: readonly HeardAnswer[],
  isTimed: boolean,
): string[] {
  const words = expected.slice(0, came.length).flatMap((one, index) => {
    const other = came[index];
    if (other === undefined) return [];
    const differing = isTimed ? compareStatus(one, other) : compare(one, other);
    return differing.map((each) => `${one.asked}: ${each}`);
  });
  const isShort = !isTimed && expected.length !== came.length;
  return isShort ? [...words, `it was asked ${came.length} times instead of ${expected.length}`] : words;
}

function compareStatus(one: HeardAnswer, other: HeardAnswer): string[] {
  return one.status === other.status ? [] : [`status ${other.status} instead of ${one.status}`];
}

function compare(one: HeardAnswer, other: HeardAnswer): string[] {
  const more = other.headers.filter((name) => !one.headers.includes(name));
  const less = one.headers.filter((name) => !other.headers.includes(name));
  return [
    ...compareStatus(one, other),
    ...(one.contentType === other.contentType
      ? []
      : [`content-type ${other.contentType} instead of ${one.contentType}`]),
    ...more.map((name) => `header ${name} besides`),
    ...less.map((name) => `no header ${name}`),
    ...(one.body === other.body ? [] : [`body ${shorten(other.body)} instead of ${shorten(one.body)}`]),
  ];
}

function shorten(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
