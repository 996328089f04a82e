import { Pencil, Plus } from "lucide-react";
import { useEffect, useState } from "react";
import { useGroups } from "#client/planning/planning-hooks.ts";
import { keptText, useKeptDraft } from "#client/session/kept-draft.ts";
import { Button } from "#client/ui/buttons/button.tsx";
import { SelectField } from "#client/ui/fields/select-field.tsx";
import { TextField } from "#client/ui/fields/text-field.tsx";
import { TitledCard } from "#client/ui/surfaces/card.tsx";
import { newGroupId } from "#domain/planning/new-group-id.ts";
import { groupCreated, groupManagementText, groupRenamed } from "#text/groups/groups.ts";
import { GroupDeletionForm } from "./group-deletion-form.tsx";
import { GroupForm, groupOptions, useGroupChange } from "./group-form.tsx";

/** A random byte from `crypto.getRandomValues`, which is also available in insecure contexts. */
export function cryptoByte(): number {
  return crypto.getRandomValues(new Uint8Array(1))[0] ?? 0;
}

const CREATION = { failed: groupManagementText.creationFailed, nameBlank: groupManagementText.nameBlank };
const RENAMING = { failed: groupManagementText.renamingFailed, nameBlank: groupManagementText.newNameBlank };

function GroupCreationForm() {
  const groups = useGroups();
  const { progress, isPending, fieldProps, checkName, submit } = useGroupChange(CREATION);
  const { kept, keep, drop } = useKeptDraft("group");
  const [typed, setTyped] = useState(() => keptText(kept, "name"));

  useEffect(() => {
    if (typed === "") drop();
    else keep({ name: typed });
  }, [typed, keep, drop]);

  async function create(): Promise<void> {
    const name = checkName(typed);
    if (name === null) return;
    const id = newGroupId(new Set(groups.map((group) => group.id)), cryptoByte);
    const outcome = await submit({ type: "group.created", group: { id, name } }, groupCreated(name));
    // If another name was typed meanwhile, it stays.
    if (outcome) setTyped((current) => (current === typed ? "" : current));
  }

  return (
    <GroupForm progress={progress} onSubmit={() => void create()}>
      <div className="flex flex-col gap-3 sm:flex-row sm:flex-wrap sm:items-start">
        <div className="min-w-0 grow sm:basis-40">
          <TextField {...fieldProps("name", typed, setTyped)} label={groupManagementText.name} autoComplete="off" />
        </div>
        <Button
          type="submit"
          variant="primary"
          icon={<Plus />}
          isPending={isPending}
          className="flex-none sm:mt-[26px]"
        >
          {groupManagementText.create}
        </Button>
      </div>
    </GroupForm>
  );
}

function GroupRenamingForm() {
  const groups = useGroups();
  const { progress, isPending, refuse, fieldProps, checkName, submit } = useGroupChange(RENAMING);
  const { kept, keep, drop } = useKeptDraft("renaming");
  const [groupId, setGroupId] = useState(() => keptText(kept, "groupId"));
  const [typed, setTyped] = useState(() => keptText(kept, "name"));
  const chosen = groups.find(({ id }) => id === groupId);

  useEffect(() => {
    if (groupId === "" && typed === "") drop();
    else keep({ groupId, name: typed });
  }, [groupId, typed, keep, drop]);

  async function rename(): Promise<void> {
    if (!chosen) return refuse("group", groupManagementText.renameNotChosen);
    const name = checkName(typed);
    if (name === null) return;
    const outcome = await submit({ type: "group.renamed", groupId: chosen.id, name }, groupRenamed(name));
    if (!outcome) return;
    setGroupId((current) => (current === groupId ? "" : current));
    setTyped((current) => (current === typed ? "" : current));
  }

  return (
    <GroupForm progress={progress} onSubmit={() => void rename()}>
      <div className="grid gap-3 sm:grid-cols-2">
        <SelectField
          {...fieldProps("group", chosen?.id ?? "", setGroupId)}
          label={groupManagementText.groupToRename}
          placeholder={groupManagementText.choose}
          options={groupOptions(groups)}
        />
        <TextField {...fieldProps("name", typed, setTyped)} label={groupManagementText.newName} autoComplete="off" />
      </div>
      <Button type="submit" icon={<Pencil />} isPending={isPending} className="sm:self-end">
        {groupManagementText.rename}
      </Button>
    </GroupForm>
  );
}

export function GroupManagement() {
  return (
    <TitledCard title={groupManagementText.title} titleClass="mb-3" className="p-4 pb-5 sm:p-6">
      <GroupCreationForm />
      <GroupRenamingForm />
      <GroupDeletionForm />
    </TitledCard>
  );
}
