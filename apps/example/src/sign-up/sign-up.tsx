/** Opening an account by two photographs of an identity card, which are read and then checked by their owner. */
import { useMutation } from "@tanstack/react-query";
import type { IdCardData, IdCardResponse } from "@trading-oms/types";
import { type ReactNode, useEffect, useState } from "react";
import { linkTo } from "../parts/routes.ts";
import { Failure, Screen } from "../parts/screen.tsx";
import { useSession } from "../service/session.tsx";
import { useTexts } from "../text/language.tsx";

export function SignUp(): ReactNode {
  const { queries } = useSession();
  const { signUp: texts } = useTexts();
  const [front, setFront] = useState<File>();
  const [back, setBack] = useState<File>();
  const [isDone, setDone] = useState(false);
  // Personal data leave the cache with the screen.
  const card = useMutation({ ...queries.parseIdCard(), gcTime: 0 });
  // A card of which something could not be read is a refusal with the rest.
  const partial = card.error?.kind === "refused" ? (card.error.raw as IdCardResponse).data : undefined;
  const read = card.data?.data ?? partial;
  return (
    <Screen title={texts.title} back={linkTo("you")}>
      <p className="stack" role="status">
        {isDone ? texts.done : partial ? texts.partial : read ? texts.readable : texts.lead}
      </p>
      {!isDone && (
        <form
          className="stack"
          action={() => front && back && card.mutate({ frontImage: front, backImage: back })}
        >
          <div className="photographs">
            <Photograph side={texts.front} photograph={front} onTake={setFront} />
            <Photograph side={texts.back} photograph={back} onTake={setBack} />
          </div>
          <button
            type="submit"
            className={read ? "" : "primary"}
            disabled={!front || !back || card.isPending}
          >
            {card.isPending ? texts.reading : texts.submit}
          </button>
          <Failure error={partial ? null : card.error} />
        </form>
      )}
      {!isDone && read && <Fields key={card.submittedAt} read={read} onConfirm={() => setDone(true)} />}
    </Screen>
  );
}

type PhotographProps = {
  readonly side: string;
  readonly photograph: File | undefined;
  readonly onTake: (photograph: File) => void;
};

function Photograph({ side, photograph, onTake }: PhotographProps): ReactNode {
  const { signUp: texts } = useTexts();
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (photograph === undefined) return;
    const made = URL.createObjectURL(photograph);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [photograph]);
  return (
    <label className="photograph">
      <b>{side}</b>
      {url ? <img src={url} alt="" /> : <span className="frame" />}
      <span className="link">{photograph ? texts.again : texts.take}</span>
      <input
        type="file"
        accept="image/jpeg,image/png,image/webp"
        capture="environment"
        onChange={({ target }) => target.files?.[0] && onTake(target.files[0])}
      />
    </label>
  );
}

type FieldsProps = { readonly read: IdCardData; readonly onConfirm: () => void };

/** What was read, to be corrected by its owner. */
function Fields({ read, onConfirm }: FieldsProps): ReactNode {
  const { signUp: texts } = useTexts();
  return (
    <form className="stack" action={onConfirm}>
      {(Object.keys(texts.fields) as (keyof typeof texts.fields)[]).map((name) => (
        <label key={name}>
          {texts.fields[name]}
          <input name={name} defaultValue={read[name] ?? ""} required autoComplete="off" />
        </label>
      ))}
      <button type="submit" className="primary">
        {texts.confirm}
      </button>
    </form>
  );
}
