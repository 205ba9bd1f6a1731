import { readFile } from 'node:fs/promises'
import { causeOf } from '@signet/contract/errors/program-errors'
import { ConnectorError } from '../connector-error.ts'
import { fetchDocument, type CtFetchOptions } from './fetch-document.ts'
import { parseLogList, type CtLogList } from './log-list.ts'

/**
 * Reads a list of logs from a file or an http(s) address; see `parseLogList`.
 *
 * @throws ConnectorError `changed_format` when it is not a list of logs; `unreachable` when it can't be read; as `guardedFetch`
 */
export async function readLogList(location: string, options: CtFetchOptions = {}): Promise<CtLogList> {
  if (/^https?:\/\//i.test(location)) return parseLogList((await fetchDocument(location, options)).toString('utf8'))
  try {
    return parseLogList(await readFile(location, 'utf8'))
  } catch (cause) {
    if (cause instanceof ConnectorError) throw cause
    const { code } = causeOf(cause)
    throw new ConnectorError('LOG_LIST_UNREADABLE', { path: location, code }, { cause })
  }
}
