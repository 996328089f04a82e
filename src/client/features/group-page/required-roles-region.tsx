import { useId } from "react";
import { rolesToChoose } from "#domain/planning/offered-roles.ts";
import { useTeamServices } from "#client/session/team-services.ts";
import { useRequiredRoles } from "#client/planning/group-hooks.ts";
import { Card } from "#client/ui/surfaces/card.tsx";
import { requiredRolesText } from "#text/groups/required-roles.ts";
import { RoleChoice } from "./role-choice.tsx";

/** For admins: the roles that this group's events need. */
export function RequiredRolesRegion({ groupId }: { readonly groupId: string }) {
  const titleId = useId();
  const required = useRequiredRoles(groupId);
  return (
    <Card labelledBy={titleId}>
      <h2 id={titleId} className="font-title text-title">
        {requiredRolesText.title}
      </h2>
      <RoleChoice
        explanation={requiredRolesText.explanation}
        all={rolesToChoose(useTeamServices(), required)}
        chosen={required}
        labelOf={(role) => role}
        columns="grid-cols-[repeat(auto-fill,minmax(min(100%,8rem),1fr))]"
        change={(roles) => ({ type: "group.required_roles_set", groupId, roles })}
        nothingChosen={requiredRolesText.nothingNeeded}
      />
    </Card>
  );
}
