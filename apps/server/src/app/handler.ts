import type { routes, RouteName } from '@signet/contract'
import type { FileType } from '@signet/contract/file-types'
import type { AnyRoute, BodyOf, ParamsOf, QueryOf, ResponseOf, TakesFiles } from '@signet/contract/route'
import type { ShownPicture } from '../files/shown-picture.ts'
import type { Context } from './context.ts'

/** A file of a request, already in the file store. Nothing refers to it until the handler writes a row. */
export interface UploadedFile {
  /** SHA-256 of its content, hex: its place in the file store. */
  sha256: string
  /** Bytes. */
  size: number
  /** Without folders and control characters, with an ending that fits the type. */
  name: string
  /** By its content. */
  type: FileType
  /** Of a picture: what is shown in its place. */
  shown: ShownPicture | null
}

/** What came with a call that takes files. */
export interface Uploaded {
  /** The first file; when the call may come without any, look at `files`. */
  file: UploadedFile
  files: UploadedFile[]
}

/** What a handler is called with: the decoded input of its route. */
export type Input<R extends AnyRoute> = {
  params: ParamsOf<R>
  query: QueryOf<R>
  body: BodyOf<R>
} & (TakesFiles<R> extends true ? Uploaded : unknown)

export type Handler<R extends AnyRoute> = (context: Context, input: Input<R>) => Promise<ResponseOf<R>>

/** One handler for every route of the contract; a missing one does not compile. */
export type Handlers = { [N in RouteName]: Handler<(typeof routes)[N]> }
