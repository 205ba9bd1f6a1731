import type { FileType } from './file-types.ts'
import type { Permission } from './permissions.ts'

/** All that the types look at of a schema; constraining to `z.ZodType` doubles the type checker's time. */
interface Schema {
  _zod: { output: unknown }
}
type OutputOf<T> = T extends { _zod: { output: infer Output } } ? Output : undefined

/** The HTTP methods of the API (RFC 9110, section 9; PATCH is RFC 5789). */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
/** Module flags of a company that switch whole parts of the product. */
export const modules = ['touts', 'leaks', 'news', 'kmp'] as const
/** One of `modules`. */
export type Module = (typeof modules)[number]

/** What a call that takes files accepts. Its body is multipart: the fields of `body`, then the files. */
export interface UploadRule {
  /** Of each file. */
  maxBytes: number
  /** What a file must be by its content; its name and declared type are not trusted. */
  types: readonly FileType[]
  /** Least number of files, 1 when left out; with 0 the call takes a JSON body as well. */
  minFiles?: 0 | 1
  /** Most files, 1 when left out. */
  maxFiles?: number
  /** Only the re-rendered image is stored, because the original proves nothing; if missing, the original is stored too. */
  keepsPictureOnly?: true
}

/** An API call as its callers know it: method and path. The rest is in its types and its definition. */
export interface Route<Params, Query, Body, Response, Files = boolean> {
  method: Method
  /** Below `/api/rest`, with `{name}` for parameters. */
  path: `/${string}`
  /** Never set: carries the types. */
  readonly '~types'?: { params: Params; query: Query; body: Body; response: Response; takesFiles: Files }
}

/**
 * All that is said of a call: mounted by the server, listed in the OpenAPI document. The portal does not have it
 * (`apps/web/portal-contract.ts`); elsewhere `definitionOf` finds it.
 */
export interface RouteDefinition extends AnyRoute {
  /** What it does, in a sentence for the OpenAPI document. */
  summary: string
  /** `PUBLIC` needs no token; everything else is looked up in `permissions`. */
  access: Permission | 'PUBLIC'
  module?: Module
  /**
   * The call is about several companies: `company` is a comma-joined list of keys, all visible ones when left out. GET only, but for
   * `own`: records that belong to the caller alone, in any company.
   */
  companies?: 'many' | 'own'
  /** The company in the path can be an archived one, which no other route shows. */
  reachesArchived?: true
  /** The answer's status when it is not 200. */
  status?: 201 | 202 | 204
  /** Answers that carry this field say that a job does the work: 202. */
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
  params?: unknown
  query?: unknown
  body?: unknown
  response: unknown
}

/** A call outside the contract's form: its response is not JSON (a stream, a file). Mounted manually, with the same `access`. */
export interface PlainRoute {
  method: 'GET'
  path: `/${string}`
  summary: string
  access: Permission
  /** The media type of the answer. */
  type: string
}

/** Some route, whatever it takes and answers. The types differ by position only, so `any` is what that means here. */
// oxlint-disable-next-line typescript/no-explicit-any
export type AnyRoute = Route<any, any, any, any, any>

/** What a route takes in its path, decoded. */
export type ParamsOf<R extends AnyRoute> = NonNullable<R['~types']>['params']
/** What a route takes in its query, decoded; defaults are filled in. */
export type QueryOf<R extends AnyRoute> = NonNullable<R['~types']>['query']
/** What a route takes in its body, decoded. */
export type BodyOf<R extends AnyRoute> = NonNullable<R['~types']>['body']
/** What a route answers, before it is encoded. */
export type ResponseOf<R extends AnyRoute> = NonNullable<R['~types']>['response']
/** Whether a route takes files: `true` when it was declared with `upload`. */
export type TakesFiles<R extends AnyRoute> = NonNullable<R['~types']>['takesFiles']

/** Declares a route; what it returns is the argument, of which the type shows what every room has. */
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

/** What a route was declared with. */
export function definitionOf(declared: AnyRoute): RouteDefinition {
  return declared as RouteDefinition
}
