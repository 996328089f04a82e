import { presentSentence } from "#text/phrases/availability.ts";
import { Avatar } from "./avatar.tsx";

interface AvatarStackProps {
  readonly people: readonly { readonly id: string; readonly name: string }[];
  /** Replaces the screen reader text « Présents : … ». */
  readonly label?: string | undefined;
  readonly size?: 28 | 32 | undefined;
}

/** Specification §9, "Avatar stack". */
const SHOWN = 3;

const RING = "not-first:-ml-1 ring-2 ring-surface";

export function AvatarStack({ people, label, size = 28 }: AvatarStackProps) {
  if (people.length === 0) return null;
  const rest = people.length - SHOWN;
  return (
    <span className="inline-flex flex-none items-center print:min-w-0 print:flex-auto">
      <span className="text-small sr-only print:not-sr-only">
        {label ?? presentSentence(people.map(({ name }) => name))}
      </span>
      <span aria-hidden="true" className="inline-flex print:hidden">
        {people.slice(0, SHOWN).map(({ id, name }) => (
          <Avatar key={id} id={id} name={name} size={size} className={RING} />
        ))}
        {rest > 0 ? <span className={`avatar-rest ${size === 28 ? "size-7" : "size-8"} ${RING}`}>+{rest}</span> : null}
      </span>
    </span>
  );
}
