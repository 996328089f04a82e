import { type ComponentProps, useEffect, useState } from "react";
import { accountText } from "#text/accounts/accounts.ts";
import { PASSWORD_STRENGTH_WORDS } from "#text/accounts/passwords.ts";
import { PasswordField } from "../ui/fields/password-field.tsx";

/**
 * Words that an attacker tries first against a French band, in lower case without accents: the most frequent entries of
 * published lists, and words about music and church. They only lower the displayed strength: no password is refused.
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

/** Characters that follow each other on French and English keyboards, in the alphabet, and in numbers. */
const SEQUENCES: readonly string[] =
  "azertyuiop qsdfghjklm wxcvbn qwertyuiop asdfghjkl zxcvbnm abcdefghijklmnopqrstuvwxyz 01234567890".split(" ");
/** Characters that people write instead of letters. */
const SUBSTITUTES: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "@": "a",
  $: "s",
};
/** Bits of a random character: one of 10 digits, 26 letters, or about 33 signs. */
const DIGIT_BITS = Math.log2(10);
const LETTER_BITS = Math.log2(26);
const SIGN_BITS = Math.log2(33);
/** Bits for each change between small letters, capitals, digits and signs. */
const KIND_CHANGE_BITS = 1;
const RUNS_OF_ONE_KIND = /\p{Lu}+|\d+|[^\p{L}\d]+|[^\P{L}\p{Lu}]+/gu;

const COMMON_WORD_BITS = 8;
/** Bits for a word about the person, such as their name. */
const PERSONAL_WORD_BITS = 3;
/** Bits for a character that continues a sequence or repeats the one before it. */
const PREDICTABLE_BITS = 1;
/** The first letters of a word have full bits. Later ones have half of them, because they are easier to guess. */
const FULL_LETTERS = 4;
/** Shorter words are ignored, because they occur in any text. */
const WORD_MIN = 3;
/** Replaces a removed word, so that the characters around it do not count as neighbours. */
const GAP = "\0";
/** An attacker with the hash tries about 10⁹ (2³⁰) passwords a day. The sign-in form allows about a thousand a day. */
const FAIR_BITS = 30;
const STRONG_BITS = 50;

function simplify(text: string): string {
  return text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
}

/** Turns « p@ssw0rd » into « password ». */
function replaceSubstitutes(text: string): string {
  return text.replaceAll(/[013457@$]/g, (character) => SUBSTITUTES[character] ?? character);
}

function isPredictable(previous: string, character: string): boolean {
  if (previous === character) return true;
  return SEQUENCES.some((row) => row.includes(previous + character) || row.includes(character + previous));
}

/** `text` without these words, and how many were removed. */
function withoutWords(text: string, words: readonly string[]): { rest: string; count: number } {
  let rest = text;
  let count = 0;
  // Longest first, because a long word may contain a shorter one.
  const longestFirst = words.toSorted((a, b) => b.length - a.length);
  for (const word of longestFirst.filter(({ length }) => length >= WORD_MIN)) {
    const pieces = rest.split(word);
    count += pieces.length - 1;
    rest = pieces.join(GAP);
  }
  return { rest, count };
}

/** @param lettersBefore number of letters directly before this character */
function bitsOf(character: string, lettersBefore: number): number {
  if (/\d/.test(character)) return DIGIT_BITS;
  if (!/\p{L}/u.test(character)) return SIGN_BITS;
  return lettersBefore < FULL_LETTERS ? LETTER_BITS : LETTER_BITS / 2;
}

function bitsOfRest(rest: string): number {
  let bits = 0;
  let lettersBefore = 0;
  let previous = GAP;
  for (const character of rest) {
    if (character !== GAP)
      bits += isPredictable(previous, character) ? PREDICTABLE_BITS : bitsOf(character, lettersBefore);
    lettersBefore = /\p{L}/u.test(character) ? lettersBefore + 1 : 0;
    previous = character;
  }
  return bits;
}

function kindChanges(password: string): number {
  return Math.max(0, (password.match(RUNS_OF_ONE_KIND) ?? []).length - 1);
}

/** The bits that an attacker who knows the personal words must guess. `hasWords`: whether `text` contains a known word. */
function guessingBits(text: string, personalWords: readonly string[]): { bits: number; hasWords: boolean } {
  const withoutPersonal = withoutWords(text, personalWords);
  const { rest, count } = withoutWords(withoutPersonal.rest, COMMON_WORDS);
  const bits = withoutPersonal.count * PERSONAL_WORD_BITS + count * COMMON_WORD_BITS + bitsOfRest(rest);
  return { bits, hasWords: withoutPersonal.count + count > 0 };
}

/** @param known facts about the person that an attacker may know: names, e-mail address */
export function passwordStrength(password: string, known: readonly string[] = []): PasswordStrength {
  const personalWords = known.flatMap((text) => simplify(text).split(/[^\p{L}\d]+/u));
  const typed = guessingBits(simplify(password), personalWords);
  const withLetters = guessingBits(replaceSubstitutes(simplify(password)), personalWords);
  // If the substitutes hide a word (« p@ssw0rd »), an attacker tries the easier of the two readings.
  const leastBits = withLetters.hasWords ? Math.min(typed.bits, withLetters.bits) : typed.bits;
  const bits = leastBits + kindChanges(password) * KIND_CHANGE_BITS;
  if (bits < FAIR_BITS) return "weak";
  return bits < STRONG_BITS ? "fair" : "strong";
}

interface NewPasswordFieldProps extends Omit<
  ComponentProps<typeof PasswordField>,
  "hint" | "value" | "showLabel" | "hideLabel" | "autoComplete"
> {
  readonly value: string;
  /** Facts about the person, such as names: passwords that contain them are weaker. */
  readonly known?: readonly string[];
}

/** Shorter passwords are refused, so their strength is not shown (specification §9). */
const LENGTH_MIN = 6;
/** Debounce: screen readers announce the strength only after a pause in typing. */
const PAUSE_MS = 1000;
const LEVELS: readonly PasswordStrength[] = ["weak", "fair", "strong"];

/** A field for a new password. It shows how strong the password is, but refuses none. */
export function NewPasswordField({ value, known, ...rest }: NewPasswordFieldProps) {
  const strength = value.length < LENGTH_MIN ? null : passwordStrength(value, known);
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

/** Bars and a word, always on one line, so that nothing moves while the user types. */
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
