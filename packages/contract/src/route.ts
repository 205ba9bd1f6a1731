import type * as z from 'zod/mini'
import type { FileType } from './threats/file-types.ts'
import type { Permission } from './access/permissions.ts'

/** The parts of a schema that the types use; constraining to `z.ZodType` doubles the type checker's time. */
interface Schema {
  _zod: { output: unknown }
}
type OutputOf<T> = T extends { _zod: { output: infer Output } } ? Output : undefined

/** The HTTP methods of the API (RFC 9110, section 9; PATCH is RFC 5789). */
export const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
/** One of `methods`. */
export type Method = (typeof methods)[number]
/** Module flags of a company that enable whole parts of the product. */
export const modules = ['touts', 'leaks', 'news', 'kmp'] as const
/** One of `modules`. */
export type Module = (typeof modules)[number]

/** The files a call accepts. Its body is multipart: the fields of `body`, then the files. */
export interface UploadRule {
  /** Maximum size of each file. */
  maxBytes: number
  /** Accepted types by content; the name and declared type of a file are not trusted. */
  types: readonly FileType[]
  /** Minimum number of files, 1 if missing; with 0 the call accepts a JSON body too. */
  minFiles?: 0 | 1
  /** Maximum number of files, 1 if missing. */
  maxFiles?: number
  /** Only the re-rendered image is stored, because the original proves nothing; if missing, the original is stored too. */
  keepsPictureOnly?: true
  /** PDFs are opened once and refused if they are damaged or need a password. */
  opensDocuments?: true
}

/** An API call as its callers use it: method and path. The rest is in its types and its definition. */
export interface Route<Params, Query, Body, Response, Files = boolean> {
  method: Method
  /** Below `/api/rest`, with `{name}` for parameters. */
  path: `/${string}`
  /** Never set: it only carries the types. */
  readonly '~types'?: { params: Params; query: Query; body: Body; response: Response; takesFiles: Files }
}

/**
 * The full definition of a call: mounted by the server and listed in the OpenAPI document. The portal does not have it
 * (`apps/web/portal-contract.ts`); elsewhere `definitionOf` returns it.
 */
export interface RouteDefinition extends AnyRoute {
  /** A sentence for the OpenAPI document that describes the call. */
  summary: string
  /** `PUBLIC` requires no token; everything else is looked up in `permissions`. */
  access: Permission | 'PUBLIC'
  module?: Module
  /**
   * Set for a call about several companies: `company` is a comma-joined list of keys, all visible ones if missing. GET only, except for
   * `own`: records that belong to the caller alone, in any company.
   */
  companies?: 'many' | 'own'
  /** The company in the path can be an archived one, which other routes treat as missing. */
  reachesArchived?: true
  /** The status of the response when it is not 200. */
  status?: 201 | 202 | 204
  /** Responses with this field mean that a job does the work: 202. */
  jobField?: string
  /** Set for calls that take files. */
  upload?: UploadRule
  /** The response shows a secret: it is stored encrypted for repeated requests and never compressed. */
  isSecret?: true
  /**
   * The response shows a secret and is recorded: it is not stored, a repeated Idempotency-Key is rejected with 409, and it is
   * never compressed. The handler may commit before it reads the secret.
   */
  isShownOnce?: true
  params?: z.ZodMiniType
  query?: z.ZodMiniType
  body?: z.ZodMiniType
  response: z.ZodMiniType
}

/** A call outside the contract's form: its response is not JSON (a stream, a file). Mounted manually, with the same `access`. */
export interface PlainRoute {
  method: 'GET'
  path: `/${string}`
  summary: string
  access: Permission
  /** The media type of the response. */
  type: string
}

/** A route with any types. They differ by position only, so `any` is correct here. */
// oxlint-disable-next-line typescript/no-explicit-any
export type AnyRoute = Route<any, any, any, any, any>

/** The decoded path parameters of a route. */
export type ParamsOf<R extends AnyRoute> = NonNullable<R['~types']>['params']
/** The decoded query of a route, including defaults. */
export type QueryOf<R extends AnyRoute> = NonNullable<R['~types']>['query']
/** The decoded body of a route. */
export type BodyOf<R extends AnyRoute> = NonNullable<R['~types']>['body']
/** The response of a route, before it is encoded. */
export type ResponseOf<R extends AnyRoute> = NonNullable<R['~types']>['response']
/** Whether a route accepts files: `true` when it was declared with `upload`. */
export type TakesFiles<R extends AnyRoute> = NonNullable<R['~types']>['takesFiles']

/** Declares a route. It returns its argument, with a type that only shows what every package has. */
export function route<
  R extends Schema,
  P extends Schema | undefined = undefined,
  Q extends Schema | undefined = undefined,
  B extends Schema | undefined = undefined,
  U extends UploadRule | undefined = undefined,
>(
  definition: Omit<RouteDefinition, 'response' | 'params' | 'query' | 'body' | 'upload' | '~types'> & {
    params?: P
    query?: Q
    body?: B
    upload?: U
    response: R
  },
): Route<OutputOf<P>, OutputOf<Q>, OutputOf<B>, OutputOf<R>, U extends UploadRule ? true : false> {
  return definition
}

/** The full definition of a declared route. */
export function definitionOf(declared: AnyRoute): RouteDefinition {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- `route` returns its argument with a narrower type
  return declared as RouteDefinition
}
