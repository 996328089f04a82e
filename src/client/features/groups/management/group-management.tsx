import { Pencil, Plus } from "lucide-react";
import { useEffect, useState } from "react";
import { useForm } from "#client/forms/use-form.ts";
import { useGroups } from "#client/planning/planning-hooks.ts";
import { storedText, useStoredDraft } from "#client/session/stored-draft.ts";
import { Button } from "#client/ui/buttons/button.tsx";
import { SelectField } from "#client/ui/fields/select-field.tsx";
import { TextField } from "#client/ui/fields/text-field.tsx";
import { TitledCard } from "#client/ui/surfaces/card.tsx";
import { newGroupId } from "#domain/planning/new-group-id.ts";
import { groupCreated, groupManagementText, groupRenamed } from "#text/groups/groups.ts";
import { GroupDeletionForm } from "./group-deletion-form.tsx";
import { GroupForm, groupOptions, useNameSubmission } from "./group-form.tsx";

/** A random byte from `crypto.getRandomValues`, which is also available in insecure contexts. */
export function cryptoByte(): number {
  return crypto.getRandomValues(new Uint8Array(1))[0] ?? 0;
}

function GroupCreationForm() {
  const groups = useGroups();
  const create = useNameSubmission(groupCreated, groupManagementText.creationFailed, groupManagementText.nameBlank);
  const { stored, store, drop } = useStoredDraft("group");
  const [typed, setTyped] = useState(() => storedText(stored, "name"));

  useEffect(() => {
    if (typed === "") drop();
    else store({ name: typed });
  }, [typed, store, drop]);

  const form = useForm({
    texts: { name: typed },
    onType: (_, text) => setTyped(text),
    clearsOnType: true,
    async send() {
      const id = newGroupId(new Set(groups.map((group) => group.id)), cryptoByte);
      const outcome = await create(typed, (name) => ({ type: "group.created", group: { id, name } }));
      // Empties the field, unless another name was typed meanwhile.
      if (outcome.status === "done") setTyped((current) => (current === typed ? "" : current));
      return outcome;
    },
  });

  return (
    <GroupForm {...form.formProps} outcome={form.message} isPending={form.isPending}>
      <div className="flex flex-col gap-3 sm:flex-row sm:flex-wrap sm:items-start">
        <div className="min-w-0 grow sm:basis-40">
          <TextField {...form.textProps("name")} label={groupManagementText.name} autoComplete="off" />
        </div>
        <Button
          type="submit"
          variant="primary"
          icon={<Plus />}
          isPending={form.isPending}
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
  const rename = useNameSubmission(groupRenamed, groupManagementText.renamingFailed, groupManagementText.newNameBlank);
  const { stored, store, drop } = useStoredDraft("renaming");
  const [groupId, setGroupId] = useState(() => storedText(stored, "groupId"));
  const [typed, setTyped] = useState(() => storedText(stored, "name"));
  const chosen = groups.find(({ id }) => id === groupId);

  useEffect(() => {
    if (groupId === "" && typed === "") drop();
    else store({ groupId, name: typed });
  }, [groupId, typed, store, drop]);

  const form = useForm({
    texts: { group: chosen?.id ?? "", name: typed },
    onType: (field, text) => (field === "group" ? setGroupId : setTyped)(text),
    clearsOnType: true,
    async send() {
      const sentence = groupManagementText.renameNotChosen;
      if (!chosen) return { status: "wrong", field: "group", code: "group.not_found", sentence };
      const outcome = await rename(typed, (name) => ({ type: "group.renamed", groupId: chosen.id, name }));
      if (outcome.status !== "done") return outcome;
      // Empties the fields, unless they were changed meanwhile.
      setGroupId((current) => (current === groupId ? "" : current));
      setTyped((current) => (current === typed ? "" : current));
      return outcome;
    },
  });

  return (
    <GroupForm {...form.formProps} outcome={form.message} isPending={form.isPending}>
      <div className="grid gap-3 sm:grid-cols-2">
        <SelectField
          {...form.textProps("group")}
          label={groupManagementText.groupToRename}
          placeholder={groupManagementText.choose}
          options={groupOptions(groups)}
        />
        <TextField {...form.textProps("name")} label={groupManagementText.newName} autoComplete="off" />
      </div>
      <Button type="submit" icon={<Pencil />} isPending={form.isPending} className="sm:self-end">
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
