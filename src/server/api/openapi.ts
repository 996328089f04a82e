import * as z from "zod/mini";
import { type Operation, statusOf } from "#contract/operation.ts";
import { OPERATIONS } from "#contract/operations.ts";
import { HEADERS } from "#contract/paths.ts";
import { Problem } from "#contract/problem.ts";
import { type Holder, holderOf } from "#domain/permissions.ts";

type Json = Record<string, unknown>;

const SESSION_COOKIE = "session";

interface Tag {
  readonly name: string;
  readonly description: string;
}

const PEOPLE: Tag = { name: "People", description: "Who is in the team" };
const PLANNING: Tag = { name: "Planning", description: "Groups, events and answers" };
const MESSAGES: Tag = { name: "Messages", description: "Mails and push notifications" };
/** The OpenAPI tag of each first path segment after `/api/`. */
const TAGS: Readonly<Record<string, Tag>> = {
  auth: { name: "Sessions", description: "Accounts, sessions and passwords" },
  invitation: PEOPLE,
  users: PEOPLE,
  people: PEOPLE,
  services: PEOPLE,
  groups: PLANNING,
  memberships: PLANNING,
  events: PLANNING,
  "event-series": PLANNING,
  answers: PLANNING,
  absences: PLANNING,
  trash: PLANNING,
  sharing: PLANNING,
  changes: PLANNING,
  notifications: MESSAGES,
  "push-subscriptions": MESSAGES,
  mails: MESSAGES,
  "mail-delivery": MESSAGES,
};
const OTHER_TAG: Tag = { name: "Server", description: "The server itself" };
/** Any call may be refused or fail. `default` covers all errors; `4XX` is there because OpenAPI linters require one. */
const PROBLEM_RESPONSE: Json = {
  description: "A problem document (RFC 9457) with one of our codes",
  content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
};
const PROBLEM_RESPONSES: Json = { "4XX": PROBLEM_RESPONSE, default: PROBLEM_RESPONSE };

function schemaOf(schema: z.ZodMiniType, io: "input" | "output"): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return json;
}

function successResponse(operation: Operation): Json {
  const { summary, response, stream } = operation;
  const json = response && { "application/json": { schema: schemaOf(response, "output") } };
  const content = stream === undefined ? json : { [stream]: { schema: { type: "string" } } };
  return { [statusOf(operation)]: { description: summary, ...(content && { content }) } };
}

function pathParameters(path: string): Json[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
  }));
}

function queryParameters(query: z.ZodMiniType | undefined): Json[] {
  if (query === undefined) return [];
  const { properties = {}, required = [] } = schemaOf(query, "input") as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: "query",
    required: required.includes(name),
    schema,
  }));
}

/** A call of a signed-in user may name its user in a header. */
function headerParameters({ headers, access }: Operation): Json[] {
  const person = access !== "anyone" && { [HEADERS.person]: z.string() };
  return Object.entries({ ...headers, ...person }).map(([name, schema]) => ({
    name,
    in: "header",
    required: false,
    schema: schemaOf(schema, "input"),
  }));
}

const CALLERS: Readonly<Record<Holder | "anyone", string>> = {
  anyone: "Anyone may call this.",
  member: "Every signed-in user may call this.",
  guardian: "Only those to whom the person is entrusted may call this.",
  leader: "Only admins and, about a group that they lead, its leaders may call this.",
  admin: "Only admins may call this.",
};

function operationObject(operationId: string, operation: Operation): Json {
  const { path, summary, query, request, access } = operation;
  const parameters = [...pathParameters(path), ...queryParameters(query), ...headerParameters(operation)];
  return {
    operationId,
    summary,
    description: CALLERS[access === "anyone" ? access : holderOf(access)],
    tags: [(TAGS[path.split("/")[2] ?? ""] ?? OTHER_TAG).name],
    security: access === "anyone" ? [] : [{ [SESSION_COOKIE]: [] }],
    ...(parameters.length > 0 && { parameters }),
    ...(request && {
      requestBody: { required: true, content: { "application/json": { schema: schemaOf(request, "input") } } },
    }),
    responses: { ...successResponse(operation), ...PROBLEM_RESPONSES },
  };
}

/** The OpenAPI 3.1 document of the API, made from the schemas that check its calls. */
export function openApiDocument(version: string, baseUrl: string): Json {
  const paths: Record<string, Json> = {};
  for (const [id, operation] of Object.entries(OPERATIONS)) {
    const path = (paths[operation.path] ??= {});
    path[operation.method.toLowerCase()] = operationObject(id, operation);
  }
  return {
    openapi: "3.1.1",
    info: {
      title: "Diapason",
      version,
      description:
        "The API of this server's own page. Errors are problem documents (RFC 9457), each with one of our codes.",
      contact: { name: "The operator of this server" },
      license: { name: "AGPL-3.0-or-later", identifier: "AGPL-3.0-or-later" },
    },
    servers: [{ url: baseUrl }],
    tags: [...new Set([...Object.values(TAGS), OTHER_TAG])],
    paths,
    components: {
      schemas: { Problem: schemaOf(Problem, "output") },
      securitySchemes: { [SESSION_COOKIE]: { type: "apiKey", in: "cookie", name: "diapason.session_token" } },
    },
  };
}
