import { expect, test } from "vitest";
import {
  failedBrowserTests,
  failedTests,
  timesOfBrowserFiles,
  timesOfFiles,
  timesOfProjects,
} from "../scripts/failed-tests.mjs";

test("a report names the tests that failed, those that passed on their second try, files that do not load, and times", () => {
  const report = {
    testResults: [
      {
        name: "/project/src/a.test.ts",
        message: "",
        startTime: 1_000,
        endTime: 3_500,
        assertionResults: [
          { status: "passed", fullName: "is fine", failureMessages: [] },
          { status: "passed", fullName: "is late", failureMessages: ["AssertionError: late\n  at a"] },
          { status: "failed", fullName: "is wrong", failureMessages: ["AssertionError", "AssertionError"] },
        ],
      },
      {
        name: "/project/src/b.test.ts",
        message: "SyntaxError: no\n  at b",
        startTime: 4_000,
        endTime: 4_000,
        assertionResults: [],
      },
    ],
  };
  expect(failedTests(report, "/project")).toEqual([
    "Failed: src/a.test.ts › is wrong",
    "Passed on its second try: src/a.test.ts › is late\nAssertionError: late\n  at a",
    "Failed: src/b.test.ts › SyntaxError: no",
  ]);
  expect([...timesOfFiles(report, "/project")]).toEqual([
    ["src/a.test.ts", 2.5],
    ["src/b.test.ts", 0],
  ]);
});

test("a report of browser tests names them with lines and browsers, and their times, in nested suites too", () => {
  const spec = (title: string, status: "expected" | "unexpected" | "flaky") => ({
    title,
    file: "a.spec.ts",
    line: 3,
    tests: [{ status, projectName: "firefox", results: [{ duration: 1_500 }] }],
  });
  const inner = { title: "inner", specs: [spec("is late", "flaky")] };
  const suites = [
    { title: "outer", specs: [spec("is fine", "expected"), spec("is wrong", "unexpected")], suites: [inner] },
  ];
  expect(failedBrowserTests({ suites })).toEqual([
    "Failed: e2e/a.spec.ts:3 › is wrong (firefox)",
    "Passed on its second try: e2e/a.spec.ts:3 › is late (firefox)",
  ]);
  expect([...timesOfProjects({ suites })]).toEqual([["firefox", 4.5]]);
  expect([...timesOfBrowserFiles({ suites })]).toEqual([["e2e/a.spec.ts (firefox)", 4.5]]);
});
