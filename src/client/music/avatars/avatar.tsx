import { initials } from "#domain/people/people.ts";
import { stableHash } from "../stable-hash.ts";

/** Number of colour pairs in styles/main.css. */
const PAIRS = 6;

/** The colour pair of a person, 0 to 5; the same on every device. */
export function avatarPair(userId: string): number {
  return stableHash(userId) % PAIRS;
}

interface AvatarProps {
  readonly id: string;
  readonly name: string;
  /** In pixels. */
  readonly size?: 28 | 32 | 36 | 40 | undefined;
  readonly className?: string | undefined;
}

const SIZES = {
  28: "size-7 text-[10.5px]",
  32: "size-8 text-[11.5px]",
  36: "size-9 text-[12.5px]",
  40: "size-10 text-[14px]",
} as const;

/** A person's initials on their colours; decorative, since the name is beside it. */
export function Avatar({ id, name, size = 32, className = "" }: AvatarProps) {
  return (
    <span aria-hidden="true" className={`avatar avatar-${avatarPair(id)} ${SIZES[size]} ${className}`}>
      {initials(name)}
    </span>
  );
}
