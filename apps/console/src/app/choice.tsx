/** A choice of one among few, from a list. */
import type { VNode } from "preact";

type ChoiceProps<Value extends string> = {
  readonly label: string;
  /** Whether the label is only read out. */
  readonly isLabelHidden?: boolean;
  readonly kind?: string;
  readonly values: readonly Value[];
  readonly value: Value;
  readonly nameOf: (value: Value) => string;
  readonly onChoose: (value: Value) => void;
};

export function Choice<Value extends string>(props: ChoiceProps<Value>): VNode {
  const { label, isLabelHidden, kind, values, value, nameOf, onChoose } = props;
  return (
    <label class={kind}>
      {isLabelHidden ? <span class="hidden">{label}</span> : label}
      <select
        value={value}
        onChange={({ currentTarget }) => {
          const chosen = values.find((each) => each === currentTarget.value);
          if (chosen !== undefined) onChoose(chosen);
        }}
      >
        {values.map((each) => (
          <option key={each} value={each}>
            {nameOf(each)}
          </option>
        ))}
      </select>
    </label>
  );
}
