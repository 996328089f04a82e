import { Trash2 } from "lucide-react";
import { useMemo, useRef, useState } from "react";
import { useUndoOffer } from "#client/deletion/use-undo-offer.tsx";
import { useGroups, useSubmit } from "#client/planning/planning-hooks.ts";
import { Button } from "#client/ui/buttons/button.tsx";
import { SelectField } from "#client/ui/fields/select-field.tsx";
import type { Group } from "#domain/planning/planning.ts";
import { groupDeleted, groupDeletedByMistake, groupManagementText } from "#text/groups/groups.ts";
import { GroupDeletionPanel } from "./group-deletion-panel.tsx";
import { GroupForm } from "./group-form.tsx";
import { groupOptions } from "./group-options.ts";
import { useGroupChange } from "./use-group-change.ts";

export function GroupDeletionForm() {
  const groups = useGroups();
  const options = useMemo(() => groupOptions(groups), [groups]);
  const { progress, submit, reset } = useGroupChange();
  const offerUndo = useUndoOffer(useSubmit());
  const [groupId, setGroupId] = useState("");
  const [isAsking, setIsAsking] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const groupRef = useRef<HTMLSelectElement>(null);
  const deleteRef = useRef<HTMLButtonElement>(null);
  // If the group was deleted in another tab meanwhile, the question closes.
  const chosen = groups.find(({ id }) => id === groupId);

  function ask(): void {
    reset();
    setIsAsking(chosen !== undefined);
    setProblem(chosen ? null : groupManagementText.deletionNotChosen);
    if (!chosen) groupRef.current?.focus();
  }

  async function deleteGroup({ id, name }: Group): Promise<void> {
    const made = await submit({ type: "group.deleted", groupId: id }, groupDeleted(name));
    setIsAsking(false);
    if (made?.undo) offerUndo({ message: groupDeletedByMistake(name), undo: made.undo });
  }

  return (
    <GroupForm progress={progress} failedSentence={groupManagementText.deletionFailed} onSubmit={ask}>
      <div className="flex flex-col gap-3 sm:flex-row sm:flex-wrap sm:items-start">
        <div className="min-w-0 grow sm:basis-48">
          <SelectField
            ref={groupRef}
            label={groupManagementText.groupToDelete}
            placeholder={groupManagementText.choose}
            options={options}
            value={chosen?.id ?? ""}
            error={problem}
            disabled={progress.status === "pending"}
            onChange={({ target }) => {
              setGroupId(target.value);
              setIsAsking(false);
              setProblem(null);
            }}
          />
        </div>
        <Button
          ref={deleteRef}
          type="submit"
          variant="danger-outline"
          icon={<Trash2 />}
          isPending={progress.status === "pending"}
          className="flex-none sm:mt-[26px]"
        >
          {groupManagementText.delete}
        </Button>
      </div>
      {chosen && isAsking ? (
        <GroupDeletionPanel
          key={chosen.id}
          group={chosen}
          isPending={progress.status === "pending"}
          returnFocusRef={deleteRef}
          onConfirm={() => void deleteGroup(chosen)}
          onCancel={() => setIsAsking(false)}
        />
      ) : null}
    </GroupForm>
  );
}
