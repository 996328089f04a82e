import { Pencil } from "lucide-react";
import { useRef, useState } from "react";
import { useGroups } from "#client/planning/planning-hooks.ts";
import { Button } from "#client/ui/button.tsx";
import { SelectField } from "#client/ui/select-field.tsx";
import { TextField } from "#client/ui/text-field.tsx";
import { groupManagementText, groupRenamed } from "#text/groups.ts";
import { GroupForm } from "./group-form.tsx";
import { checkGroupName } from "./group-name.ts";
import { groupOptions } from "./group-options.ts";
import { useGroupChange } from "./use-group-change.ts";

interface Problem {
  readonly field: "group" | "name";
  readonly sentence: string;
}

export function GroupRenamingForm() {
  const groups = useGroups();
  const { progress, submit, reset } = useGroupChange();
  const [groupId, setGroupId] = useState("");
  const [name, setName] = useState("");
  const [problem, setProblem] = useState<Problem | null>(null);
  const groupRef = useRef<HTMLSelectElement>(null);
  const nameRef = useRef<HTMLInputElement>(null);
  const chosen = groups.find(({ id }) => id === groupId);

  function say(wrong: Problem): void {
    setProblem(wrong);
    reset();
    (wrong.field === "group" ? groupRef : nameRef).current?.focus();
  }

  async function rename(): Promise<void> {
    if (!chosen) return say({ field: "group", sentence: groupManagementText.renameNotChosen });
    const checked = checkGroupName(name, groupManagementText.newNameBlank);
    if (checked.name === null) return say({ field: "name", sentence: checked.problem });
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
          options={groupOptions(groups)}
          value={chosen?.id ?? ""}
          error={problem?.field === "group" ? problem.sentence : null}
          onChange={({ target }) => {
            setGroupId(target.value);
            setProblem(null);
          }}
        />
        <TextField
          ref={nameRef}
          label={groupManagementText.newName}
          autoComplete="off"
          value={name}
          error={problem?.field === "name" ? problem.sentence : null}
          onChange={({ target }) => {
            setName(target.value);
            setProblem(null);
          }}
        />
      </div>
      <Button type="submit" icon={<Pencil />} isPending={progress.status === "pending"} className="sm:self-end">
        {groupManagementText.rename}
      </Button>
    </GroupForm>
  );
}
