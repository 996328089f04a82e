import { useId } from "react";
import { type RoleCoverage, roleCoverage } from "#domain/line-up/critical-roles.ts";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import { RoleSign } from "#client/music/signs/role-sign.tsx";
import { ServiceIcon } from "#client/music/services/service-icon.tsx";
import { useGroupRules } from "#client/planning/planning-hooks.ts";
import { Card } from "#client/ui/surfaces/card.tsx";
import { eventText } from "#text/event/event.ts";
import { NO_ROLE_NEEDED } from "#text/event/line-up.ts";

function RoleRow({ role, coveredBy }: RoleCoverage) {
  return (
    <li className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1 border-line px-3 py-2 not-first:border-t">
      <ServiceIcon service={role} className="text-ink-2" />
      <div className="min-w-0 grow basis-24">
        <p className="text-control wrap-anywhere">{role}</p>{" "}
        {coveredBy.length === 0 ? null : (
          <p className="text-tiny break-words text-ink-2">{coveredBy.map(({ userName }) => userName).join(", ")}</p>
        )}
      </div>{" "}
      <RoleSign isCovered={coveredBy.length > 0} />
    </li>
  );
}

/** The roles that the event needs, with the people who cover them. */
export function CriticalRoleList({ event }: { readonly event: PlannedEvent }) {
  const titleId = useId();
  const { requiredRolesOf } = useGroupRules();
  const roles = roleCoverage(event.availability, requiredRolesOf(event));
  return (
    <Card labelledBy={titleId}>
      <h2 id={titleId} className="mb-2.5 font-title text-title">
        {eventText.criticalRoles}
      </h2>
      {roles.length === 0 ? (
        <p className="text-small text-ink-2">{NO_ROLE_NEEDED}</p>
      ) : (
        <ul aria-labelledby={titleId} className="rounded-strip border border-line">
          {roles.map((coverage) => (
            <RoleRow key={coverage.role} {...coverage} />
          ))}
        </ul>
      )}
    </Card>
  );
}
