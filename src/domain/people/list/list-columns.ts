import { foldText } from "../fold-text.ts";
import { type ServicesByName, serviceNamed } from "./named-service.ts";

/** What a column of a list holds. `fullName` has both names in one cell, `lastFirstName` with the last name first. */
export type ColumnKind = "firstName" | "lastName" | "fullName" | "lastFirstName" | "email" | "services";

/** A kind for each column; `null`: it is not read. */
export type Columns = readonly (ColumnKind | null)[];

/** By title, as `foldText` writes it: the columns of names. */
const NAME_TITLES: ReadonlyMap<string, ColumnKind> = new Map<string, ColumnKind>(
  Object.entries({
    prenom: "firstName",
    prenoms: "firstName",
    "prenom usuel": "firstName",
    "first name": "firstName",
    "given name": "firstName",
    nom: "lastName",
    noms: "lastName",
    "nom de famille": "lastName",
    "nom de naissance": "lastName",
    "nom dusage": "lastName",
    "nom usuel": "lastName",
    "last name": "lastName",
    "family name": "lastName",
    surname: "lastName",
    "nom a afficher": "fullName",
    "nom affiche": "fullName",
    "nom complet": "fullName",
    "prenom nom": "fullName",
    "prenom et nom": "fullName",
    "nom prenom": "lastFirstName",
    "nom et prenom": "lastFirstName",
    name: "fullName",
    "full name": "fullName",
    "display name": "fullName",
  } as const),
);

/** Titles of clubs that say whose name it is: « Nom adhérent », « Prénom du membre ». */
const WHOSE_NAME =
  /^((?:pre)?noms?)(?: (?:du|de|de la|des))? l?(?:adherent|membre|participant|benevole|musicien|choriste|contact|eleve|personne|licencie)(?:e?s?)$/;

/** Mail programs have further columns about an address: its kind, and the name to show with it. */
const ADDRESS = /\b(e ?mail|mail|mel|courriel|messagerie|adresse electronique|courrier electronique)s?\b/;
const ABOUT_ADDRESS = /\b(type|label|libelle|nom|name|display|date)\b/;
const SERVICES = /^(service|instrument|position|pupitre)s?( \d+)?$/;
const OPTIONAL = /\b(obligatoire|requis|facultatif|required|optional)\b/g;

/** The kind of a column by its title: « Nom * », « Prénom (obligatoire) », « E-mail 1 - Value ». */
function kindOfTitle(title: string): ColumnKind | null {
  const words = foldText(title)
    .replaceAll(/[^\p{L}\d]+/gu, " ")
    .replaceAll(OPTIONAL, "")
    .trim();
  const name = NAME_TITLES.get(WHOSE_NAME.exec(words)?.[1] ?? words);
  if (name !== undefined) return name;
  if (SERVICES.test(words)) return "services";
  return ADDRESS.test(words) && !ABOUT_ADDRESS.test(words) ? "email" : null;
}

/** More columns than any program exports. */
const COLUMNS_MAX = 300;

/**
 * The columns that a row of titles names; `null` if the row is a person. One title is enough only in the first row of
 * several, because a person may be called « Nom ».
 */
export function columnsOf(cells: readonly string[], isFirstOfSeveral: boolean): Columns | null {
  if (cells.length > COLUMNS_MAX) return null;
  const kinds = cells.map(kindOfTitle);
  const known = kinds.filter((kind) => kind !== null);
  const fewestTitles = isFirstOfSeveral && cells.length > 1 ? 1 : 2;
  const hasNameColumn = known.some((kind) => kind !== "email" && kind !== "services");
  return known.length >= fewestTitles && hasNameColumn ? kinds : null;
}

export function splitServices(cell: string): string[] {
  return cell
    .split(/[,;/|\n]/)
    .map((name) => name.trim())
    .filter(Boolean);
}

function areServices(cell: string, byName: ServicesByName): boolean {
  const names = splitServices(cell);
  return names.length > 0 && names.every((name) => serviceNamed(name, byName) !== null);
}

/** An address, without what mail programs put around it. */
export function addressIn(cell: string): string {
  const bracketed = /<([^<>]*)>\s*$/.exec(cell)?.[1] ?? cell;
  return bracketed
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, "")
    .trim()
    .replace(/^mailto:/i, "")
    .toLowerCase();
}

/** Whether a cell is meant as an address, a wrong one too. */
function isAddress(cell: string): boolean {
  return /^[^\s@]+@[^\s@]+$/.test(addressIn(cell));
}

/**
 * The columns below a row of titles. A column without a known title gets its kind from its content: all addresses, or
 * all known services.
 */
export function completeColumns(
  titled: Columns,
  rows: readonly { readonly cells: readonly string[] }[],
  byName: ServicesByName,
): Columns {
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), titled.length);
  // If services come last, further cells are services too.
  const beyond = titled.at(-1) === "services" ? "services" : null;
  const columns = Array.from({ length: width }, (_, index) => {
    const kind = index < titled.length ? (titled[index] ?? null) : beyond;
    if (kind !== null) return kind;
    const filled = rows.flatMap(({ cells }) => cells[index] || []);
    if (filled.length === 0) return null;
    if (filled.every(isAddress)) return "email";
    return filled.every((cell) => areServices(cell, byName)) ? "services" : null;
  });
  const hasBoth = columns.includes("firstName") && columns.includes("lastName");
  if (hasBoth || columns.includes("fullName") || columns.includes("lastFirstName")) return columns;
  // A single column of names holds both names.
  return columns.map((kind) => (kind === "firstName" || kind === "lastName" ? "fullName" : kind));
}

/** The columns of a person without titles: first name, last name, address, services. The address may come elsewhere. */
export function usualColumns(cells: readonly string[], byName: ServicesByName): Columns {
  const addressIndex = cells.findIndex(isAddress);
  // If no cell is an address, the third is read as one with a mistake, unless it names services.
  const isAddressMissing = addressIndex === -1 && areServices(cells[2] ?? "", byName);
  const emailIndex = addressIndex === -1 && !isAddressMissing ? 2 : addressIndex;
  const others = cells.map((_, index) => index).filter((index) => index !== emailIndex);
  const [firstIndex = 0, lastIndex = -1] = others;
  // If the address comes early, one cell may hold the full name.
  const lastCell = cells[lastIndex] ?? "";
  const isEarly = emailIndex === 0 || emailIndex === 1;
  const isFullName = isEarly && (lastCell === "" || areServices(lastCell, byName));
  return cells.map((_, index) => {
    if (index === emailIndex) return "email";
    if (index === firstIndex) return isFullName ? "fullName" : "firstName";
    return index === lastIndex && !isFullName ? "lastName" : "services";
  });
}

interface Name {
  readonly firstName: string;
  readonly lastName: string;
}

/** Whether a word is written in capitals, as French lists write last names. */
function isCapitals(word: string): boolean {
  return /\p{Lu}.*\p{Lu}/u.test(word) && word === word.toLocaleUpperCase("fr");
}

/**
 * First and last name of a name in one piece: « Léa Dupont », « Dupont, Léa », « DUPONT Léa ».
 * @param isLastFirst whether the list writes the last name first
 */
export function splitName(name: string, isLastFirst = false): Name {
  const [before = "", after] = name.split(",").map((part) => part.trim());
  if (after !== undefined) return { firstName: after, lastName: before };
  const words = before.split(/\s+/);
  const capitals = words.filter(isCapitals);
  if (capitals.length > 0 && capitals.length < words.length) {
    return { firstName: words.filter((word) => !isCapitals(word)).join(" "), lastName: capitals.join(" ") };
  }
  const [first = "", ...others] = words;
  const rest = others.join(" ");
  return isLastFirst && rest !== "" ? { firstName: rest, lastName: first } : { firstName: first, lastName: rest };
}
