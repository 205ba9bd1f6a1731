import type { routes, RouteName } from '@signet/contract'
import type { FileType } from '@signet/contract/threats/file-types'
import type { AnyRoute, BodyOf, ParamsOf, QueryOf, ResponseOf, TakesFiles } from '@signet/contract/route'
import type { ShownPicture } from '../files/shown-picture.ts'
import type { Context, IdentityContext } from './context.ts'

/** A file of a request that is already in the file store. Nothing refers to it until the handler writes a row. */
export interface UploadedFile {
  /** SHA-256 of its content in hex, which is also its key in the file store. */
  sha256: string
  /** In bytes. */
  size: number
  /** Without folders and control characters; its extension fits the type. */
  name: string
  /** Detected from the content. */
  type: FileType
  /** For an image: the version that is displayed instead of the original. */
  shown: ShownPicture | null
}

/** The files of a call that accepts files. */
export interface Uploaded {
  /** The first file; a call that may come without files has to check `files`. */
  file: UploadedFile
  files: UploadedFile[]
}

/** The decoded input of a route, which its handler receives. */
export type Input<R extends AnyRoute> = {
  params: ParamsOf<R>
  query: QueryOf<R>
  body: BodyOf<R>
} & (TakesFiles<R> extends true ? Uploaded : unknown)

export type Handler<R extends AnyRoute> = (context: Context, input: Input<R>) => Promise<ResponseOf<R>>

/** The handler of a call that also reads or changes users; it runs on connections of another role (`withIdentity`). */
export interface IdentityHandler<R extends AnyRoute> {
  withIdentity: (context: IdentityContext, input: Input<R>) => Promise<ResponseOf<R>>
}

/**
 * The transactions of a call that waits for another server or program in between. Each sees what the checks of the call allow; none is open
 * while the call waits.
 */
export interface Steps<R extends AnyRoute> {
  /** Reads what the call waits with; also with the connections of `IdentityHandler`. */
  before: <T>(read: (context: IdentityContext) => Promise<T>) => Promise<T>
  /** Ends the call, once for requests with the same idempotency key. */
  last: (write: (context: Context) => Promise<ResponseOf<R>>) => Promise<Ended>
}

/** What the call answers with, from `last`. */
export interface Ended {
  status: number
  body: unknown
}

/** The handler of a call that waits for another server or program, outside of any transaction. */
export interface SteppedHandler<R extends AnyRoute> {
  inSteps: (steps: Steps<R>, input: Input<R>) => Promise<Ended>
}

/** One handler for each route of the contract; a missing one is a compile error. */
export type Handlers = {
  [N in RouteName]:
    | Handler<(typeof routes)[N]>
    | IdentityHandler<(typeof routes)[N]>
    | SteppedHandler<(typeof routes)[N]>
}
