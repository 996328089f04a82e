import { Pencil } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import { useGroups } from "#client/planning/planning-hooks.ts";
import { keptText, useKeptDraft } from "#client/session/kept-draft.ts";
import { Button } from "#client/ui/buttons/button.tsx";
import { SelectField } from "#client/ui/fields/select-field.tsx";
import { TextField } from "#client/ui/fields/text-field.tsx";
import { groupManagementText, groupRenamed } from "#text/groups/groups.ts";
import { GroupForm } from "./group-form.tsx";
import { checkGroupName, refusedName } from "./group-name.ts";
import { groupOptions } from "./group-options.ts";
import { useGroupChange } from "./use-group-change.ts";

interface Problem {
  readonly field: "group" | "name";
  readonly sentence: string;
}

export function GroupRenamingForm() {
  const groups = useGroups();
  const options = useMemo(() => groupOptions(groups), [groups]);
  const { progress, submit, reset } = useGroupChange();
  const { kept, keep, drop } = useKeptDraft("renaming");
  const [groupId, setGroupId] = useState(() => keptText(kept, "groupId"));
  const [name, setName] = useState(() => keptText(kept, "name"));
  const [problem, setProblem] = useState<Problem | null>(null);
  const groupRef = useRef<HTMLSelectElement>(null);
  const nameRef = useRef<HTMLInputElement>(null);
  const chosen = groups.find(({ id }) => id === groupId);

  useEffect(() => {
    if (groupId === "" && name === "") drop();
    else keep({ groupId, name });
  }, [groupId, name, keep, drop]);

  function showProblem(wrong: Problem): void {
    setProblem(wrong);
    reset();
    (wrong.field === "group" ? groupRef : nameRef).current?.focus();
  }

  async function rename(): Promise<void> {
    if (!chosen) return showProblem({ field: "group", sentence: groupManagementText.renameNotChosen });
    const checked = checkGroupName(name, groupManagementText.newNameBlank);
    if (checked.name === null) return showProblem({ field: "name", sentence: checked.problem });
    setProblem(null);
    const made = await submit(
      { type: "group.renamed", groupId: chosen.id, name: checked.name },
      groupRenamed(checked.name),
    );
    if (!made) return;
    setGroupId((current) => (current === groupId ? "" : current));
    setName((typed) => (typed === name ? "" : typed));
  }

  return (
    <GroupForm progress={progress} failedSentence={groupManagementText.renamingFailed} onSubmit={() => void rename()}>
      <div className="grid gap-3 sm:grid-cols-2">
        <SelectField
          ref={groupRef}
          label={groupManagementText.groupToRename}
          placeholder={groupManagementText.choose}
          options={options}
          value={chosen?.id ?? ""}
          error={problem?.field === "group" ? problem.sentence : null}
          onChange={({ target }) => {
            setGroupId(target.value);
            setProblem(null);
          }}
        />
        <TextField
          ref={nameRef}
          name="name"
          label={groupManagementText.newName}
          autoComplete="off"
          value={name}
          error={problem?.field === "name" ? problem.sentence : refusedName(progress, groupManagementText.newNameBlank)}
          onChange={({ target }) => {
            setName(target.value);
            setProblem(null);
            if (progress.status === "refused") reset();
          }}
        />
      </div>
      <Button type="submit" icon={<Pencil />} isPending={progress.status === "pending"} className="sm:self-end">
        {groupManagementText.rename}
      </Button>
    </GroupForm>
  );
}
