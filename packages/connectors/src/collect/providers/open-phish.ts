import type { SourceObservation } from '@signet/contract/collection/source-observations'
import { hourMs, minuteMs } from '@signet/contract/time'
import { statusError } from '../../guarded-fetch.ts'
import { ConnectorError } from '../../connector-error.ts'
import { headerOf, sendCall, storable } from '../call-api.ts'
import type { Access, Connector, SkippedRecord } from '../connector.ts'
import { eachPage } from '../each-page.ts'

/** The addresses of the list, and its lines that are none. */
async function latest(access: Access): Promise<{ urls: string[]; skipped: SkippedRecord[] }> {
  const { host } = new URL(access.base)
  const answer = await sendCall(access, { path: '/refs/heads/main/feed.txt', headers: { accept: 'text/plain' } })
  if (answer.status !== 200) throw statusError(host, answer.status, headerOf(answer, 'retry-after'))
  const lines = storable(answer.body.toString('utf8')).split('\n')
  const urls = new Set<string>()
  const skipped: SkippedRecord[] = []
  for (const [index, line] of lines.entries()) {
    const text = line.trim()
    if (/^https?:\/\//i.test(text) && URL.canParse(text)) urls.add(text)
    else if (text !== '') skipped.push({ at: String(index + 1), field: 'address' })
  }
  if (skipped.length > 1 && urls.size === 0) throw new ConnectorError('API_ANSWER_CHANGED', { host, field: 'address' })
  return { urls: [...urls], skipped }
}

/** Addresses of phishing pages, from the community feed of OpenPhish. */
export const openPhish: Connector = {
  isList: true,
  base: 'https://raw.githubusercontent.com/openphish/public_feed',
  everyMs: 6 * hourMs,
  spacingMs: minuteMs,
  quota: null,
  api: {
    calls: ['GET /refs/heads/main/feed.txt'],
    documentation: 'https://openphish.com/phishing_feeds.html',
    permission: '',
    checked: '2026-11-23',
    unconfirmed: 'the limits and the answer to too many calls; the terms of commercial use',
  },
  async check(access) {
    await latest(access)
    return 'OK'
  },
  collect(access, _search, cursor) {
    return eachPage([''], cursor, async () => {
      const { urls, skipped } = await latest(access)
      return { observations: urls.map(observe), skipped, next: null }
    })
  },
}

function observe(url: string): SourceObservation {
  return {
    source: 'URL',
    kind: 'address',
    id: url,
    at: null,
    url,
    fields: { link: url, host: new URL(url).hostname, urlSource: 'OpenPhish' },
    names: [],
    handle: null,
    text: 'phishing',
    links: [],
    phones: [],
    account: null,
    pictureUrl: null,
  }
}
