/**
 * Reads the JSON reports of Vitest and Playwright: which tests failed or passed only on a retry, and the seconds of each
 * file. scripts/test.mjs prints them at its end.
 */
import { relative } from "node:path";

/**
 * @typedef {object} VitestReport
 * @property {VitestFile[]} testResults
 *
 * @typedef {object} VitestFile
 * @property {string} name
 * @property {string} message
 * @property {number} startTime in milliseconds, as `endTime`
 * @property {number} endTime
 * @property {VitestTest[]} assertionResults
 *
 * @typedef {object} VitestTest
 * @property {string} status
 * @property {string} fullName
 * @property {string[]} failureMessages of all tries
 *
 * @typedef {object} PlaywrightTest
 * @property {"expected" | "unexpected" | "flaky" | "skipped"} status
 * @property {string} projectName
 * @property {{ duration: number }[]} results of each try, in milliseconds
 *
 * @typedef {object} PlaywrightSuite
 * @property {string} title
 * @property {{ title: string, file: string, line: number, tests: PlaywrightTest[] }[]} specs
 * @property {PlaywrightSuite[]} [suites]
 */

/**
 * @param {VitestReport} report of Vitest's JSON reporter
 * @param {string} root the paths are relative to it
 */
export function failedTests({ testResults }, root) {
  return testResults.flatMap(({ name, message, assertionResults }) => {
    const location = (/** @type {string} */ title) => `${relative(root, name)} › ${title}`;
    const failed = assertionResults.filter(({ status }) => status === "failed").map(({ fullName }) => fullName);
    const retried = assertionResults.filter(
      ({ status, failureMessages }) => status === "passed" && failureMessages.length > 0,
    );
    // A file that does not load has no tests, only a message.
    if (message !== "" && failed.length === 0) failed.push(message.split("\n", 1)[0] ?? "");
    return [
      ...failed.map((title) => `Failed: ${location(title)}`),
      // Vitest itself does not show why the first try failed.
      ...retried.map(
        ({ fullName, failureMessages: [reason] }) => `Passed on its second try: ${location(fullName)}\n${reason}`,
      ),
    ];
  });
}

/** @param {{ suites: PlaywrightSuite[] }} report of Playwright's JSON reporter */
export function failedBrowserTests({ suites }) {
  return suites.flatMap((suite) => failuresOf(suite));
}

/**
 * @param {PlaywrightSuite} suite
 * @returns {string[]}
 */
function failuresOf({ specs, suites = [] }) {
  const own = specs.flatMap(({ title, file, line, tests }) => {
    return tests.flatMap(({ status, projectName }) => {
      const location = `e2e/${file}:${line} › ${title} (${projectName})`;
      if (status === "unexpected") return [`Failed: ${location}`];
      return status === "flaky" ? [`Passed on its second try: ${location}`] : [];
    });
  });
  return [...own, ...suites.flatMap(failuresOf)];
}

/**
 * How many seconds the tests of each browser took, one after the other.
 * @param {{ suites: PlaywrightSuite[] }} report of Playwright's JSON reporter
 */
export function timesOfProjects({ suites }) {
  return sums(suites.flatMap(testsOf).map(({ projectName, seconds }) => [projectName, seconds]));
}

/**
 * How many seconds the tests of each file took, one after the other.
 * @param {{ suites: PlaywrightSuite[] }} report of Playwright's JSON reporter
 */
export function timesOfBrowserFiles({ suites }) {
  return sums(
    suites.flatMap(testsOf).map(({ file, projectName, seconds }) => [`e2e/${file} (${projectName})`, seconds]),
  );
}

/**
 * How many seconds each file took.
 * @param {VitestReport} report of Vitest's JSON reporter
 * @param {string} root the paths are relative to it
 */
export function timesOfFiles({ testResults }, root) {
  return sums(testResults.map(({ name, startTime, endTime }) => [relative(root, name), (endTime - startTime) / 1000]));
}

/** @param {[string, number][]} times */
function sums(times) {
  /** @type {Map<string, number>} */
  const sum = new Map();
  for (const [name, seconds] of times) sum.set(name, (sum.get(name) ?? 0) + seconds);
  return sum;
}

/**
 * @param {PlaywrightSuite} suite
 * @returns {{ file: string, projectName: string, seconds: number }[]} of all tries of each test
 */
function testsOf({ specs, suites = [] }) {
  const own = specs.flatMap(({ file, tests }) =>
    tests.map(({ projectName, results }) => {
      return { file, projectName, seconds: results.reduce((sum, { duration }) => sum + duration / 1000, 0) };
    }),
  );
  return [...own, ...suites.flatMap(testsOf)];
}
