import { nameKey } from "../fold-text.ts";
import { ENTRUSTED_MAX, fullName, PEOPLE_MAX, type Person } from "../people.ts";
import { areServicesCompatible, type Service } from "../services.ts";
import { readAddressLine } from "./address-line.ts";
import {
  addressIn,
  type ColumnKind,
  type Columns,
  columnsOf,
  completeColumns,
  splitServices,
  splitName,
  usualColumns,
} from "./list-columns.ts";
import { servicesByName, nearestService, type ServicesByName, serviceNamed } from "./named-service.ts";

/** A row of the list that is not empty, split into cells. */
export interface ListRow {
  /** The number of its line in the text, from 1. */
  readonly number: number;
  /** As it is in the text. Several lines if a cell in quotes has any. */
  readonly text: string;
  readonly cells: readonly string[];
  /** The separator between the cells; `null` if there is one cell. */
  readonly separator: string | null;
}

/** A person of the team. */
export interface KnownPerson extends Person {
  readonly email?: string | undefined;
  /** Whether they can sign in; left out: they can. */
  readonly account?: "active" | "invited" | "none" | undefined;
}

export type LineProblem =
  | { readonly type: "name_missing" | "name_invalid" | "email_invalid" | "services_incompatible" | "too_many" }
  /**
   * An earlier line has the address (`line`: the number of the first), and its person cannot answer for this one: that
   * line has a problem or a question, or too many lines share the address.
   */
  | { readonly type: "email_repeated"; readonly line: number }
  | { readonly type: "service_unknown"; readonly name: string; readonly nearest: Service | null };

/**
 * What becomes of a line. `known`: a person of the team has the address. `namesake`: a person of the team or of the
 * list has the name, so the user has to say whether it is another person.
 */
export type LineState =
  { readonly status: "good" | "known" | "namesake" } | { readonly status: "wrong"; readonly problem: LineProblem };

/** One person of the list. */
export interface PeopleLine extends Pick<ListRow, "number" | "text"> {
  /** The index of the person in the list: one line of text may have several. */
  readonly place: number;
  readonly firstName: string;
  readonly lastName: string;
  /** In lower case; empty if none was given. */
  readonly email: string;
  /** The services in the order in which they are offered; unknown ones are left out. */
  readonly positions: readonly Service[];
  readonly state: LineState;
  /** The first line with the same address, whose person answers for this one; `null`: none. */
  readonly entrustedTo: { readonly number: number; readonly name: string } | null;
  /** A person of the team without an active account. The line adds the address or services that they lack. */
  readonly completes: KnownPerson | null;
  /** The row of titles above it, if there is one. */
  readonly header: string | null;
}

export interface PeopleList {
  readonly lines: readonly PeopleLine[];
  /** The titles of columns that are not empty but ignored; an empty text for one without a title. */
  readonly unreadColumns: readonly string[];
  /** Ignored rows above the titles, such as the name of the table. */
  readonly unreadRows: readonly string[];
}

interface ListRules {
  readonly isEmail: (text: string) => boolean;
  readonly isName: (text: string) => boolean;
  readonly known: readonly KnownPerson[];
  /** The services that are offered, in their order. */
  readonly offered: readonly Service[];
}

/** The offered services in their order, and by their names. */
interface Offer extends Pick<ListRules, "offered"> {
  readonly byName: ServicesByName;
}

/** The rows below one row of titles, or above the first. */
interface Section {
  /** The row of titles, and the name of the table above it. */
  readonly header: string | null;
  readonly titles: readonly string[];
  readonly separator: string | null;
  readonly columns: Columns | null;
  readonly rows: ListRow[];
  /** Indexes of the columns with a cell that was ignored. */
  readonly unread: Set<number>;
}

/** Begins a new section at each row of titles. */
function sectionsOf(rows: readonly ListRow[], { byName }: Offer): Section[] {
  const untitled: Section = { header: null, titles: [], separator: null, columns: null, rows: [], unread: new Set() };
  const sections = [untitled];
  for (const [index, row] of rows.entries()) {
    const isFirstOfSeveral = index === 0 && rows.length > 1;
    const { text: header, cells: titles, separator } = row;
    const columns = columnsOf(titles, isFirstOfSeveral);
    if (columns === null) sections.at(-1)?.rows.push(row);
    else sections.push({ header, titles, separator, columns, rows: [], unread: new Set() });
  }
  return sections.map((section) => ({
    ...section,
    columns: section.columns && completeColumns(section.columns, section.rows, byName),
  }));
}

interface ReadPerson extends Omit<PeopleLine, "place" | "state" | "completes" | "entrustedTo"> {
  /** As typed, unknown ones included. */
  readonly serviceNames: readonly string[];
}

/** @param unread gets the indexes of the cells that are ignored */
function readCells(row: ListRow, columns: Columns, offer: Offer, unread: Set<number>): Omit<ReadPerson, "header"> {
  const filled = row.cells.flatMap((text, index) => {
    const cell = text.trim();
    return cell === "" ? [] : [{ cell, index, kind: columns[index] ?? null }];
  });
  const cellsOf = (...kinds: ColumnKind[]) => filled.filter(({ kind }) => kind !== null && kinds.includes(kind));
  /** The first filled cell of these kinds. Further ones are ignored, and noted if their text differs. */
  const firstOf = (...kinds: ColumnKind[]) => {
    const [first, ...others] = cellsOf(...kinds);
    for (const { cell, index } of others) if (cell !== first?.cell) unread.add(index);
    return first;
  };
  const textOf = (found: (typeof filled)[number] | undefined) => found?.cell.replaceAll(/\s*\n\s*/g, " ") ?? "";
  for (const { index, kind } of filled) if (kind === null) unread.add(index);
  const [firstName, lastName] = [firstOf("firstName"), firstOf("lastName")];
  const wholeName = firstOf("fullName", "lastFirstName");
  const isInOneCell = wholeName !== undefined && (firstName === undefined || lastName === undefined);
  const name = isInOneCell
    ? splitName(textOf(wholeName), wholeName.kind === "lastFirstName")
    : { firstName: textOf(firstName), lastName: textOf(lastName) };
  const serviceNames = cellsOf("services").flatMap(({ cell }) => splitServices(cell));
  const held = new Set(serviceNames.map((serviceName) => serviceNamed(serviceName, offer.byName)));
  const positions = offer.offered.filter((service) => held.has(service));
  const email = addressIn(textOf(firstOf("email")));
  return { number: row.number, text: row.text, ...name, email, positions, serviceNames };
}

/** The people of a row: several if it is an address line. */
function readRow(row: ListRow, section: Section, offer: Offer): ReadPerson[] {
  const { header } = section;
  const entries = readAddressLine(row.text);
  if (entries === null) {
    // A row with another separator was added by hand, so the titles do not apply to it.
    const isOfTable = row.separator === null || row.separator === section.separator;
    const columns = (isOfTable ? section.columns : null) ?? usualColumns(row.cells, offer.byName);
    return [{ ...readCells(row, columns, offer, section.unread), header }];
  }
  return entries.map(({ text, name, email }) => {
    const person = { ...splitName(name), email: addressIn(email), positions: [], serviceNames: [] };
    return { number: row.number, text, ...person, header };
  });
}

function problemOf(
  line: ReadPerson,
  { isEmail, isName }: ListRules,
  byName: ServicesByName,
  nearestOf: (name: string) => Service | null,
): LineProblem | null {
  const { firstName, lastName, email, serviceNames, positions, text, header } = line;
  // One cell without a title: nothing says that it is a name, or which of its words begins the last name.
  const isOneUntitledCell = lastName === "" && header === null && text.trim() === firstName;
  if (firstName === "" || isOneUntitledCell) return { type: "name_missing" };
  if (!isName(firstName) || (lastName !== "" && !isName(lastName))) return { type: "name_invalid" };
  if (email !== "" && !isEmail(email)) return { type: "email_invalid" };
  const unknown = serviceNames.find((name) => serviceNamed(name, byName) === null);
  if (unknown !== undefined) return { type: "service_unknown", name: unknown, nearest: nearestOf(unknown) };
  return areServicesCompatible(positions) ? null : { type: "services_incompatible" };
}

/** Whether `line` has an address or services that `person` lacks. */
function adds({ email, positions }: ReadPerson, person: KnownPerson): boolean {
  return (email !== "" && person.email === undefined) || (positions.length > 0 && person.positions.length === 0);
}

type Judgement = Pick<PeopleLine, "state" | "completes" | "entrustedTo">;

/** The first line with an address. */
interface FirstLine {
  readonly number: number;
  readonly name: string;
  readonly isGood: boolean;
  /** How many later lines with the address are entrusted to its person. */
  entrustedCount: number;
}

function judged(state: LineState): Judgement {
  return { state, completes: null, entrustedTo: null };
}

/** Returns a function that judges a line by the team and by the lines before. Call it once for each line, in order. */
function createJudge(rules: ListRules, { byName }: Offer, isOtherPerson: (line: string) => boolean) {
  /** By address, the person of the team who has it. */
  const owners = new Map(rules.known.flatMap((person) => (person.email ? [[person.email.toLowerCase(), person]] : [])));
  /** By `nameKey`, the people of the team with this name, and `null` for each earlier line with it. */
  const namesakes = new Map<string, (KnownPerson | null)[]>();
  const firstLines = new Map<string, FirstLine>();
  const completed = new Set<KnownPerson>();
  const nearest = new Map<string, Service | null>();
  let goodLines = 0;
  for (const person of rules.known) noteName(person, person);

  function noteName(named: Pick<KnownPerson, "firstName" | "lastName">, person: KnownPerson | null): void {
    const key = nameKey(named);
    const others = namesakes.get(key);
    if (others === undefined) namesakes.set(key, [person]);
    else others.push(person);
  }

  /** Cached: an unknown service is often on many lines, and comparing it with all names is slow. */
  function nearestOf(name: string): Service | null {
    const found = nearest.has(name) ? (nearest.get(name) ?? null) : nearestService(name, byName);
    nearest.set(name, found);
    return found;
  }

  function accepted(completes: KnownPerson | null, entrustedTo: PeopleLine["entrustedTo"] = null): Judgement {
    goodLines += 1;
    if (goodLines > PEOPLE_MAX) return judged({ status: "wrong", problem: { type: "too_many" } });
    if (completes !== null) completed.add(completes);
    return { state: { status: "good" }, completes, entrustedTo };
  }

  /** Judges a line with the address of an earlier line, whose person keeps the address and answers for this one. */
  function judgeSharedAddress(line: ReadPerson, first: FirstLine): Judgement {
    if (!first.isGood || first.entrustedCount === ENTRUSTED_MAX)
      return judged({ status: "wrong", problem: { type: "email_repeated", line: first.number } });
    const judgement = judgeByName({ ...line, email: "" }, { number: first.number, name: first.name });
    if (judgement.state.status === "good") first.entrustedCount += 1;
    return judgement;
  }

  /** Judges a line without an address, or with one that nobody else has. */
  function judgeByName(line: ReadPerson, entrustedTo: PeopleLine["entrustedTo"] = null): Judgement {
    const [namesake, ...others] = namesakes.get(nameKey(line)) ?? [];
    noteName(line, null);
    if (namesake === undefined || isOtherPerson(line.text)) return accepted(null, entrustedTo);
    const isSame = namesake !== null && others.length === 0 && (line.email === "" || namesake.email === undefined);
    if (isSame && isCompletedBy(line, namesake)) return accepted(namesake, entrustedTo);
    return judged({ status: "namesake" });
  }

  function isCompletedBy(line: ReadPerson, person: KnownPerson): boolean {
    return (person.account ?? "active") !== "active" && !completed.has(person) && adds(line, person);
  }

  return function judge(line: ReadPerson): Judgement {
    const problem = problemOf(line, rules, byName, nearestOf);
    if (problem !== null) return judged({ status: "wrong", problem });
    const owner = owners.get(line.email);
    if (owner !== undefined) {
      // A family may share one address: only a line with the owner's name completes the owner.
      const isOwner = nameKey(line) === nameKey(owner);
      return isOwner && isCompletedBy(line, owner) ? accepted(owner) : judged({ status: "known" });
    }
    const first = firstLines.get(line.email);
    if (first !== undefined) return judgeSharedAddress(line, first);
    const judgement = judgeByName(line);
    const isGood = judgement.state.status === "good";
    const firstLine = { number: line.number, name: fullName(line), isGood, entrustedCount: 0 };
    if (line.email !== "") firstLines.set(line.email, firstLine);
    return judgement;
  };
}

/** Whether a row above the titles is the name of the table, not a person. */
function isTableName({ cells, text }: ListRow): boolean {
  return cells.filter((cell) => cell.trim() !== "").length === 1 && !text.includes("@");
}

/**
 * Reads a list of people from its rows. Without a row of titles, the columns are first name, last name, e-mail address
 * and services.
 * @param isOtherPerson whether the user said that the person of a line is not the namesake
 */
export function readPeopleList(
  rows: readonly ListRow[],
  rules: ListRules,
  isOtherPerson: (line: string) => boolean,
): PeopleList {
  const offer = { offered: rules.offered, byName: servicesByName(rules.offered) };
  const all = sectionsOf(rows, offer);
  const [untitled, firstTitled, ...others] = all;
  // Rows above the first titles that only name the table become part of its header.
  const tableNames = firstTitled !== undefined && untitled?.rows.every(isTableName) ? untitled.rows : [];
  const header = [...tableNames.map(({ text }) => text), firstTitled?.header].join("\n");
  const sections = firstTitled === undefined || tableNames.length === 0 ? all : [{ ...firstTitled, header }, ...others];
  const judge = createJudge(rules, offer, isOtherPerson);
  const people = sections.flatMap((section) => section.rows.flatMap((row) => readRow(row, section, offer)));
  const lines = people.map((person, place) => {
    const { serviceNames: _, ...shown } = person;
    return { ...shown, ...judge(person), place };
  });
  const unreadColumns = sections.flatMap(({ titles, unread }) =>
    [...unread].toSorted((a, b) => a - b).map((index) => (titles[index] ?? "").trim()),
  );
  return {
    lines,
    unreadColumns: [...new Set(unreadColumns)],
    unreadRows: [...new Set(tableNames.map(({ cells }) => cells.join(" ").trim()))],
  };
}

/** The text that remains after the good lines were added: lines with a problem or a question, below their titles. */
export function remainingText({ lines }: PeopleList): string {
  const left = lines.filter(({ state }) => state.status === "wrong" || state.status === "namesake");
  return left
    .flatMap(({ text, header }, index) =>
      header === null || header === left[index - 1]?.header ? [text] : [header, text],
    )
    .join("\n");
}
