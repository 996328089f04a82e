import { useId } from "react";
import type { AvailabilityEntry } from "#domain/availability.ts";
import { type RoleCoverage, roleCoverage } from "#domain/critical-roles.ts";
import { RoleSign } from "#client/domain-ui/role-sign.tsx";
import { ServiceIcon } from "#client/domain-ui/service-icon.tsx";
import { Card } from "#client/ui/card.tsx";
import { eventText } from "#text/event.ts";

function RoleRow({ role, coveredBy }: RoleCoverage) {
  return (
    <li className="flex min-h-14 items-center gap-3 border-line px-3 py-2 not-first:border-t">
      <ServiceIcon service={role} className="text-ink-2" />
      <div className="min-w-0 grow">
        <p className="text-control">{role}</p>{" "}
        {coveredBy.length === 0 ? null : (
          <p className="text-tiny break-words text-ink-2">{coveredBy.map(({ userName }) => userName).join(", ")}</p>
        )}
      </div>{" "}
      <RoleSign isCovered={coveredBy.length > 0} />
    </li>
  );
}

/** The seven critical roles, each with who covers it. */
export function CriticalRoleList({ availability }: { readonly availability: readonly AvailabilityEntry[] }) {
  const titleId = useId();
  return (
    <Card labelledBy={titleId}>
      <h2 id={titleId} className="mb-2.5 font-title text-title">
        {eventText.criticalRoles}
      </h2>
      <ul aria-labelledby={titleId} className="rounded-strip border border-line">
        {roleCoverage(availability).map((coverage) => (
          <RoleRow key={coverage.role} {...coverage} />
        ))}
      </ul>
    </Card>
  );
}
