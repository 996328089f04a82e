import { startTransition, useId, useOptimistic, useState } from "react";
import { BAND_ROLES, type BandRole } from "#domain/line-up/band-roles.ts";
import { useRequiredRoles } from "#client/planning/group-hooks.ts";
import { useSubmit } from "#client/planning/planning-hooks.ts";
import type { RefusalCode } from "#contract/planning/submit.ts";
import { Card } from "#client/ui/surfaces/card.tsx";
import { Checkbox } from "#client/ui/fields/checkbox.tsx";
import { Alert } from "#client/ui/surfaces/message.tsx";
import { sentenceOf } from "#text/errors/errors.ts";
import { requiredRolesText } from "#text/groups/required-roles.ts";

/** For admins: the roles that this group's events need. */
export function RequiredRolesRegion({ groupId }: { readonly groupId: string }) {
  const titleId = useId();
  // A second press may come before the first one is stored: it adds to it.
  const [required, setRequired] = useOptimistic(useRequiredRoles(groupId));
  const submit = useSubmit();
  const [refusal, setRefusal] = useState<RefusalCode | null>(null);

  async function toggle(role: BandRole): Promise<void> {
    const roles = BAND_ROLES.filter((each) => required.includes(each) !== (each === role));
    setRequired(roles);
    const outcome = await submit({ type: "group.required_roles_set", groupId, roles });
    setRefusal(outcome.status === "refused" ? outcome.code : null);
  }

  return (
    <Card labelledBy={titleId}>
      <h2 id={titleId} className="font-title text-title">
        {requiredRolesText.title}
      </h2>
      <p className="mb-3 text-small text-ink-2">{requiredRolesText.explanation}</p>
      {refusal === null ? null : <Alert>{sentenceOf(refusal)}</Alert>}
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,8rem),1fr))] gap-x-4">
        {BAND_ROLES.map((role) => (
          <li key={role}>
            <Checkbox
              label={role}
              checked={required.includes(role)}
              onChange={() => startTransition(() => toggle(role))}
            />
          </li>
        ))}
      </ul>
      {/* Rendered before it is needed, so that it is announced. */}
      <p aria-live="polite" className="text-small text-ink-2 not-empty:mt-2">
        {required.length === 0 ? requiredRolesText.nothingNeeded : null}
      </p>
    </Card>
  );
}
