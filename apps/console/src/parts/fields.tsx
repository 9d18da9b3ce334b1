/** Fields with their names: a text, and a filter that is kept in the address. */
import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { changedAddress, go } from "../app/routes.ts";

type FieldProps = {
  readonly label: string;
  readonly value: string;
  readonly onType: (value: string) => void;
  readonly onBlur?: () => void;
  /** Whether it takes an amount. */
  readonly isNumber?: boolean;
  readonly isFaulty?: boolean;
  readonly maxLength?: number;
  readonly placeholder?: string;
};

/** A field under its name. */
export function Field({ label, onType, isNumber, isFaulty, ...others }: FieldProps): VNode {
  return (
    <label class="field">
      {label}
      <input
        class={isNumber ? "number" : ""}
        inputMode={isNumber ? "numeric" : "text"}
        autoComplete="off"
        aria-invalid={isFaulty}
        onInput={({ currentTarget }) => onType(currentTarget.value)}
        {...others}
      />
    </label>
  );
}

const pauseMs = 250;

/** Applies a filter to the address; the first page of what it leaves is shown. */
export function applyFilter(name: string, value: string): void {
  go(changedAddress({ [name]: value || undefined, offset: undefined, cursor: undefined }), {
    replaces: true,
  });
}

type FilterFieldProps = {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  /** Characters that the service would reject are left out. */
  readonly unfit?: RegExp;
};

export function FilterField({ name, label, value, unfit = /[^\x21-\x7E]/g }: FilterFieldProps): VNode {
  const [typed, setTyped] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // Another address, by Back or a link.
  useEffect(() => setTyped(value), [value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <label>
      {label}
      <input
        value={typed}
        autoComplete="off"
        spellcheck={false}
        onInput={({ currentTarget }) => {
          const next = currentTarget.value.replaceAll(unfit, "");
          setTyped(next);
          clearTimeout(timer.current);
          timer.current = setTimeout(() => applyFilter(name, next), pauseMs);
        }}
      />
    </label>
  );
}
