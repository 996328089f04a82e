import { ServiceIcon } from "#client/music/services/service-icon.tsx";
import { useGroupRules } from "#client/planning/planning-hooks.ts";
import { TitledCard } from "#client/ui/surfaces/card.tsx";
import { placesOf } from "#domain/line-up/band-roles.ts";
import { type RoleCoverage, roleCoverage } from "#domain/line-up/critical-roles.ts";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import { eventText } from "#text/event/event.ts";
import { NO_ROLE_NEEDED } from "#text/event/line-up.ts";
import { availabilityText } from "#text/phrases/availability.ts";
import { shareInWords } from "#text/phrases/places.ts";

/** In pixels. */
const BAR_WIDTH = 8;
const GAP = 4;
/** The distance from the start of a bar to the start of the next one. */
const PITCH = BAR_WIDTH + GAP;

interface RoleSignProps {
  readonly covered: number;
  readonly needed: number;
}

/** One bar for each person that a role needs, full if somebody covers it; and in a word whether the role is covered. */
function RoleSign({ covered, needed }: RoleSignProps) {
  const isCovered = covered >= needed;
  return (
    <span
      className={`inline-flex items-center gap-2 text-small font-semibold ${isCovered ? "text-ok" : "text-missing"}`}
    >
      <svg aria-hidden="true" width={needed * PITCH - GAP} height="16" className="flex-none">
        {Array.from({ length: needed }, (_, index) =>
          index < covered ? (
            <rect key={index} x={index * PITCH} width={BAR_WIDTH} height="16" rx="3.2" fill="currentColor" />
          ) : (
            <rect
              key={index}
              x={index * PITCH + 0.9}
              y=".9"
              width="6.2"
              height="14.2"
              rx="2.4"
              fill="none"
              stroke="currentColor"
              strokeWidth="1.8"
            />
          ),
        )}
      </svg>
      <span>
        {isCovered ? availabilityText.covered : availabilityText.uncovered}
        {isCovered || needed === 1 ? null : <span className="block text-tiny"> {shareInWords(covered, needed)}</span>}
      </span>
    </span>
  );
}

function RoleRow({ role, coveredBy, needed }: RoleCoverage & { readonly needed: number }) {
  return (
    <li className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1 border-line px-3 py-2 not-first:border-t">
      <ServiceIcon service={role} className="text-ink-2" />
      <div className="min-w-0 grow basis-24">
        <p className="text-control wrap-anywhere">{role}</p>{" "}
        {coveredBy.length === 0 ? null : (
          <p className="text-tiny text-ink-2">{coveredBy.map(({ userName }) => userName).join(", ")}</p>
        )}
      </div>{" "}
      <RoleSign covered={coveredBy.length} needed={needed} />
    </li>
  );
}

export function CriticalRoleList({ event }: { readonly event: PlannedEvent }) {
  const { requiredRolesOf } = useGroupRules();
  const required = requiredRolesOf(event);
  const roles = roleCoverage(event.availability, required);
  return (
    <TitledCard title={eventText.criticalRoles} titleClass="mb-2.5">
      {roles.length === 0 ? (
        <p className="text-small text-ink-2">{NO_ROLE_NEEDED}</p>
      ) : (
        <ul aria-label={eventText.criticalRoles} className="rounded-strip border border-line">
          {roles.map((coverage) => (
            <RoleRow key={coverage.role} {...coverage} needed={placesOf(required, coverage.role)} />
          ))}
        </ul>
      )}
    </TitledCard>
  );
}
