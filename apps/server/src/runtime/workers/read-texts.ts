import type { Form } from "../form.ts";
import { judgeForm } from "../judge-form.ts";
import { listStrangers } from "../list-strangers.ts";
import type { Environment } from "./environment.ts";

/** A text of a configuration: its name, what stands for it where it is absent, and what it has to look like. */
export type Variable<Name extends string> = {
  readonly name: Name;
  readonly fallback: string;
  readonly form: Form;
};

/** The texts of an environment by their names, and everything that is wrong with them. */
export type TextsReading<Name extends string> = {
  readonly valueIn: (name: Name) => string;
  readonly faults: string[];
};

/** Reads the texts of an environment; what is not there has its fallback. */
export function readTexts<Name extends string>(
  variables: readonly Variable<Name>[],
  environment: Environment,
): TextsReading<Name> {
  const texts = new Map<string, string>(variables.map(({ name, fallback }) => [name, fallback]));
  const faults: string[] = [];
  for (const { name, form } of variables) {
    const given = environment[name] ?? "";
    // Whoever configures a number as a number has said what is meant.
    if (typeof given !== "string" && typeof given !== "number") {
      faults.push(`${name} has to be a text.`);
      continue;
    }
    if (given !== "") texts.set(name, String(given));
    const wrong = judgeForm(form, texts.get(name) ?? "");
    if (wrong !== undefined) faults.push(`${name} ${wrong}`);
  }
  const names = variables.map(({ name }) => name);
  faults.push(...listStrangers(Object.keys(environment), names));
  return { valueIn: (name) => texts.get(name) ?? "", faults };
}
