/** A field that narrows a list; it is kept in the address. */
import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { changedAddress, go } from "../app/routes.ts";

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
