import { useId } from "react";
import { rolesToChoose } from "#domain/planning/offered-roles.ts";
import { RolePlaces } from "#client/music/services/role-places.tsx";
import { useTeamServices } from "#client/session/team-services.ts";
import { useRequiredRoles } from "#client/planning/group-hooks.ts";
import { Card } from "#client/ui/surfaces/card.tsx";
import { Alert } from "#client/ui/surfaces/message.tsx";
import { sentenceOf } from "#text/errors/errors.ts";
import { requiredRolesText } from "#text/groups/required-roles.ts";
import { useSavedChoice } from "./role-choice.tsx";

/** For admins: the roles that this group's events need, and how often. */
export function RequiredRolesRegion({ groupId }: { readonly groupId: string }) {
  const titleId = useId();
  const services = useTeamServices();
  const { chosen, refusal, choose } = useSavedChoice(useRequiredRoles(groupId), (roles) => ({
    type: "group.required_roles_set",
    groupId,
    roles,
  }));
  return (
    <Card labelledBy={titleId}>
      <h2 id={titleId} className="font-title text-title">
        {requiredRolesText.title}
      </h2>
      <p className="mb-3 text-small text-ink-2">{requiredRolesText.explanation}</p>
      {refusal === null ? null : <Alert>{sentenceOf(refusal)}</Alert>}
      <RolePlaces all={rolesToChoose(services, chosen)} required={chosen} onChange={choose} />
      {/* Rendered before it is needed, so that it is announced. */}
      <p aria-live="polite" className="text-small text-ink-2 not-empty:mt-2">
        {chosen.length === 0 ? requiredRolesText.nothingNeeded : null}
      </p>
    </Card>
  );
}
