import { Minus, Plus } from "lucide-react";
import { useState } from "react";
import { IconButton } from "#client/ui/buttons/icon-button.tsx";
import { BareCheckbox } from "#client/ui/fields/checkbox.tsx";
import { CONTROL_CLASS, FieldError } from "#client/ui/fields/field.tsx";
import { type BandRole, inRoleOrder, PLACES_MAX, PLACES_OF_ROLE_MAX, placesOf } from "#domain/line-up/band-roles.ts";
import { sentenceOf } from "#text/errors/errors.ts";
import { numberFor, oneLessFor, oneMoreFor, placeCount, requiredRolesText } from "#text/groups/required-roles.ts";
import { placeNames } from "#text/phrases/places.ts";
import { heldBy } from "#text/services/services.ts";
import { ServiceIcon } from "./service-icon.tsx";

interface PlaceNumberProps {
  readonly role: BandRole;
  readonly count: number;
  readonly onChange: (count: number) => void;
}

/** How many people a role needs. The buttons are not in the tab order, because arrow keys change the number too. */
function PlaceNumber({ role, count, onChange }: PlaceNumberProps) {
  /** The typed text while it is not a number, such as an empty one; `null` otherwise. */
  const [invalidText, setInvalidText] = useState<string | null>(null);

  function handleText(text: string): void {
    const number = Number.parseInt(text, 10);
    setInvalidText(Number.isNaN(number) ? text : null);
    if (!Number.isNaN(number)) onChange(Math.min(PLACES_OF_ROLE_MAX, Math.max(1, number)));
  }

  return (
    <span className="flex flex-none items-center">
      <IconButton
        label={oneLessFor(role)}
        icon={<Minus />}
        tone="primary"
        tabIndex={-1}
        disabled={count === 1}
        onClick={() => onChange(count - 1)}
      />
      <input
        type="number"
        inputMode="numeric"
        min={1}
        max={PLACES_OF_ROLE_MAX}
        aria-label={numberFor(role)}
        className={`${CONTROL_CLASS} place-number`}
        data-several={count > 1 || undefined}
        value={invalidText ?? count}
        onChange={({ target }) => handleText(target.value)}
        onBlur={() => setInvalidText(null)}
      />
      <IconButton
        label={oneMoreFor(role)}
        icon={<Plus />}
        tone="primary"
        tabIndex={-1}
        disabled={count === PLACES_OF_ROLE_MAX}
        onClick={() => onChange(count + 1)}
      />
    </span>
  );
}

/** A bar for each place, of the sizes in `RoleScale`. Hidden from screen readers, because text beside it has the number. */
function SmallScale({ places }: { readonly places: readonly BandRole[] }) {
  const names = placeNames(places);
  return (
    <svg aria-hidden="true" width={11 * places.length} height={18} className="flex-none">
      {places.map((role, index) => {
        const inset = (3.5 * index) / places.length;
        const colour = placesOf(places, role) > 1 ? "fill-primary" : "fill-ink-3/75";
        return (
          <rect
            key={names[index]}
            x={11 * index + 4}
            y={inset}
            width={7}
            height={18 - 2 * inset}
            rx={3}
            className={colour}
          />
        );
      })}
    </svg>
  );
}

interface RolePlacesProps {
  /** The roles that the form offers. */
  readonly all: readonly BandRole[];
  /** The required roles: a role that needs two people is in the list twice. */
  readonly required: readonly BandRole[];
  readonly onChange: (required: readonly BandRole[]) => void;
}

/** The form of required roles: a checkbox for each role, and how many people it needs. */
export function RolePlaces({ all, required, onChange }: RolePlacesProps) {
  const [isTooMany, setIsTooMany] = useState(false);

  function setPlaces(role: BandRole, count: number): void {
    const others = required.filter((other) => other !== role);
    const wanted = inRoleOrder([...others, ...Array<BandRole>(count).fill(role)]);
    setIsTooMany(wanted.length > PLACES_MAX);
    if (wanted.length <= PLACES_MAX) onChange(wanted);
  }

  return (
    <div>
      <div className="flex items-center justify-between gap-2 pb-2 text-small font-semibold">
        <p>{placeCount(required.length)}</p>
        <SmallScale places={required} />
      </div>
      {isTooMany ? <FieldError>{sentenceOf("places.too_many")}</FieldError> : null}
      <ul aria-label={requiredRolesText.title}>
        {all.map((role) => {
          const count = placesOf(required, role);
          return (
            <li
              key={role}
              className="flex min-h-[52px] flex-wrap items-center justify-end gap-x-2 border-t border-line"
            >
              <label className="role-tick">
                <BareCheckbox checked={count > 0} onChange={() => setPlaces(role, count === 0 ? 1 : 0)} />
                <ServiceIcon service={role} className="text-ink-2" />
                <span className="min-w-0">
                  {role}
                  {/* Hidden from screen readers, because the number field says the same. */}
                  {count > 1 ? (
                    <span aria-hidden="true" className="block text-tiny font-normal text-ink-2">
                      {heldBy(count)}
                    </span>
                  ) : null}
                </span>
              </label>
              {count === 0 ? null : (
                <PlaceNumber role={role} count={count} onChange={(next) => setPlaces(role, next)} />
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
