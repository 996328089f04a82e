import { openApiDocument } from "#server/api/openapi.ts";
import type { Answer } from "./test-server.ts";

/** What this file needs of an operation of the OpenAPI document. A response's description lists its error codes. */
interface Documented {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, { readonly description: string }>>;
}

type Paths = Readonly<Record<string, Readonly<Record<string, Documented>>>>;

const PATHS = Object.entries(openApiDocument("", "")["paths"] as Paths).map(([path, operations]) => ({
  operations,
  isOfPath: new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`),
  parameters: path.split("{").length,
}));

/** The operation of a call. `/api/events/upcoming` also matches `/api/events/{id}`: fewer parameters win. */
function operationOf(method: string, address: string): Documented | undefined {
  const path = address.replace(/\?.*/, "");
  const [found] = PATHS.filter(({ isOfPath }) => isOfPath.test(path)).toSorted((a, b) => a.parameters - b.parameters);
  return found?.operations[method.toLowerCase()];
}

/** @throws Error when the call was answered with an error code that its operation in the OpenAPI document does not list */
export function requireDocumentedError(method: string, path: string, { status, headers, text }: Answer): void {
  if (!String(headers["content-type"]).startsWith("application/problem+json")) return;
  const operation = operationOf(method, path);
  if (operation === undefined) return;
  const { code } = JSON.parse(text) as { readonly code: string };
  const { operationId, responses } = operation;
  const listed = [responses[status], responses["default"]].flatMap((response) => response?.description.split(", "));
  if (!listed.includes(code)) throw new Error(`${operationId} answered ${code}, which its \`errors\` do not list`);
}
