import { Trash2 } from "lucide-react";
import {
  useRef,
  useState,
  type KeyboardEvent,
  type RefObject,
  type SubmitEvent,
  useEffect,
  useId,
  useLayoutEffect,
} from "react";
import { useUndoOffer } from "#client/deletion/use-event-deletion.tsx";
import { type Outcome, refusal, useAction } from "#client/forms/use-action.tsx";
import { useEventCount } from "#client/planning/group-hooks.ts";
import { useGroups, useSubmit, useConnection, useNeed } from "#client/planning/planning-hooks.ts";
import { Button } from "#client/ui/buttons/button.tsx";
import { SelectField } from "#client/ui/fields/select-field.tsx";
import { Skeleton } from "#client/ui/surfaces/skeleton.tsx";
import type { Group } from "#domain/planning/planning.ts";
import { wayBack } from "#text/administration/trash.ts";
import { deletionQuestion } from "#text/event/event.ts";
import { groupDeleted, groupDeletedByMistake, groupManagementText, eventsGoingToo } from "#text/groups/groups.ts";
import { actionText } from "#text/phrases/actions.ts";
import { GroupForm, groupOptions } from "./group-form.tsx";

interface GroupDeletionPanelProps {
  readonly group: Group;
  readonly isPending: boolean;
  /** Gets the focus when the panel closes. */
  readonly returnFocusRef: RefObject<HTMLElement | null>;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

/** Asks for confirmation before a group and its events are deleted. `Annuler` has the focus; Escape cancels too. */
function GroupDeletionPanel(props: GroupDeletionPanelProps) {
  const { group, isPending, returnFocusRef, onConfirm, onCancel } = props;
  const id = useId();
  const status = useNeed({ type: "group", groupId: group.id });
  const eventCount = useEventCount(group.id);
  const isShared = useConnection() !== null;
  const panelRef = useRef<HTMLDivElement>(null);
  const cancelRef = useRef<HTMLButtonElement>(null);

  // Shows the focus ring even after a mouse click, so that the user sees which button Enter presses.
  useEffect(() => cancelRef.current?.focus({ focusVisible: true }), []);

  useLayoutEffect(() => {
    const panel = panelRef.current;
    const returnTo = returnFocusRef.current;
    return () => {
      // React is still removing the panel: the focus moves right afterwards.
      if (panel?.contains(document.activeElement)) queueMicrotask(() => returnTo?.focus());
    };
  }, [returnFocusRef]);

  function handleKeyDown(event: KeyboardEvent): void {
    if (event.key === "Escape" && !isPending) onCancel();
  }

  return (
    <div
      ref={panelRef}
      role="group"
      aria-labelledby={`${id}-question`}
      aria-describedby={`${id}-going ${id}-way-back`}
      data-confirming
      className="rounded-strip border border-missing-soft bg-danger-tint p-4 motion-safe:animate-rise"
    >
      <p id={`${id}-question`} className="text-control wrap-anywhere">
        {deletionQuestion(group.name)}
      </p>
      <p id={`${id}-going`} className="text-control font-normal">
        {status === "loading" ? (
          <Skeleton className="my-[5px] h-3 w-60 max-w-full rounded-chip" />
        ) : (
          eventsGoingToo(status === "ready" ? eventCount : null)
        )}
      </p>
      <p id={`${id}-way-back`} className="text-control font-normal">
        {wayBack(isShared)}
      </p>
      <div className="mt-3 flex flex-col gap-2 sm:flex-row sm:justify-end">
        <Button variant="danger" isPending={isPending} onKeyDown={handleKeyDown} onClick={onConfirm}>
          {actionText.confirmDeletion}
        </Button>
        <Button ref={cancelRef} isPending={isPending} onKeyDown={handleKeyDown} onClick={onCancel}>
          {actionText.cancel}
        </Button>
      </div>
    </div>
  );
}

export function GroupDeletionForm() {
  const groups = useGroups();
  const submit = useSubmit();
  const offerUndo = useUndoOffer(submit);
  const [groupId, setGroupId] = useState("");
  const [step, setStep] = useState<"choosing" | "choice-missing" | "confirming">("choosing");
  const selectRef = useRef<HTMLSelectElement>(null);
  const deleteRef = useRef<HTMLButtonElement>(null);
  // `undefined` if no group is chosen, or if another tab deleted the group meanwhile.
  const chosen = groups.find(({ id }) => id === groupId);
  // Otherwise the confirmation would open again if the group is restored.
  if (step === "confirming" && chosen === undefined) setStep("choosing");
  const { outcome, act, isPending, dismissProblem } = useAction(async ({ id, name }: Group): Promise<Outcome> => {
    const deletion = await submit({ type: "group.deleted", groupId: id });
    setStep("choosing");
    if (deletion.status === "refused") return refusal(deletion, groupManagementText.deletionFailed);
    if (deletion.undo) offerUndo({ message: groupDeletedByMistake(name), undo: deletion.undo });
    return { status: "done", sentence: groupDeleted(name) };
  });

  function handleChoose(chosenId: string): void {
    setGroupId(chosenId);
    setStep("choosing");
    dismissProblem();
  }

  function handleSubmit(event: SubmitEvent): void {
    event.preventDefault();
    if (isPending) return;
    dismissProblem();
    setStep(chosen === undefined ? "choice-missing" : "confirming");
    if (chosen === undefined) selectRef.current?.focus();
  }

  return (
    <GroupForm onSubmit={handleSubmit} outcome={outcome} isPending={isPending}>
      <div className="flex flex-col gap-3 sm:flex-row sm:flex-wrap sm:items-start">
        <div className="min-w-0 grow sm:basis-48">
          <SelectField
            ref={selectRef}
            value={chosen?.id ?? ""}
            error={step === "choice-missing" ? groupManagementText.deletionNotChosen : null}
            onChange={({ target }) => handleChoose(target.value)}
            label={groupManagementText.groupToDelete}
            placeholder={groupManagementText.choose}
            options={groupOptions(groups)}
            disabled={isPending}
          />
        </div>
        <Button
          ref={deleteRef}
          type="submit"
          variant="danger-outline"
          icon={<Trash2 />}
          isPending={isPending}
          className="flex-none sm:mt-[26px]"
        >
          {groupManagementText.delete}
        </Button>
      </div>
      {chosen && step === "confirming" ? (
        <GroupDeletionPanel
          key={chosen.id}
          group={chosen}
          isPending={isPending}
          returnFocusRef={deleteRef}
          onConfirm={() => act(chosen)}
          onCancel={() => setStep("choosing")}
        />
      ) : null}
    </GroupForm>
  );
}
