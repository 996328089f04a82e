import { useEffect, useId, useRef, useState } from "react";
import { Card } from "#client/ui/surfaces/card.tsx";
import { groupCreated, groupManagementText } from "#text/groups/groups.ts";
import { GroupDeletionForm } from "./group-deletion-form.tsx";
import { GroupRenamingForm } from "./group-renaming-form.tsx";
import { Plus } from "lucide-react";
import { useGroups } from "#client/planning/planning-hooks.ts";
import { keptText, useKeptDraft } from "#client/session/kept-draft.ts";
import { Button } from "#client/ui/buttons/button.tsx";
import { TextField } from "#client/ui/fields/text-field.tsx";
import { newGroupId } from "#domain/planning/new-group-id.ts";
import { GroupForm } from "./group-form.tsx";
import { checkGroupName, refusedName } from "./group-name.ts";
import { useGroupChange } from "./use-group-change.ts";

/** A random byte from `crypto.getRandomValues`, which is also available in insecure contexts. */
export function cryptoByte(): number {
  return crypto.getRandomValues(new Uint8Array(1))[0] ?? 0;
}

function GroupCreationForm() {
  const groups = useGroups();
  const { progress, submit, reset } = useGroupChange();
  const { kept, keep, drop } = useKeptDraft("group");
  const [name, setName] = useState(() => keptText(kept, "name"));
  const [problem, setProblem] = useState<string | null>(null);
  const nameRef = useRef<HTMLInputElement>(null);

  useEffect(() => {
    if (name === "") drop();
    else keep({ name });
  }, [name, keep, drop]);

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
    // If another name was typed meanwhile, it stays.
    if (made) setName((typed) => (typed === name ? "" : typed));
  }

  return (
    <GroupForm progress={progress} failedSentence={groupManagementText.creationFailed} onSubmit={() => void create()}>
      <div className="flex flex-col gap-3 sm:flex-row sm:flex-wrap sm:items-start">
        <div className="min-w-0 grow sm:basis-40">
          <TextField
            ref={nameRef}
            name="name"
            label={groupManagementText.name}
            autoComplete="off"
            value={name}
            error={problem ?? refusedName(progress, groupManagementText.nameBlank)}
            onChange={({ target }) => {
              setName(target.value);
              setProblem(null);
              if (progress.status === "refused") reset();
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

/** Where admins create, rename and delete groups. */
export function GroupManagement() {
  const titleId = useId();
  return (
    <Card labelledBy={titleId} className="p-4 pb-5 sm:p-6">
      <h2 id={titleId} className="mb-3 font-title text-title">
        {groupManagementText.title}
      </h2>
      <GroupCreationForm />
      <GroupRenamingForm />
      <GroupDeletionForm />
    </Card>
  );
}
