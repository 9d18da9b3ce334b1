/** The contacts about a called position, and a form for the next one. */
import type { AddContactRequest, AuditEntry, Contact } from "@trading-oms/types/operator";
import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { api } from "../app/api.ts";
import { Choice } from "../app/choice.tsx";
import { nowMs } from "../app/clock.ts";
import { formatCount, fromLocalInput, parseAmount, toLocalInput } from "../text/format.ts";
import { texts } from "../text/text.ts";
import { Act } from "./act.tsx";
import { answers, contactOf, describeContact, methods } from "./describe-contact.ts";
import { Field } from "./fields.tsx";
import { Events } from "./history.tsx";

type ContactsProps = {
  readonly accountId: string;
  readonly symbol: string;
  readonly isCalled: boolean;
  /** The contacts about this call, newest first; undefined until they are known. */
  readonly entries: readonly AuditEntry[] | undefined;
  readonly outstanding: number;
};

export function Contacts({ accountId, symbol, isCalled, entries, outstanding }: ContactsProps): VNode {
  const { contacts } = texts.value;
  // What one is writing stays, though the call may end meanwhile.
  const [isOpened, setOpened] = useState(false);
  const events = entries?.map(contactOf).map(({ note, ...contact }) => ({
    ...contact,
    what: describeContact(contact),
    quote: note,
  }));
  return (
    <Events title={contacts.title} none={contacts.none} events={events}>
      {(isCalled || isOpened) && (
        <details class="adding" onToggle={({ currentTarget }) => currentTarget.open && setOpened(true)}>
          <summary>{contacts.add}</summary>
          <ContactForm accountId={accountId} symbol={symbol} outstanding={outstanding} />
        </details>
      )}
    </Events>
  );
}

type Draft = {
  readonly method: Contact["method"];
  readonly answer: Contact["answer"];
  readonly amount: string;
  readonly until: string;
  readonly note: string;
};

const emptyDraft: Draft = { method: "telephone", answer: "reached", amount: "", until: "", note: "" };

const noPromise = { promisedAmount: null, promisedUntil: null };

function ContactForm({
  accountId,
  symbol,
  outstanding,
}: Pick<ContactsProps, "accountId" | "symbol" | "outstanding">): VNode {
  const [draft, setDraft] = useState<Draft>(emptyDraft);
  const { contacts, cover } = texts.value;
  const change = (changes: Partial<Draft>): void => setDraft((last) => ({ ...last, ...changes }));
  const isPromise = draft.answer === "promised";
  const promisedAmount = isPromise && draft.amount !== "" ? parseAmount(draft.amount) : undefined;
  const promisedUntil = isPromise && draft.until !== "" ? fromLocalInput(draft.until) : undefined;
  const isFaulty = isPromise && draft.amount !== "" && !promisedAmount;
  const isPast = promisedUntil !== undefined && promisedUntil <= nowMs.value;
  const body: AddContactRequest = {
    method: draft.method,
    answer: draft.answer,
    ...(promisedAmount === undefined ? {} : { promisedAmount }),
    ...(promisedUntil === undefined ? {} : { promisedUntil }),
    ...(draft.note.trim() === "" ? {} : { note: draft.note.trim() }),
  };
  return (
    <div class="box">
      <Choice
        label={contacts.method}
        kind="field"
        values={methods}
        value={draft.method}
        nameOf={(each) => contacts.methods[each]}
        onChoose={(method) => change({ method })}
      />
      <Choice
        label={contacts.answer}
        kind="field"
        values={answers}
        value={draft.answer}
        nameOf={(each) => contacts.answers[each]}
        onChoose={(answer) =>
          // What is missing, by tomorrow's end of trading or earlier, is what people promise most.
          change(
            answer === "promised" && draft.amount === "" && outstanding > 0
              ? { answer, amount: formatCount(outstanding) }
              : { answer },
          )
        }
      />
      {isPromise && (
        <>
          <Field
            label={contacts.promisedAmount}
            isNumber
            value={draft.amount}
            isFaulty={isFaulty}
            onType={(amount) => change({ amount })}
          />
          {isFaulty && <p class="force-close">{cover.notAnAmount}</p>}
          <label class="field">
            {contacts.promisedUntil}
            <input
              type="datetime-local"
              value={draft.until}
              min={toLocalInput(nowMs.peek())}
              onInput={({ currentTarget }) => change({ until: currentTarget.value })}
            />
          </label>
          {isPast && <p class="force-close">{contacts.past}</p>}
        </>
      )}
      <Field
        label={contacts.note}
        value={draft.note}
        maxLength={500}
        placeholder={contacts.noTelephoneNumbers}
        onType={(note) => change({ note })}
      />
      <Act
        label={contacts.add}
        isDisabled={isFaulty || isPast}
        intent={{ entered: JSON.stringify(body), seen: "", body }}
        question={(meant) =>
          contacts.question(describeContact({ ...noPromise, ...meant }), accountId, symbol)
        }
        perform={(meant, idempotencyKey) =>
          api.peek().operator.addContact(accountId, symbol, meant, { idempotencyKey })
        }
        onDone={() => setDraft(emptyDraft)}
      />
    </div>
  );
}
