import { expect, test } from "vitest";
import { openApiDocument } from "./openapi.ts";

interface Described {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly security: readonly object[];
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: object }>>;
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
}

interface Document {
  readonly info: Readonly<Record<string, unknown>>;
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly components: { readonly securitySchemes: object };
}

const ORIGIN = "https://planning.example.org";
const document = openApiDocument("1.2.3", ORIGIN) as unknown as Document;
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ call: `${method} ${path}`, path, operation })),
);

// Rules from the recommended sets of Redocly's and Spectral's linters that the document once broke, or a new call may break.
test("names who stands behind it: what it is, its licence, whom to ask, its server", () => {
  expect(document.info).toMatchObject({
    description: expect.stringMatching(/\w/) as string,
    contact: { name: expect.stringMatching(/\w/) as string },
    license: { identifier: "AGPL-3.0-or-later" },
  });
  expect(document.servers).toEqual([{ url: ORIGIN }]);
});

test("describes each call under a heading that it explains, and why it may be refused", () => {
  const headings = document.tags.map(({ name }) => name);
  expect(new Set(headings).size).toBe(headings.length);
  expect(document.tags.filter(({ description }) => description === "")).toEqual([]);
  for (const { call, operation } of operations) {
    expect([operation.summary, operation.description].every(Boolean), call).toBe(true);
    expect(operation.tags, call).toHaveLength(1);
    expect(headings, call).toContain(operation.tags[0]);
    const statuses = Object.keys(operation.responses);
    expect(
      statuses.filter((status) => status.startsWith("2")),
      call,
    ).toHaveLength(1);
    for (const status of ["4XX", "default"]) {
      expect(Object.keys(operation.responses[status]?.content ?? {}), call).toEqual(["application/problem+json"]);
    }
    expect(
      Object.values(operation.responses).every(({ description }) => description !== ""),
      call,
    ).toBe(true);
    const schemes = operation.security.flatMap((scheme) => Object.keys(scheme));
    expect(Object.keys(document.components.securitySchemes), call).toEqual(expect.arrayContaining(schemes));
  }
});

test("has each name once: of a call, of a path whatever its parameters are called, of a parameter", () => {
  const ids = operations.map(({ operation }) => operation.operationId);
  expect(new Set(ids).size).toBe(ids.length);
  const shapes = Object.keys(document.paths).map((path) => path.replaceAll(/\{\w+\}/g, "{}"));
  expect(new Set(shapes).size).toBe(shapes.length);
  for (const { call, path, operation } of operations) {
    const parameters = operation.parameters ?? [];
    const names = parameters.map((parameter) => `${parameter.in} ${parameter.name}`);
    expect(new Set(names).size, call).toBe(names.length);
    const inPath = parameters.filter((parameter) => parameter.in === "path").map(({ name }) => `{${name}}`);
    expect(path.match(/\{\w+\}/g) ?? [], call).toEqual(inPath);
  }
});
