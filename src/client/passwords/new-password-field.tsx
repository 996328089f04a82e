import { type ComponentProps, useEffect, useState } from "react";
import { accountText } from "#text/accounts/accounts.ts";
import { PASSWORD_STRENGTH_WORDS } from "#text/accounts/passwords.ts";
import { PasswordField } from "../ui/fields/password-field.tsx";

/**
 * The first guesses against passwords of a French band, in lower case without accents: the most frequent entries of
 * published lists, and words about music and church. Used for a hint only: no password is refused because of it.
 */
const COMMON_WORDS: readonly string[] = `
  password motdepasse passe secret admin welcome bienvenue letmein login user bonjour coucou salut soleil
  amour jetaime iloveyou doudou chouchou loulou maman papa bebe famille princesse chocolat vacances liberte
  bonheur etoile france paris marseille lyon toulouse football dragon monkey master sunshine nicolas camille
  julien thomas sophie marie pierre antoine julie david jesus christ dieu seigneur esprit eglise bible priere
  louange gloire alleluia hallelujah hosanna amen pasteur grace agape noel paques diapason musique chorale
  guitare batterie piano basse violon planning repetition culte
`
  .trim()
  .split(/\s+/);

type PasswordStrength = "weak" | "fair" | "strong";

/** Neighbouring keys on French and English keyboards, the alphabet, and digits. */
const ROWS: readonly string[] =
  "azertyuiop qsdfghjklm wxcvbn qwertyuiop asdfghjkl zxcvbnm abcdefghijklmnopqrstuvwxyz 01234567890".split(" ");
const STAND_INS: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "@": "a",
  $: "s",
};
/** Bits per character: one of ten digits, of 26 letters, of about 33 signs. */
const DIGIT_BITS = Math.log2(10);
const LETTER_BITS = Math.log2(26);
const SIGN_BITS = Math.log2(33);
/** Each switch between letters, capitals, digits and signs adds to the guesses. */
const CHANGE_BITS = 1;
const RUNS = /\p{Lu}+|\d+|[^\p{Lu}\d\p{L}]+|[^\p{Lu}\d]+/gu;

/** Bits for a word of the common list, and for one known about the person. */
const COMMON_WORD_BITS = 8;
const KNOWN_WORD_BITS = 3;
/** Bits for a character that follows from the one before it. */
const FORESEEN_BITS = 1;
/** After this many letters of a word, the rest mostly follows from them. */
const FREE_LETTERS = 4;
/** Shorter words occur in any text. */
const WORD_MIN = 3;
/** Replaces a removed word, so that the characters around it do not count as neighbours. */
const GAP = "\0";
/** An attacker with the hash tries about 10⁹ (2³⁰) a day. Through the sign-in, a thousand. */
const FAIR_BITS = 30;
const STRONG_BITS = 50;

function simplify(text: string): string {
  return text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
}

/** Reads « p@ssw0rd » as « password ». */
function readStandIns(text: string): string {
  return text.replaceAll(/[013457@$]/g, (character) => STAND_INS[character] ?? character);
}

function isForeseen(previous: string, character: string): boolean {
  if (previous === character) return true;
  return ROWS.some((row) => row.includes(previous + character) || row.includes(character + previous));
}

/** `text` without these words, and how many were removed. */
function withoutWords(text: string, words: readonly string[]): { rest: string; count: number } {
  let count = 0;
  // Longest first, so that a word is not split by a shorter one in it.
  const rest = words
    .filter((word) => word.length >= WORD_MIN)
    .toSorted((a, b) => b.length - a.length)
    .reduce((left, word) => {
      const pieces = left.split(word);
      count += pieces.length - 1;
      return pieces.join(GAP);
    }, text);
  return { rest, count };
}

/** @param letters number of letters directly before this character */
function bitsOf(character: string, letters: number): number {
  if (/\d/.test(character)) return DIGIT_BITS;
  if (!/\p{L}/u.test(character)) return SIGN_BITS;
  return letters < FREE_LETTERS ? LETTER_BITS : LETTER_BITS / 2;
}

function bitsOfRest(rest: string): number {
  let bits = 0;
  let letters = 0;
  let previous = GAP;
  for (const character of rest) {
    if (character !== GAP) bits += isForeseen(previous, character) ? FORESEEN_BITS : bitsOf(character, letters);
    letters = /\p{L}/u.test(character) ? letters + 1 : 0;
    previous = character;
  }
  return bits;
}

function changesOfKind(password: string): number {
  return Math.max(0, (password.match(RUNS) ?? []).length - 1);
}

/** Cost in bits for an attacker who knows these words. */
function bitsOfReading(reading: string, knownWords: readonly string[]): { bits: number; hasWords: boolean } {
  const withoutKnown = withoutWords(reading, knownWords);
  const { rest, count } = withoutWords(withoutKnown.rest, COMMON_WORDS);
  const bits = withoutKnown.count * KNOWN_WORD_BITS + count * COMMON_WORD_BITS + bitsOfRest(rest);
  return { bits, hasWords: withoutKnown.count + count > 0 };
}

/** @param known facts about the person that an attacker may know: names, e-mail address */
export function passwordStrength(password: string, known: readonly string[] = []): PasswordStrength {
  const knownWords = known.flatMap((text) => simplify(text).split(/[^\p{L}\d]+/u));
  const asTyped = bitsOfReading(simplify(password), knownWords);
  const asMeant = bitsOfReading(readStandIns(simplify(password)), knownWords);
  // An attacker takes the cheaper of the two.
  const least = asMeant.hasWords ? Math.min(asTyped.bits, asMeant.bits) : asTyped.bits;
  const bits = least + changesOfKind(password) * CHANGE_BITS;
  if (bits < FAIR_BITS) return "weak";
  return bits < STRONG_BITS ? "fair" : "strong";
}

interface NewPasswordFieldProps extends Omit<
  ComponentProps<typeof PasswordField>,
  "hint" | "value" | "showLabel" | "hideLabel" | "autoComplete"
> {
  readonly value: string;
  /** Facts about the person: passwords that contain them are easier to guess. */
  readonly known?: readonly string[];
}

/** Shorter passwords are refused anyway, so their strength is not shown (specification §9). */
const SHORTEST = 6;
/** Wait for a pause in typing before announcing the strength. */
const PAUSE_MS = 1000;
const LEVELS: readonly PasswordStrength[] = ["weak", "fair", "strong"];

/** A field for a new password that shows how strong it is, and refuses nothing. */
export function NewPasswordField({ value, known, ...rest }: NewPasswordFieldProps) {
  const strength = value.length < SHORTEST ? null : passwordStrength(value, known);
  return (
    <div>
      <PasswordField
        {...rest}
        value={value}
        showLabel={accountText.showPassword}
        hideLabel={accountText.hidePassword}
        autoComplete="new-password"
        hint={strength === null ? accountText.passwordHint : <StrengthHint strength={strength} />}
      />
      <StrengthAnnouncement strength={strength} />
    </div>
  );
}

/** One line of bars and a word, so that nothing moves while somebody types. */
function StrengthHint({ strength }: { readonly strength: PasswordStrength }) {
  const level = LEVELS.indexOf(strength);
  return (
    <span className={`flex items-center gap-2 ${strength === "strong" ? "text-ok" : "text-ink-2"}`}>
      <span aria-hidden="true" className="flex gap-0.5">
        {LEVELS.map((name, index) => (
          <span
            key={name}
            className={`h-1.5 w-3.5 rounded-full border border-current ${index <= level ? "bg-current" : ""}`}
          />
        ))}
      </span>
      {PASSWORD_STRENGTH_WORDS[strength]}
    </span>
  );
}

function StrengthAnnouncement({ strength }: { readonly strength: PasswordStrength | null }) {
  const [announced, setAnnounced] = useState<PasswordStrength | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setAnnounced(strength), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [strength]);
  return (
    <span aria-live="polite" className="sr-only">
      {announced === null ? null : PASSWORD_STRENGTH_WORDS[announced]}
    </span>
  );
}
