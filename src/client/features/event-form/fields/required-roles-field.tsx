import { useState } from "react";
import type { BandRole } from "#domain/line-up/band-roles.ts";
import { rolesToChoose } from "#domain/planning/offered-roles.ts";
import { RolePlaces } from "#client/music/services/role-places.tsx";
import { useTeamServices } from "#client/session/team-services.ts";
import { useRequiredRoles } from "#client/planning/group-hooks.ts";
import { useNeed } from "#client/planning/planning-hooks.ts";
import { SegmentedControl } from "#client/ui/fields/segmented-control.tsx";
import { requiredRolesText, rolesOfGroup } from "#text/groups/required-roles.ts";

const OPTIONS = [
  { value: "group", label: requiredRolesText.ofGroup },
  { value: "own", label: requiredRolesText.chosen },
] as const;

interface RequiredRolesFieldProps {
  readonly groupId: string;
  /** The event's own roles; `null`: those of its group. */
  readonly value: readonly BandRole[] | null;
  readonly onChange: (value: readonly BandRole[] | null) => void;
}

/** Which roles the event needs. Choosing begins with the latest choice, or with those of the group. */
export function RequiredRolesField({ groupId, value, onChange }: RequiredRolesFieldProps) {
  const ofGroup = useRequiredRoles(groupId);
  const isKnown = useNeed({ type: "group", groupId }) === "ready";
  const [lastChosen, setLastChosen] = useState(value);

  const roles = rolesToChoose(useTeamServices(), [...(value ?? []), ...ofGroup, ...(lastChosen ?? [])]);

  function choose(chosen: readonly BandRole[]): void {
    setLastChosen(chosen);
    onChange(chosen);
  }

  return (
    <div className="@container flex flex-col gap-2">
      <SegmentedControl
        legend={requiredRolesText.title}
        size="large"
        options={OPTIONS}
        value={value === null ? "group" : "own"}
        onChange={(option) => (option === "group" ? onChange(null) : choose(lastChosen ?? ofGroup))}
      />
      {value === null ? null : <RolePlaces all={roles} required={value} onChange={choose} />}
      <p aria-live="polite" className="text-small text-ink-2">
        {hintOf(value, isKnown ? ofGroup : null)}
      </p>
    </div>
  );
}

/** What the choice means, as far as the group's roles are known. */
function hintOf(value: readonly BandRole[] | null, ofGroup: readonly BandRole[] | null): string {
  if (value === null) return ofGroup === null ? "" : rolesOfGroup(ofGroup);
  return value.length === 0 ? requiredRolesText.nothingNeededHere : "";
}
