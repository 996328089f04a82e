import { startTransition, useOptimistic, useState, useId } from "react";
import { useSubmit } from "#client/planning/planning-hooks.ts";
import { Checkbox } from "#client/ui/fields/checkbox.tsx";
import { Alert } from "#client/ui/surfaces/message.tsx";
import type { RefusalCode } from "#contract/planning/submit.ts";
import type { SubmittedChange } from "#domain/planning/planning-change.ts";
import { sentenceOf } from "#text/errors/errors.ts";
import { rolesToChoose } from "#domain/planning/offered-roles.ts";
import { RolePlaces } from "#client/music/services/role-places.tsx";
import { useTeamServices } from "#client/session/team-services.ts";
import { useRequiredRoles } from "#client/planning/group-hooks.ts";
import { Card } from "#client/ui/surfaces/card.tsx";
import { requiredRolesText } from "#text/groups/required-roles.ts";

type ChangeTo<Choice> = (chosen: readonly Choice[]) => SubmittedChange;

interface SavedChoice<Choice> {
  readonly chosen: readonly Choice[];
  /** Why the latest choice was refused; `null` if it was not. */
  readonly refusal: RefusalCode | null;
  readonly choose: (wanted: readonly Choice[]) => void;
}

/** A list that is saved at each press. A second press may come before the first one is stored: it adds to it. */
function useSavedChoice<Choice>(stored: readonly Choice[], change: ChangeTo<Choice>): SavedChoice<Choice> {
  const [chosen, setChosen] = useOptimistic(stored);
  const submit = useSubmit();
  const [refusal, setRefusal] = useState<RefusalCode | null>(null);

  async function save(wanted: readonly Choice[]): Promise<void> {
    setChosen(wanted);
    const outcome = await submit(change(wanted));
    setRefusal(outcome.status === "refused" ? outcome.code : null);
  }

  return { chosen, refusal, choose: (wanted) => startTransition(() => save(wanted)) };
}

interface RoleChoiceProps<Choice> {
  readonly explanation: string;
  readonly all: readonly Choice[];
  /** Those of `all` that are chosen. */
  readonly chosen: readonly Choice[];
  readonly labelOf: (choice: Choice) => string;
  /** Classes of the columns of the list. */
  readonly columns: string;
  readonly change: ChangeTo<Choice>;
}

/** Boxes of pairs of roles. Each press is saved. */
export function RoleChoice<Choice>(props: RoleChoiceProps<Choice>) {
  const { explanation, all, labelOf, columns, change } = props;
  const { chosen, refusal, choose } = useSavedChoice(props.chosen, change);
  return (
    <>
      <p className="mb-3 text-small text-ink-2">{explanation}</p>
      {refusal === null ? null : <Alert>{sentenceOf(refusal)}</Alert>}
      <ul className={`grid gap-x-4 ${columns}`}>
        {all.map((choice) => (
          <li key={labelOf(choice)}>
            <Checkbox
              label={labelOf(choice)}
              checked={chosen.includes(choice)}
              onChange={() => choose(all.filter((each) => chosen.includes(each) !== (each === choice)))}
            />
          </li>
        ))}
      </ul>
    </>
  );
}

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
