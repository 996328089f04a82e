import { testTitles } from "./test-titles.ts";

const TEST_FILE = /^(e2e\/.+\.spec|src\/.+\.(test|suite)|(test|scripts|soak)\/.+\.test)\.tsx?$/;

/** The titles of the tests of a file, or `null` if it is not a test file. */
type TitlesOf = (path: string) => readonly string[] | null;

export function isTestFile(path: string): boolean {
  return TEST_FILE.test(path);
}

/**
 * Returns the titles of the tests of a file. Each file is read once.
 * @param readFile returns the text of a file of the repository, or `null` if it does not exist
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

/** The faults of a reference `file › title` in a document. There are none when exactly one test has that title. */
export function namedTestFaults(named: string, titlesOf: TitlesOf): string[] {
  const [path = "", ...words] = named.split(" › ");
  const title = words.join(" › ");
  const titles = titlesOf(path);
  if (titles === null) return [`${path} is no test file`];
  const count = titles.filter((own) => own === title).length;
  if (count === 1) return [];
  return [`${count === 0 ? "no test" : `${count} tests`} in ${path} called « ${title} »`];
}
