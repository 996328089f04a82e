import { foldText, nameKey } from "../fold-text.ts";
import { PEOPLE_MAX } from "../people.ts";
import { areServicesCompatible, type Service, SERVICES } from "../services.ts";
import { serviceNamed, nearestService } from "./named-service.ts";
import { splitLine } from "./split-line.ts";

/** A person whom the team has. */
export interface KnownPerson {
  readonly firstName: string;
  readonly lastName: string;
  readonly email?: string | undefined;
}

/** What is wrong with a line. */
export type LineProblem =
  | { readonly type: "name_missing" | "name_invalid" | "email_invalid" | "services_incompatible" | "too_many" }
  /** `line`: the one that has the address first. */
  | { readonly type: "email_repeated"; readonly line: number }
  | { readonly type: "service_unknown"; readonly name: string; readonly nearest: Service | null };

/**
 * What becomes of a line. `known`: the address is somebody's of the team. `namesake`: somebody of the team or of the
 * list has this name, so that the reader has to say whether it is another person.
 */
export type LineState =
  { readonly status: "good" | "known" | "namesake" } | { readonly status: "wrong"; readonly problem: LineProblem };

/** One line that is not empty. */
export interface PeopleLine {
  /** Its number in the text, from 1. */
  readonly number: number;
  /** The line as it is in the text. */
  readonly text: string;
  readonly firstName: string;
  readonly lastName: string;
  /** In lower case; empty if none was given. */
  readonly email: string;
  /** The services in the order of `SERVICES`; unknown ones are left out. */
  readonly positions: readonly Service[];
  readonly state: LineState;
}

export interface PeopleList {
  readonly lines: readonly PeopleLine[];
  /** A first line that names the columns. */
  readonly header: string | null;
}

interface ListRules {
  readonly isEmail: (text: string) => boolean;
  readonly isName: (text: string) => boolean;
  readonly known: readonly KnownPerson[];
}

type Column = "firstName" | "lastName" | "email" | "services";
type Columns = Readonly<Partial<Record<Column, number>>>;

const USUAL: Columns = { firstName: 0, lastName: 1, email: 2, services: 3 };

const TITLES: Readonly<Record<string, Column>> = {
  prenom: "firstName",
  nom: "lastName",
  "nom de famille": "lastName",
  email: "email",
  "e mail": "email",
  mail: "email",
  courriel: "email",
  "adresse e mail": "email",
  "adresse mail": "email",
  "adresse email": "email",
  service: "services",
  services: "services",
  instrument: "services",
  instruments: "services",
  position: "services",
  positions: "services",
};

/** The columns that a first line names; `null` if it is a person. */
function columnsOf(line: string): Columns | null {
  const titles = splitLine(line).map((cell) => TITLES[foldText(cell)]);
  const columns = Object.fromEntries(titles.flatMap((title, index) => (title === undefined ? [] : [[title, index]])));
  return "firstName" in columns && "lastName" in columns ? columns : null;
}

/** Services stand last, so that cells beyond them are services too. */
function servicesIn(cells: readonly string[], { services, ...others }: Columns): string[] {
  if (services === undefined) return [];
  const isLast = Object.values(others).every((index) => index < services);
  const text = (isLast ? cells.slice(services) : cells.slice(services, services + 1)).join(",");
  return text
    .split(/[,;]/)
    .map((name) => name.trim())
    .filter(Boolean);
}

type ReadLine = Omit<PeopleLine, "state"> & { readonly names: readonly string[] };

function readLine(text: string, number: number, columns: Columns): ReadLine {
  const cells = splitLine(text);
  const cellOf = (column: Column) => cells.find((_, index) => index === columns[column]) ?? "";
  const names = servicesIn(cells, columns);
  const held = new Set(names.map(serviceNamed));
  return {
    number,
    text,
    firstName: cellOf("firstName"),
    lastName: cellOf("lastName"),
    email: cellOf("email").toLowerCase(),
    positions: SERVICES.filter((service) => held.has(service)),
    names,
  };
}

function problemOf(line: ReadLine, { isEmail, isName }: ListRules): LineProblem | null {
  const { firstName, lastName, email, names, positions } = line;
  if (firstName === "" || lastName === "") return { type: "name_missing" };
  if (!isName(firstName) || !isName(lastName)) return { type: "name_invalid" };
  if (email !== "" && !isEmail(email)) return { type: "email_invalid" };
  const unknown = names.find((name) => serviceNamed(name) === null);
  if (unknown !== undefined) return { type: "service_unknown", name: unknown, nearest: nearestService(unknown) };
  return areServicesCompatible(positions) ? null : { type: "services_incompatible" };
}

const LINE_END = /\r\n|[\n\r]/;

/** Whether a line has nothing: a spreadsheet writes empty rows as separators. */
function isEmpty(line: string): boolean {
  return /^[\s;,"]*$/.test(line);
}

/**
 * Reads a list of people: one a line, first name, last name, e-mail address and services. Each line that is not empty
 * gets a state. `isOther` answers for a line whether its person is another one than the namesake.
 */
export function readPeopleList(text: string, rules: ListRules, isOther: (line: string) => boolean): PeopleList {
  const texts = text.replace(/^\uFEFF/, "").split(LINE_END);
  const filled = texts.flatMap((line, index) => (isEmpty(line) ? [] : [{ line, number: index + 1 }]));
  const header = filled.slice(0, 1).flatMap(({ line }) => {
    const columns = columnsOf(line);
    return columns === null ? [] : [{ line, columns }];
  })[0];
  const emails = new Set(rules.known.flatMap(({ email }) => email?.toLowerCase() ?? []));
  const names = new Set(rules.known.map((person) => nameKey(person)));
  const firstLines = new Map<string, number>();
  let goodLines = 0;

  function stateOf(line: ReadLine): LineState {
    const problem = problemOf(line, rules);
    if (problem !== null) return { status: "wrong", problem };
    if (emails.has(line.email)) return { status: "known" };
    const firstLine = firstLines.get(line.email);
    if (firstLine !== undefined) return { status: "wrong", problem: { type: "email_repeated", line: firstLine } };
    if (line.email !== "") firstLines.set(line.email, line.number);
    const name = nameKey(line);
    const isNamesake = names.has(name) && !isOther(line.text);
    names.add(name);
    if (isNamesake) return { status: "namesake" };
    goodLines += 1;
    return goodLines > PEOPLE_MAX ? { status: "wrong", problem: { type: "too_many" } } : { status: "good" };
  }

  const lines = filled.slice(header === undefined ? 0 : 1).map(({ line, number }) => {
    const read = readLine(line, number, header?.columns ?? USUAL);
    const { names: _, ...shown } = read;
    return { ...shown, state: stateOf(read) };
  });
  return { lines, header: header?.line ?? null };
}

/** What is left of a list once its good lines were added: those with a problem or a question, below their header. */
export function remainingText({ lines, header }: PeopleList): string {
  const left = lines.filter(({ state }) => state.status === "wrong" || state.status === "namesake");
  if (left.length === 0) return "";
  return [...(header === null ? [] : [header]), ...left.map(({ text }) => text)].join("\n");
}
