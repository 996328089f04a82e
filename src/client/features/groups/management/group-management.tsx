import { useEffect, useRef, useState, useMemo } from "react";
import { TitledCard } from "#client/ui/surfaces/card.tsx";
import { groupCreated, groupManagementText, groupRenamed } from "#text/groups/groups.ts";
import { GroupDeletionForm } from "./group-deletion-form.tsx";
import { Plus, Pencil } from "lucide-react";
import { useGroups } from "#client/planning/planning-hooks.ts";
import { keptText, useKeptDraft } from "#client/session/kept-draft.ts";
import { Button } from "#client/ui/buttons/button.tsx";
import { TextField } from "#client/ui/fields/text-field.tsx";
import { newGroupId } from "#domain/planning/new-group-id.ts";
import { GroupForm, checkGroupName, refusedName, useGroupChange, groupOptions } from "./group-form.tsx";
import { SelectField } from "#client/ui/fields/select-field.tsx";

interface Problem {
  readonly field: "group" | "name";
  readonly sentence: string;
}

function GroupRenamingForm() {
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
  return (
    <TitledCard title={groupManagementText.title} titleClass="mb-3" className="p-4 pb-5 sm:p-6">
      <GroupCreationForm />
      <GroupRenamingForm />
      <GroupDeletionForm />
    </TitledCard>
  );
}
