import { testTitles } from "./test-titles.ts";

const TEST_FILE = /^(e2e\/.+\.spec|src\/.+\.(test|suite)|test\/.+\.test)\.tsx?$/;

/** The titles of a test file's tests; `null` for what is no test file. */
type TitlesOf = (path: string) => readonly string[] | null;

export function isTestFile(path: string): boolean {
  return TEST_FILE.test(path);
}

/**
 * Reads each file once.
 * @param readFile the text of a file of the repository, or `null` where there is none
 */
export function titleReader(readFile: (path: string) => string | null): TitlesOf {
  const known = new Map<string, readonly string[] | null>();
  function read(path: string): readonly string[] | null {
    const code = isTestFile(path) ? readFile(path) : null;
    return code === null ? null : testTitles(path, code);
  }
  return (path) => {
    const titles = known.get(path) ?? read(path);
    known.set(path, titles);
    return titles;
  };
}

/** What is wrong with a test that a document names as `file › title`: nothing, when exactly one has that title. */
export function namedTestFaults(named: string, titlesOf: TitlesOf): string[] {
  const [path = "", ...words] = named.split(" › ");
  const title = words.join(" › ");
  const titles = titlesOf(path);
  if (titles === null) return [`${path} is no test file`];
  const count = titles.filter((own) => own === title).length;
  if (count === 1) return [];
  return [`${count === 0 ? "no test" : `${count} tests`} in ${path} called « ${title} »`];
}
