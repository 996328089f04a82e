import { startTransition, useOptimistic, useState } from "react";
import { RolePlaces } from "#client/music/services/role-places.tsx";
import { useCombinablePairs, useRequiredRoles } from "#client/planning/group-hooks.ts";
import { useSubmit } from "#client/planning/planning-hooks.ts";
import { useTeamServices } from "#client/session/team-services.ts";
import { Checkbox } from "#client/ui/fields/checkbox.tsx";
import { TitledCard } from "#client/ui/surfaces/card.tsx";
import { Alert } from "#client/ui/surfaces/message.tsx";
import type { RefusalCode } from "#contract/planning/planning-change.ts";
import { isCombinable, ROLE_PAIRS } from "#domain/line-up/critical-roles.ts";
import { rolesToChoose } from "#domain/planning/offered-roles.ts";
import type { SubmittedChange } from "#domain/planning/planning-change.ts";
import { sentenceOf } from "#text/errors/errors.ts";
import { combinableText, pairLabel } from "#text/groups/bench.ts";
import { requiredRolesText } from "#text/groups/required-roles.ts";
import { FoldedCard } from "./folded-card.tsx";

interface GroupProps {
  readonly groupId: string;
}

/** Saves a list at each press (optimistic update): a second press builds on the first even before it is saved. */
function useSavedChoice<Choice>(stored: readonly Choice[], change: (chosen: readonly Choice[]) => SubmittedChange) {
  const [chosen, setChosen] = useOptimistic(stored);
  const submit = useSubmit();
  const [refusal, setRefusal] = useState<RefusalCode | null>(null);

  async function save(wanted: readonly Choice[]): Promise<void> {
    setChosen(wanted);
    const outcome = await submit(change(wanted));
    setRefusal(outcome.status === "refused" ? outcome.code : null);
  }

  return {
    chosen,
    /** Why the latest choice was refused. */
    alert: refusal === null ? null : <Alert>{sentenceOf(refusal)}</Alert>,
    choose: (wanted: readonly Choice[]) => startTransition(() => save(wanted)),
  };
}

/** The roles that each event of this group needs, unless the event has its own. */
function RequiredRolesRegion({ groupId }: GroupProps) {
  const services = useTeamServices();
  const { chosen, alert, choose } = useSavedChoice(useRequiredRoles(groupId), (roles) => ({
    type: "group.required_roles_set",
    groupId,
    roles,
  }));
  return (
    <TitledCard title={requiredRolesText.title}>
      <p className="mb-3 text-small text-ink-2">{requiredRolesText.explanation}</p>
      {alert}
      <RolePlaces all={rolesToChoose(services, chosen)} required={chosen} onChange={choose} />
      {/* Rendered even without a text: screen readers announce only changes of an element that is already there. */}
      <p aria-live="polite" className="text-small text-ink-2 not-empty:mt-2">
        {chosen.length === 0 ? requiredRolesText.nothingNeeded : null}
      </p>
    </TitledCard>
  );
}

/** Which pairs of critical roles one person of this group may fill at once. */
function CombinableRolesRegion({ groupId }: GroupProps) {
  const stored = useCombinablePairs(groupId);
  const { chosen, alert, choose } = useSavedChoice(
    ROLE_PAIRS.filter((pair) => isCombinable(stored, pair)),
    (pairs) => ({ type: "group.pairs_set", groupId, pairs }),
  );
  return (
    <FoldedCard title={combinableText.title}>
      <p className="mb-3 text-small text-ink-2">{combinableText.explanation}</p>
      {alert}
      <ul className="grid grid-cols-1 gap-x-4 sm:grid-cols-2">
        {ROLE_PAIRS.map((pair) => (
          <li key={pairLabel(pair)}>
            <Checkbox
              label={pairLabel(pair)}
              checked={chosen.includes(pair)}
              onChange={({ target }) =>
                choose(ROLE_PAIRS.filter((other) => (other === pair ? target.checked : chosen.includes(other))))
              }
            />
          </li>
        ))}
      </ul>
    </FoldedCard>
  );
}

export function RolesRegions(props: GroupProps) {
  return (
    <>
      <RequiredRolesRegion {...props} />
      <CombinableRolesRegion {...props} />
    </>
  );
}
