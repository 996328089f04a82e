import { startTransition, useActionState, useEffect, useRef, useState } from "react";
import { useConnection, useGroups, useSelectedGroup } from "#client/planning/planning-hooks.ts";
import { SelectField } from "#client/ui/fields/select-field.tsx";
import { Card } from "#client/ui/surfaces/card.tsx";
import { Alert } from "#client/ui/surfaces/message.tsx";
import { StatusMessage } from "#client/ui/surfaces/status-message.tsx";
import { findGroup } from "#domain/planning/planning.ts";
import { addPeopleText } from "#text/users/add-people.ts";
import { ListArea } from "./list-area.tsx";
import { ListFile } from "./list-file.tsx";
import { PeoplePreview } from "./people-preview.tsx";
import { type AdditionOutcome, useAddition } from "./use-addition.ts";
import { usePeopleList } from "./use-people-list.ts";

const NO_OUTCOME: AdditionOutcome = { status: "nothing" };

/** The list, its preview, and the group that its people join. */
export function PeopleForm() {
  const groups = useGroups();
  const selected = useSelectedGroup() ?? groups[0];
  const [chosenId, setChosenId] = useState<string | null>(null);
  const group = (chosenId === null ? undefined : findGroup({ groups }, chosenId)) ?? selected;
  const { text, type, replace, list, isRead, others, answer, keepRest } = usePeopleList();
  const isOffline = useConnection()?.status === "offline";
  const addLines = useAddition();
  const messageRef = useRef<HTMLDivElement>(null);
  const { lines } = list;
  const wrong = new Set(lines.flatMap(({ state, number }) => (state.status === "wrong" ? [number] : [])));

  async function add(): Promise<AdditionOutcome> {
    const good = lines.filter(({ state }) => state.status === "good");
    // The button counts what was read, not what is being typed.
    if (group === undefined || good.length === 0 || !isRead) return NO_OUTCOME;
    const done = await addLines(group, good);
    if (done.status === "added") keepRest();
    return done;
  }

  const [outcome, submit, isPending] = useActionState(add, NO_OUTCOME);

  useEffect(() => {
    // The button may be gone with the preview.
    if (outcome.status !== "nothing") messageRef.current?.focus();
  }, [outcome]);

  return (
    <>
      <div ref={messageRef} tabIndex={-1} className="mt-3 outline-none">
        {outcome.status === "failed" ? <Alert detail={outcome.reason}>{addPeopleText.failed}</Alert> : null}
        <StatusMessage>{outcome.status === "added" ? outcome.sentence : null}</StatusMessage>
      </div>
      <div className="mt-3 grid items-start gap-4 md:grid-cols-[minmax(0,494fr)_minmax(0,670fr)] md:gap-5">
        <Card as="div" className="flex flex-col gap-4 p-5">
          <ListArea value={text} wrong={wrong} onType={type} onPaste={replace} />
          <div className="grid items-start gap-3 sm:grid-cols-2">
            <ListFile onRead={(read) => replace(text.trim() === "" ? read : `${text.trimEnd()}\n${read}`)} />
            <SelectField
              label={addPeopleText.group}
              options={groups.map(({ id, name }) => ({ value: id, label: name }))}
              value={group?.id ?? ""}
              onChange={({ target }) => setChosenId(target.value)}
            />
          </div>
        </Card>
        {lines.length === 0 ? null : (
          <PeoplePreview
            list={list}
            others={others}
            onAnswer={answer}
            isOffline={isOffline}
            isPending={isPending}
            onAdd={() => startTransition(submit)}
          />
        )}
      </div>
    </>
  );
}
