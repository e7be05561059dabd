// The parts of an OpenAPI document that the contract uses, and its own x- extensions.

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

export interface Reference {
  $ref: string;
}

export interface Schema {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  properties?: Record<string, Schema>;
  required?: string[];
  allOf?: Schema[];
  oneOf?: Schema[];
  'x-json'?: boolean;
  'x-aliases'?: string[];
  [keyword: string]: unknown;
}

export interface MediaType {
  schema: Schema;
  encoding?: Record<string, { contentType: string }>;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  schema?: Schema;
  content?: Record<string, MediaType>;
  'x-json'?: boolean;
  'x-aliases'?: string[];
}

export interface ResponseDescription {
  description: string;
  content?: Record<string, MediaType>;
  /** The error codes that the response can have. */
  'x-codes'?: string[];
}

export interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  /** An empty list means that no credentials are required. */
  security?: Record<string, string[]>[];
  parameters?: (Parameter | Reference)[];
  requestBody?: { required?: boolean; content: Record<string, MediaType> };
  responses: Record<string, ResponseDescription | Reference>;
  /** Statuses of errors that are shown as a page, because browsers request it. */
  'x-page-errors'?: number[];
}

export interface PathItem extends Partial<Record<Method, Operation>> {
  servers?: { url: string }[];
}

export interface Components {
  schemas: Record<string, Schema>;
  parameters: Record<string, Parameter>;
  responses: Record<string, ResponseDescription>;
  securitySchemes: Record<string, object>;
}

export interface OpenApiDocument {
  openapi: string;
  info: { title: string; version: string };
  servers: { url: string }[];
  security: Record<string, string[]>[];
  tags: { name: string; description: string }[];
  paths: Record<string, PathItem>;
  components: Components;
}
