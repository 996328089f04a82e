import * as z from "zod/mini";
import { ERROR_STATUS, type ErrorCode, Problem } from "#contract/errors.ts";
import type { Access, Operation } from "#contract/operation.ts";
import { OPERATIONS } from "#contract/operations.ts";
import { may } from "#domain/permissions.ts";

type Json = Record<string, unknown>;

const SESSION_COOKIE = "session";
/** Why any call with a body may be refused. */
const BODY_ERRORS: readonly ErrorCode[] = [
  "request.malformed",
  "request.too_large",
  "request.type_refused",
  "request.invalid",
  "request.origin_refused",
];
const PROBLEM_REF = { $ref: "#/components/schemas/Problem" };

function schemaOf(schema: z.ZodMiniType, io: "input" | "output"): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return json;
}

function accessErrors(access: Access): ErrorCode[] {
  if (access === "anyone") return [];
  return may("member", access) ? ["session.required"] : ["session.required", "request.forbidden"];
}

function errorCodesOf(operation: Operation): ErrorCode[] {
  return [
    ...operation.errors,
    ...(operation.request === undefined ? [] : BODY_ERRORS),
    ...accessErrors(operation.access),
  ];
}

function problemResponses(operation: Operation): Json {
  const byStatus = Object.groupBy(errorCodesOf(operation), (code) => ERROR_STATUS[code]);
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, codes]) => [
      status,
      { description: codes.join(", "), content: { "application/problem+json": { schema: PROBLEM_REF } } },
    ]),
  );
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

function operationObject(operationId: string, operation: Operation): Json {
  const { path, summary, query, request, access } = operation;
  const parameters = [...pathParameters(path), ...queryParameters(query)];
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
