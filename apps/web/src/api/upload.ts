import type { AnyRoute, BodyOf, QueryOf, ResponseOf } from '@signet/contract/route'
import { writtenValue } from '@signet/contract/wire'
import { send, type PathOf } from './call.ts'

/**
 * Makes a call that uploads files. The fields come before the files, because the server reads them first. A list becomes a repeated
 * field, a list of objects its JSON text.
 *
 * @throws ApiError as `call` does
 */
export function upload<R extends AnyRoute>(
  route: R,
  {
    params,
    query,
    fields,
    files,
    signal,
    onceKey,
  }: {
    params: PathOf<R>
    query: Partial<QueryOf<R>>
    fields: Partial<BodyOf<R>>
    files: readonly File[]
    signal?: AbortSignal
    /** The `Idempotency-Key`. */
    onceKey?: string
  },
): Promise<ResponseOf<R>> {
  const form = new FormData()
  for (const [name, value] of Object.entries<unknown>(fields)) {
    const isNested = Array.isArray(value) && value.some((item) => typeof item === 'object')
    const items = isNested ? [JSON.stringify(value)] : [value].flat()
    for (const item of items) if (item !== undefined) form.append(name, writtenValue(item))
  }
  for (const file of files) form.append('file', file, file.name)
  return send(route, { params, query, form, signal, onceKey })
}
