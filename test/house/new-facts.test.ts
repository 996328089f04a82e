import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
const TSC = join(ROOT, "node_modules/typescript/bin/tsc");
/** A whole compilation takes some seconds on an idle machine, but the rest of the suite runs at the same time. */
const PATIENCE_MS = 240_000;
const FOR_TESTS = /(\.(test|suite)\.tsx?|\/test-[^/]+)$/;

/** A change to a copy of the sources: `code` on a line of its own after `after`. */
interface Addition {
  readonly file: string;
  readonly after: string;
  readonly code: string;
}

/** The facts that are added, by the name under which the compiler asks for them. */
const ADDED = [
  {
    name: "dressCode",
    file: "domain/planning/planning.ts",
    after: "readonly location: string;",
    code: "readonly dressCode?: string;",
  },
  {
    name: "importedFrom",
    file: "domain/planning/planning.ts",
    after: "readonly groupId: string;",
    code: "readonly importedFrom?: string;",
  },
  { name: "Chant", file: "domain/line-up/band-roles.ts", after: `DM: ["DM"],`, code: `Chant: ["Voix"],` },
  {
    name: "event.renamed",
    file: "domain/planning/planning-change.ts",
    after: `| { readonly type: "event.deleted"; readonly eventId: string }`,
    code: `| { readonly type: "event.renamed"; readonly eventId: string; readonly name: string }`,
  },
] as const;
/** How the compiler reports a `switch` that lacks a kind of change, without the kind's name. */
const LACKS_A_KIND = "Function lacks ending return statement";

/** A second detail, at every place of `dressCode`, as `docs/architecture.md` describes them. */
const EVERY_PLACE: readonly Addition[] = [
  {
    file: "domain/planning/planning.ts",
    after: "readonly location: string;",
    code: "readonly songBook?: string;",
  },
  {
    file: "domain/planning/planning.ts",
    after: "DETAILS: Readonly<Record<EventDetailField, true>> = {",
    code: "songBook: true,",
  },
  {
    file: "contract/planning/planning.ts",
    after: "location: z.string(),",
    code: "songBook: z.exactOptional(z.string()),",
  },
  {
    file: "contract/planning/events.ts",
    after: "location: typedLine(EVENT_TEXT_MAX),",
    code: "songBook: z.exactOptional(typedText(DETAILS_MAX)),",
  },
  { file: "server/database/event-columns.ts", after: `location: "location",`, code: `songBook: "song_book",` },
  {
    file: "client/features/event-form/event-form.tsx",
    after: "const IS_FOLDED: Readonly<Record<DraftField, boolean>> = {",
    code: "songBook: true,",
  },
  { file: "text/event/event-form.ts", after: "export const eventCreationText = {", code: `songBook: "Recueil",` },
  { file: "text/profile/own-data.ts", after: "const DETAIL_WORDS = {", code: `songBook: "Recueil",` },
];

/** The compiler also prints whole types, where the name stands before a colon, and unions, where it is in quotes. */
const ASKS_FOR_BOTH = /(?<!")\bsongBook\b(?!"|\??:)/;

/** Follows an event without `songBook` from the form to its row, the check of a backup's row, and back. */
const WITHOUT_SONG_BOOK = `
  import { checkDraft } from "#client/features/event-form/draft/event-draft.ts";
  import { eventRowOf, storedEventOf } from "#server/database/event-columns.ts";
  import { isOptionalField } from "#contract/planning/planning.ts";
  const typed = { name: "Culte", date: "2099-01-04", time: "10:00", songBook: "", location: "Temple" };
  const rest = { endTime: "", details: "", every: "", until: "" };
  const { details, problems } = checkDraft({ ...typed, ...rest }, { today: "2099-01-01", unreadable: [] });
  const row = eventRowOf({ id: "1", groupId: "1", ...details });
  const optional = Object.keys(typed).filter(isOptionalField);
  console.log(JSON.stringify({ details, problems, stored: row.song_book, read: storedEventOf(row), optional }));
`;

let folder: string;

/** The sources without their tests, as a project of their own in `folder`. */
function copySources(): void {
  cpSync(join(ROOT, "src"), join(folder, "src"), { recursive: true, filter: (path) => !FOR_TESTS.test(path) });
  cpSync(join(ROOT, "package.json"), join(folder, "package.json"));
  cpSync(join(ROOT, "tsconfig.json"), join(folder, "base.json"));
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  const project = {
    extends: "./base.json",
    // Its notes for a next time would replace those of the project.
    compilerOptions: { incremental: false, tsBuildInfoFile: null },
    include: ["src"],
    exclude: ["src/client/service-worker"],
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(project));
}

/**
 * The compiler errors of the project in `folder`. Each starts with its file. Several threads would take twice the CPU
 * time, as each checks again what all files use.
 */
async function compile(): Promise<string[]> {
  const words = [TSC, "-p", folder, "--pretty", "false", "--singleThreaded"];
  const call = promisify(execFile)(process.execPath, words, { cwd: folder });
  const { stdout } = await call.catch((failure: { readonly stdout: string }) => failure);
  return stdout.split(/^(?=src\/)/m).filter((error) => error !== "");
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "diapason-new-facts-"));
  copySources();
  for (const { file, after, code } of [...ADDED, ...EVERY_PLACE]) {
    const path = join(folder, "src", file);
    const former = readFileSync(path, "utf8");
    expect(former).toContain(after);
    writeFileSync(
      path,
      former.replace(after, () => `${after}\n  ${code}`),
    );
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The files, by what was added, in which the compiler asks for it. */
async function complaints(): Promise<Record<string, string[]>> {
  const errors = await compile();
  const isOf = (error: string, name: string) =>
    error.includes(name) || (name === "event.renamed" && error.includes(LACKS_A_KIND));
  const filesOf = (name: string) =>
    errors.filter((error) => isOf(error, name)).map((error) => String(error.split("(")[0]));
  const named = ADDED.map(({ name }) => [name, [...new Set(filesOf(name))].toSorted()]);
  const others = errors.filter((error) => ASKS_FOR_BOTH.test(error) || !ADDED.some(({ name }) => isOf(error, name)));
  return { ...Object.fromEntries(named), others } as Record<string, string[]>;
}

test(
  "the compiler names every file that lacks a new detail of an event, a new field of its row, a new kind of change, a new role, and none where a detail is at every place",
  async () => {
    const files = await complaints();
    expect(files).toEqual({
      dressCode: [
        "src/client/features/event-form/event-form.tsx",
        "src/contract/planning/events.ts",
        "src/contract/planning/planning.ts",
        "src/domain/planning/planning.ts",
        "src/server/database/event-columns.ts",
        "src/text/event/event-form.ts",
        "src/text/profile/own-data.ts",
      ],
      importedFrom: ["src/contract/planning/planning.ts", "src/server/database/event-columns.ts"],
      "event.renamed": [
        "src/contract/planning/change-kinds.ts",
        "src/contract/planning/planning-change.ts",
        "src/domain/planning/planning-change.ts",
        "src/server/planning/accept-change.ts",
        "src/text/shell/late-refusals.ts",
      ],
      Chant: ["src/text/phrases/role-phrases.ts"],
      others: [],
    });
    const page = readFileSync(join(ROOT, "docs/architecture.md"), "utf8");
    expect(files["dressCode"]?.filter((file) => !page.includes(file.replace("src/", "")))).toEqual([]);
  },
  PATIENCE_MS,
);

test(
  "an optional detail that is at every place stays unset where nobody typed it",
  async () => {
    writeFileSync(join(folder, "follow.ts"), WITHOUT_SONG_BOOK);
    const { stdout } = await promisify(execFile)(process.execPath, [join(folder, "follow.ts")]);
    const details = { name: "Culte", date: "2099-01-04", time: "10:00", location: "Temple" };
    expect(JSON.parse(stdout)).toEqual({
      details,
      stored: null,
      read: { id: "1", groupId: "1", ...details },
      optional: ["songBook"],
    });
  },
  PATIENCE_MS,
);
