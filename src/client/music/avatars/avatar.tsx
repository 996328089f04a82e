import { initials } from "#domain/people/people.ts";
import { presentSentence } from "#text/phrases/availability.ts";
import { stableHash } from "../stable-hash.ts";

/** The number of `.avatar-N` classes in styles/main.css. */
const COLOUR_PAIRS = 6;

/** The number of a person's colour pair, 0 to 5: the same on every device. */
export function avatarPair(userId: string): number {
  return stableHash(userId) % COLOUR_PAIRS;
}

interface AvatarProps {
  readonly id: string;
  readonly name: string;
  readonly size?: 28 | 32 | 36 | 40 | undefined;
  readonly className?: string | undefined;
}

const SIZES = {
  28: "size-7 text-[10.5px]",
  32: "size-8 text-[11.5px]",
  36: "size-9 text-[12.5px]",
  40: "size-10 text-[14px]",
} as const;

/** A person's initials on their colours. Hidden from screen readers, because the name is beside it. */
export function Avatar({ id, name, size = 32, className = "" }: AvatarProps) {
  return (
    <span aria-hidden="true" className={`avatar avatar-${avatarPair(id)} ${SIZES[size]} ${className}`}>
      {initials(name)}
    </span>
  );
}

interface AvatarStackProps {
  readonly people: readonly { readonly id: string; readonly name: string }[];
  /** The text for screen readers, instead of « Présents : … ». */
  readonly label?: string | undefined;
  readonly size?: 28 | 32 | undefined;
}

/** Specification §9, "Avatar stack". */
const SHOWN_MAX = 3;

const RING = "not-first:-ml-1 ring-2 ring-surface";

/** The avatars of the first three people, and the number of the others. */
export function AvatarStack({ people, label, size = 28 }: AvatarStackProps) {
  if (people.length === 0) return null;
  const rest = people.length - SHOWN_MAX;
  return (
    <span className="inline-flex flex-none items-center print:min-w-0 print:flex-auto">
      <span className="text-small sr-only print:not-sr-only">
        {label ?? presentSentence(people.map(({ name }) => name))}
      </span>
      <span aria-hidden="true" className="inline-flex print:hidden">
        {people.slice(0, SHOWN_MAX).map(({ id, name }) => (
          <Avatar key={id} id={id} name={name} size={size} className={RING} />
        ))}
        {rest > 0 ? <span className={`avatar-rest ${size === 28 ? "size-7" : "size-8"} ${RING}`}>+{rest}</span> : null}
      </span>
    </span>
  );
}
