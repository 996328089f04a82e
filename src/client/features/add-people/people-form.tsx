import { FileUp } from "lucide-react";
import { useEffect, useRef, useState, useId } from "react";
import { NO_OUTCOME, type Outcome, OutcomeMessage, useAction } from "#client/forms/use-action.tsx";
import type { ApiError } from "#client/http/call-api.ts";
import { usePeopleStore } from "#client/people/people-hooks.ts";
import { useConnection, useGroups, useRights, useSelectedGroupId } from "#client/planning/planning-hooks.ts";
import { useCall } from "#client/session/use-call.ts";
import { FieldFrame, useField } from "#client/ui/fields/field.tsx";
import { SelectField } from "#client/ui/fields/select-field.tsx";
import { Card } from "#client/ui/surfaces/card.tsx";
import { AddedPeople } from "#contract/accounts/people.ts";
import { errorCodeOf } from "#contract/errors.ts";
import { API } from "#contract/paths.ts";
import type { PeopleLine } from "#domain/people/list/people-list.ts";
import { may } from "#domain/permissions.ts";
import { findGroup, type Group } from "#domain/planning/planning.ts";
import { failureSentence, sentenceOf } from "#text/errors/errors.ts";
import { addPeopleText, peopleAdded, refusedLine } from "#text/users/add-people.ts";
import { PeoplePreview } from "./people-preview.tsx";
import { decodeList } from "./read-rows.ts";
import { areVCards, listFromVCards } from "./read-vcards.ts";
import { usePeopleList } from "./use-people-list.ts";

function requestBody({ id }: Group, lines: readonly PeopleLine[]) {
  const people = lines.map(({ firstName, lastName, email, positions, completes, entrustedTo }) => ({
    id: completes?.id,
    firstName,
    lastName,
    positions,
    // The address in an entrusted person's line is the address of the guardian, who answers for them.
    ...(email !== "" && { [entrustedTo === null ? "email" : "entrustedTo"]: email }),
  }));
  return { groupId: id, people };
}

/** Why the server refused the list: a sentence for each wrong line, or one for the whole list. */
function reasonOf(failure: ApiError, lines: readonly PeopleLine[]): string {
  const refused = Object.entries(failure.fieldErrors).flatMap(([path, code]) => {
    // For example `people.3.email`.
    const line = lines[Number(path.split(".")[1])];
    return line ? [refusedLine(line.number, sentenceOf(errorCodeOf(code)))] : [];
  });
  return refused.length > 0 ? refused.join("\n") : failureSentence(failure);
}

/** Returns a function that adds the people of these lines to a group: all of them or, after a failure, none. */
function useAddingPeople(): (group: Group, lines: readonly PeopleLine[]) => Promise<Outcome> {
  const call = useCall();
  const people = usePeopleStore();

  return async (group, lines) => {
    const body = requestBody(group, lines);
    const { failure, value: rows } = await call({ method: "POST", path: API.people, body, response: AddedPeople });
    if (failure !== null) {
      // Somebody on the list may have registered meanwhile. The preview shows that once the people are reloaded.
      void people.reload();
      return { status: "failed", sentence: addPeopleText.failed, reason: reasonOf(failure, lines) };
    }
    const savedIds = new Set(rows.map(({ id }) => id));
    people.update((known) => [...known.filter(({ id }) => !savedIds.has(id)), ...rows]);
    void people.reload();
    const invited = rows.filter(({ account }) => account === "invited").length;
    const completed = lines.filter(({ completes }) => completes !== null).length;
    return { status: "done", sentence: peopleAdded({ count: rows.length, completed, invited, group: group.name }) };
  };
}

/** The largest file. vCard files are much larger than the list in them, because contacts may have pictures. */
const MAX_BYTES = 20 * 1024 * 1024;
/** The longest text of a list, in characters: far more than can be added at once. */
const MAX_LENGTH = 1024 * 1024;

function ListFile({ onRead }: { readonly onRead: (text: string) => void }) {
  const [name, setName] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const { ids, controlProps } = useField({ error: problem });

  async function read(file: File): Promise<void> {
    setName(file.name);
    setProblem(file.size > MAX_BYTES ? addPeopleText.fileTooLarge : null);
    if (file.size > MAX_BYTES) return;
    try {
      const text = decodeList(new Uint8Array(await file.arrayBuffer()));
      const list = areVCards(text) ? listFromVCards(text) : text;
      if (list.length > MAX_LENGTH) setProblem(addPeopleText.fileTooLarge);
      else if (list.trim() === "") setProblem(addPeopleText.fileEmpty);
      else onRead(list);
    } catch {
      setProblem(addPeopleText.fileUnreadable);
    }
  }

  return (
    <FieldFrame label={addPeopleText.file} error={problem} ids={ids}>
      <div className="relative">
        <input
          id={controlProps.id}
          aria-describedby={controlProps["aria-describedby"]}
          type="file"
          accept=".csv,.tsv,.txt,.vcf,text/csv,text/plain,text/vcard"
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file !== undefined) void read(file);
            // The user may choose the same file again after changing it.
            target.value = "";
          }}
          className="peer absolute inset-0 z-[1] size-full cursor-pointer opacity-0"
        />
        <div aria-hidden="true" className="file-box">
          <span className="inline-flex min-h-9 items-center gap-2 rounded-small border border-line px-3 text-control">
            <FileUp className="size-[17px]" />
            {addPeopleText.chooseFile}
          </span>
          <span className="min-w-0 truncate text-control font-normal text-ink-2">{name ?? addPeopleText.noFile}</span>
        </div>
      </div>
    </FieldFrame>
  );
}

interface ListAreaProps {
  readonly value: string;
  /** Numbers of the lines to fix. */
  readonly wrong: ReadonlySet<number>;
  readonly onType: (text: string) => void;
  readonly onPaste: (text: string) => void;
}

/** A text area with the number of each line beside it. Lines do not wrap, so that numbers and lines stay together. */
function ListArea({ value, wrong, onType, onPaste }: ListAreaProps) {
  const id = useId();
  const numbersRef = useRef<HTMLDivElement>(null);
  /** Set just before the change event of a paste. */
  const isPastedRef = useRef(false);
  const count = value === "" ? 0 : value.split("\n").length;
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1.5 block text-small font-semibold">
        {addPeopleText.area}
      </label>
      <div className="relative">
        <textarea
          id={id}
          aria-describedby={`${id}-hint`}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          wrap="off"
          rows={7}
          placeholder={addPeopleText.example}
          value={value}
          onPaste={() => {
            isPastedRef.current = true;
          }}
          onChange={({ target }) => {
            if (isPastedRef.current) onPaste(target.value);
            else onType(target.value);
            isPastedRef.current = false;
          }}
          onScroll={({ currentTarget: { scrollTop } }) => {
            numbersRef.current?.style.setProperty("translate", `0 ${-scrollTop}px`);
          }}
          className="control resize-y py-1.5 pl-[52px] leading-9 max-md:max-h-[60dvh]"
        />
        {/* Opaque, because a long line scrolls under it. */}
        <div
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-px left-px w-[45px] overflow-hidden rounded-l-[11px] bg-surface"
        >
          <div ref={numbersRef} className="py-1.5 text-right text-small leading-9 text-ink-2">
            {Array.from({ length: count }, (_, index) => (
              <div key={index} className={wrong.has(index + 1) ? "pr-2.5 font-semibold text-missing" : "pr-2.5"}>
                {index + 1}
              </div>
            ))}
          </div>
        </div>
      </div>
      <p id={`${id}-hint`} className="mt-1.5 text-small text-ink-2">
        {addPeopleText.areaHint}
      </p>
    </div>
  );
}

/** The list to type, paste or read from a file, the group to choose, and a preview of what will be added. */
export function PeopleForm() {
  const rights = useRights();
  const groups = useGroups().filter(({ id }) => may(rights, "user.add", id));
  const selectedId = useSelectedGroupId();
  const [chosenId, setChosenId] = useState<string | null>(null);
  const group = findGroup({ groups }, chosenId ?? selectedId ?? "") ?? groups[0];
  const { text, setText, replace, append, list, isParsed, notNamesakes, decide, removeAddedPeople } = usePeopleList(
    group?.id,
  );
  const isOffline = useConnection()?.status === "offline";
  const addPeople = useAddingPeople();
  const messageRef = useRef<HTMLDivElement>(null);
  const { lines } = list;
  const wrongNumbers = new Set(lines.flatMap(({ state, number }) => (state.status === "wrong" ? [number] : [])));

  async function add(): Promise<Outcome> {
    const good = lines.filter(({ state }) => state.status === "good");
    // Text that is not parsed yet is not in the preview, so the user has not checked it.
    if (group === undefined || good.length === 0 || !isParsed) return NO_OUTCOME;
    const addition = await addPeople(group, good);
    if (addition.status === "done") removeAddedPeople();
    return addition;
  }

  const { outcome, act, isPending } = useAction(add);

  useEffect(() => {
    // Focuses the message, because the pressed button may disappear with the preview.
    if (outcome.status !== "nothing") messageRef.current?.focus();
  }, [outcome]);

  return (
    <>
      <div ref={messageRef} tabIndex={-1} className="mt-3 outline-none">
        <OutcomeMessage outcome={outcome} isLasting className="" />
      </div>
      <div className="mt-3 grid items-start gap-4 md:grid-cols-[minmax(0,494fr)_minmax(0,670fr)] md:gap-5">
        <Card as="div" className="flex flex-col gap-4 p-5">
          <ListArea value={text} wrong={wrongNumbers} onType={setText} onPaste={replace} />
          <div className="grid items-start gap-3 sm:grid-cols-2">
            <ListFile onRead={append} />
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
            notNamesakes={notNamesakes}
            onDecide={decide}
            isOffline={isOffline}
            isPending={isPending}
            onAdd={() => act()}
          />
        )}
      </div>
    </>
  );
}
