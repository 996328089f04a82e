import { Plus } from "lucide-react";
import { useRef, useState } from "react";
import { useGroups } from "#client/planning/planning-hooks.ts";
import { Button } from "#client/ui/button.tsx";
import { TextField } from "#client/ui/text-field.tsx";
import { newGroupId } from "#domain/new-group-id.ts";
import { groupCreated, groupManagementText } from "#text/groups.ts";
import { cryptoByte } from "./crypto-byte.ts";
import { GroupForm } from "./group-form.tsx";
import { checkGroupName } from "./group-name.ts";
import { useGroupChange } from "./use-group-change.ts";

export function GroupCreationForm() {
  const groups = useGroups();
  const { progress, submit, reset } = useGroupChange();
  const [name, setName] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const nameRef = useRef<HTMLInputElement>(null);

  async function create(): Promise<void> {
    const checked = checkGroupName(name, groupManagementText.nameBlank);
    setProblem(checked.problem);
    if (checked.name === null) {
      reset();
      nameRef.current?.focus();
      return;
    }
    const id = newGroupId(new Set(groups.map((group) => group.id)), cryptoByte);
    const made = await submit({ type: "group.created", group: { id, name: checked.name } }, groupCreated(checked.name));
    // What was typed for the next one meanwhile stays.
    if (made) setName((typed) => (typed === name ? "" : typed));
  }

  return (
    <GroupForm progress={progress} failedSentence={groupManagementText.creationFailed} onSubmit={() => void create()}>
      <div className="flex flex-col gap-3 sm:flex-row sm:items-start">
        <div className="grow">
          <TextField
            ref={nameRef}
            label={groupManagementText.name}
            autoComplete="off"
            value={name}
            error={problem}
            onChange={({ target }) => {
              setName(target.value);
              setProblem(null);
            }}
          />
        </div>
        <Button
          type="submit"
          variant="primary"
          icon={<Plus />}
          isPending={progress.status === "pending"}
          className="flex-none sm:mt-[26px]"
        >
          {groupManagementText.create}
        </Button>
      </div>
    </GroupForm>
  );
}
