import * as z from 'zod/mini'
import type { SourceObservation } from '@signet/contract/collection/source-observations'
import { textIn } from '@signet/contract/narrow'
import { dayMs, secondMs } from '@signet/contract/time'
import { ConnectorError } from '../../connector-error.ts'
import { callApi, replyOf, type FailureOf } from '../call-api.ts'
import type { Access, Connector } from '../connector.ts'
import { cutAtWord } from '../cut-at-word.ts'
import { eachPage } from '../each-page.ts'
import { readRecords, timeOfSeconds, valueAt } from '../read-records.ts'

const File = z.object({
  id: z.union([z.string(), z.number()]),
  bucket: z.string(),
  filename: z.string(),
  fullPath: z.optional(z.string()),
  url: z.url(),
  lastModified: z.nullish(z.number()),
})

const endings = 'pdf,doc,docx,xls,xlsx,csv,ppt,pptx,sql,bak,zip'
const limit = 100
/** The newest of a name that many files have. */
const filesMax = 500
const termMax = 100

const failureOf =
  (access: Access): FailureOf =>
  ({ status, json }, host) => {
    const reply = replyOf(access, textIn(json, 'error') ?? textIn(json, 'message') ?? String(status))
    if (status === 401 || status === 403) return new ConnectorError('API_KEY_REFUSED', { host, reply }, { status })
    return status === 400 || status === 422 ? new ConnectorError('API_CALL_REFUSED', { host, reply }, { status }) : null
  }

const search = (access: Access, query: Record<string, string | number>) =>
  callApi(
    access,
    { path: '/files', query, headers: { authorization: `Bearer ${access.credentials.key ?? ''}` } },
    failureOf(access),
  )

/** Documents in storage that anybody can read, by their names. The files themselves are not fetched. */
export const grayhatWarfare: Connector = {
  base: 'https://buckets.grayhatwarfare.com/api/v2',
  everyMs: dayMs,
  spacingMs: 2 * secondMs,
  quota: null,
  api: {
    calls: ['GET /files'],
    documentation: 'https://buckets.grayhatwarfare.com/docs/api/v2',
    permission: 'a paid account for all files',
    checked: '2026-11-23',
    unconfirmed: 'the limits and all errors; the fields, which are those of published programs that read them',
  },
  async check(access) {
    await search(access, { keywords: 'test', limit: 1 })
    return 'OK'
  },
  collect(access, { terms }, cursor) {
    return eachPage(terms, cursor, async (term, page) => {
      const start = Number(page ?? 0)
      const { json } = await search(access, {
        keywords: cutAtWord(term, termMax),
        extensions: endings,
        order: 'last_modified',
        direction: 'desc',
        start,
        limit,
      })
      const files = valueAt(json, 'files')
      const end = start + (Array.isArray(files) ? files.length : 0)
      const hasNext = end > start && end < Number(valueAt(json, 'meta.results')) && end < filesMax
      return { ...readRecords(access, files, File, observe), next: hasNext ? String(end) : null }
    })
  },
}

function observe({ id, bucket, filename, fullPath, url, lastModified }: z.output<typeof File>): SourceObservation {
  return {
    source: 'DocumentLeaks',
    kind: 'document',
    id: String(id),
    at: typeof lastModified === 'number' ? timeOfSeconds(lastModified) : null,
    url,
    fields: { title: filename, docSource: bucket, link: url },
    names: [filename],
    handle: null,
    text: fullPath ?? '',
    links: [],
    phones: [],
    account: null,
    pictureUrl: null,
  }
}
