/** The tests of a report that did not pass at once, a line each, so that the end of a long output names them. */
import { relative } from "node:path";

/**
 * @typedef {object} VitestReport
 * @property {{ name: string, message: string, assertionResults: VitestTest[] }[]} testResults
 *
 * @typedef {object} VitestTest
 * @property {string} status
 * @property {string} fullName
 * @property {string[]} failureMessages those of each try
 *
 * @typedef {object} PlaywrightTest
 * @property {"expected" | "unexpected" | "flaky" | "skipped"} status
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
    const place = (/** @type {string} */ title) => `${relative(root, name)} › ${title}`;
    const failed = assertionResults.filter(({ status }) => status === "failed").map(({ fullName }) => fullName);
    const retried = assertionResults.filter(
      ({ status, failureMessages }) => status === "passed" && failureMessages.length > 0,
    );
    // A file that does not load has no tests, only a message.
    if (message !== "" && failed.length === 0) failed.push(message.split("\n", 1)[0] ?? "");
    return [
      ...failed.map((title) => `Failed: ${place(title)}`),
      ...retried.map(({ fullName }) => `Passed on its second try: ${place(fullName)}`),
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
    const place = `e2e/${file}:${line} › ${title}`;
    if (tests.some(({ status }) => status === "unexpected")) return [`Failed: ${place}`];
    return tests.some(({ status }) => status === "flaky") ? [`Passed on its second try: ${place}`] : [];
  });
  return [...own, ...suites.flatMap(failuresOf)];
}
