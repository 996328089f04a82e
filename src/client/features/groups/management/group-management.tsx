import { useId } from "react";
import { Card } from "#client/ui/surfaces/card.tsx";
import { groupManagementText } from "#text/groups/groups.ts";
import { GroupCreationForm } from "./group-creation-form.tsx";
import { GroupDeletionForm } from "./group-deletion-form.tsx";
import { GroupRenamingForm } from "./group-renaming-form.tsx";

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
