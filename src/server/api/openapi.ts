import * as z from "zod/mini";
import { type ErrorCode, Problem } from "#contract/errors.ts";
import { HEADERS } from "#contract/headers.ts";
import type { Access, Operation } from "#contract/operation.ts";
import { OPERATIONS } from "#contract/operations.ts";
import { may } from "#domain/permissions.ts";
import { ERROR_STATUS } from "./errors.ts";

type Json = Record<string, unknown>;

const SESSION_COOKIE = "session";
/** Why any call may be refused before it is looked at, or fail after. */
const ERRORS_OF_ANY_CALL: readonly ErrorCode[] = [
  "request.address_too_long",
  "request.host_refused",
  "server.disk_full",
  "server.failure",
  "server.unavailable",
];
/** Why any call with a body may be refused. */
const BODY_ERRORS: readonly ErrorCode[] = ["request.malformed", "request.type_refused", "request.invalid"];
/** Why any call that writes may be refused. */
const WRITE_ERRORS: readonly ErrorCode[] = ["request.origin_refused", "request.too_large", "request.too_many"];

function schemaOf(schema: z.ZodMiniType, io: "input" | "output"): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return json;
}

/** An account may be deleted while its call is under way. */
function accessErrors(access: Access): ErrorCode[] {
  if (access === "anyone") return [];
  const ofAnybody: ErrorCode[] = ["session.required", "account.deleted"];
  return may("member", access) ? ofAnybody : [...ofAnybody, "request.forbidden"];
}

function errorCodesOf(operation: Operation): ErrorCode[] {
  const { path, method, query, request, headers, errors, access } = operation;
  const hasValues = query !== undefined || headers !== undefined;
  const codes: readonly ErrorCode[] = [
    ...errors,
    ...(path.includes("{") ? (["request.not_found"] as const) : []),
    ...(hasValues ? (["request.invalid"] as const) : []),
    ...(request === undefined ? [] : BODY_ERRORS),
    ...(method === "GET" ? [] : WRITE_ERRORS),
    ...accessErrors(access),
  ];
  return [...new Set(codes)];
}

function problemResponse(codes: readonly ErrorCode[]): Json {
  const schema = { $ref: "#/components/schemas/Problem" };
  return { description: codes.join(", "), content: { "application/problem+json": { schema } } };
}

function problemResponses(operation: Operation): Json {
  const byStatus = Object.groupBy(errorCodesOf(operation), (code) => ERROR_STATUS[code]);
  return {
    ...Object.fromEntries(Object.entries(byStatus).map(([status, codes]) => [status, problemResponse(codes)])),
    default: problemResponse(ERRORS_OF_ANY_CALL),
  };
}

function successResponse({ status, summary, response, stream }: Operation): Json {
  const json = response && { "application/json": { schema: schemaOf(response, "output") } };
  const content = stream === undefined ? json : { [stream]: { schema: { type: "string" } } };
  return { [status]: { description: summary, ...(content && { content }) } };
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

/** A call that may be refused because somebody else wanted it reads who that was. */
function headerParameters({ headers, errors }: Operation): Json[] {
  const person = errors.includes("session.other_person") && { [HEADERS.person]: z.string() };
  return Object.entries({ ...headers, ...person }).map(([name, schema]) => ({
    name,
    in: "header",
    required: false,
    schema: schemaOf(schema, "input"),
  }));
}

function operationObject(operationId: string, operation: Operation): Json {
  const { path, summary, query, request, access } = operation;
  const parameters = [...pathParameters(path), ...queryParameters(query), ...headerParameters(operation)];
  return {
    operationId,
    summary,
    security: access === "anyone" ? [] : [{ [SESSION_COOKIE]: [] }],
    ...(parameters.length > 0 && { parameters }),
    ...(request && {
      requestBody: { required: true, content: { "application/json": { schema: schemaOf(request, "input") } } },
    }),
    responses: { ...successResponse(operation), ...problemResponses(operation) },
  };
}

/** The OpenAPI 3.1 document of the API, made from the schemas that check its calls. */
export function openApiDocument(version: string): Json {
  const paths: Record<string, Json> = {};
  for (const [id, operation] of Object.entries(OPERATIONS)) {
    const path = (paths[operation.path] ??= {});
    path[operation.method.toLowerCase()] = operationObject(id, operation);
  }
  return {
    openapi: "3.1.1",
    info: { title: "Diapason", version },
    paths,
    components: {
      schemas: { Problem: schemaOf(Problem, "output") },
      securitySchemes: { [SESSION_COOKIE]: { type: "apiKey", in: "cookie", name: "diapason.session_token" } },
    },
  };
}
