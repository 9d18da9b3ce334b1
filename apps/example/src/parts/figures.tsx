import type { ReactNode } from "react";

/** A figure by its name, perhaps in the colour of a state. */
export type Figure = readonly [name: string, value: ReactNode, tone?: string | undefined];

type Props = { readonly figures: readonly Figure[]; readonly inTwoColumns?: boolean };

export function Figures({ figures, inTwoColumns = false }: Props): ReactNode {
  return (
    <dl className={inTwoColumns ? "figures two" : "figures"}>
      {figures.map(([name, value, tone]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className={tone}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
