import type { FileType } from '@signet/contract/threats/file-types'
import { AppError } from '../../errors.ts'
import type { FileStore, StoredBytes } from '../../files/file-store.ts'
import { isEmail, sniffBytes, sniffType } from './sniff-type.ts'

/**
 * Stores a file whose type, by its content, is one of those allowed. Nothing of another file is stored, and no more of it is read than its
 * beginning.
 *
 * @throws AppError `FILE_TYPE_NOT_ALLOWED`
 * @throws FileTooLargeError at the first byte beyond `maxBytes`
 */
export async function keepSniffed(
  files: FileStore,
  rule: { types: readonly FileType[]; maxBytes: number },
  stream: AsyncIterable<Buffer>,
): Promise<StoredBytes & { type: FileType }> {
  let type: FileType | null = null
  async function* checked(): AsyncGenerator<Buffer> {
    let head = Buffer.alloc(0)
    for await (const chunk of stream) {
      if (type) yield chunk
      else {
        head = Buffer.concat([head, chunk])
        if (head.length >= sniffBytes) {
          type = accept(rule.types, head)
          yield head
        }
      }
    }
    if (!type) {
      type = accept(rule.types, head)
      yield head
    }
  }
  const kept = await files.put(checked(), { maxBytes: rule.maxBytes })
  if (!type) throw new Error('the file was kept without a look at it')
  return { ...kept, type }
}

/** The type by content, if it is allowed; an empty file has no type. */
function accept(types: readonly FileType[], head: Buffer): FileType {
  const type = types.includes('message/rfc822') && isEmail(head) ? 'message/rfc822' : sniffType(head)
  if (!type || !types.includes(type)) throw new AppError('FILE_TYPE_NOT_ALLOWED', { types: types.join(', ') })
  return type
}
