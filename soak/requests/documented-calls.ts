/** The parts of the product's OpenAPI document from which requests are generated. */
export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly prefixItems?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly minItems?: number;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
}

export interface DocumentedParameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required: boolean;
  readonly schema: JsonSchema;
}

export interface DocumentedCall {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly DocumentedParameter[];
  /** Schema of the JSON body. */
  readonly body: JsonSchema | null;
  readonly success: { readonly status: number; readonly type: string | null; readonly schema: JsonSchema | null };
}

interface Described {
  readonly content?: Readonly<Record<string, { readonly schema: JsonSchema }>>;
}

interface DocumentedOperation {
  readonly operationId: string;
  readonly parameters?: readonly DocumentedParameter[];
  readonly requestBody?: Pick<Required<Described>, "content">;
  readonly responses: Readonly<Record<string, Described>>;
}

export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
}

function successOf({ responses }: DocumentedOperation): DocumentedCall["success"] {
  const [status, { content }] = Object.entries(responses).find(([code]) => code.startsWith("2")) ?? ["0", {}];
  const [type, { schema }] = Object.entries(content ?? {})[0] ?? [null, { schema: null }];
  return { status: Number(status), type, schema };
}

/** All calls of the document, in its order. */
export function documentedCalls({ paths }: ApiDocument): DocumentedCall[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      id: operation.operationId,
      method: method.toUpperCase(),
      path,
      parameters: operation.parameters ?? [],
      body: operation.requestBody?.content["application/json"]?.schema ?? null,
      success: successOf(operation),
    })),
  );
}
