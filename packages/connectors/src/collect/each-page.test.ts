import { expect, test } from 'vitest'
import { ConnectorError } from '../connector-error.ts'
import { eachPage } from './each-page.ts'

const interrupted = JSON.stringify({ since: null, began: '2026-10-01T00:00:00.000Z', term: 'b', page: 'p2' })

async function readsFrom(cursor: string | null, read: (term: string, page: string | null) => string | null) {
  const reads: string[] = []
  const pages = eachPage(['a', 'b'], cursor, async (term, page) => {
    reads.push(`${term} ${page ?? 'first'}`)
    return { observations: [], skipped: [], next: await Promise.resolve(read(term, page)) }
  })
  for await (const batch of pages) expect(batch.cursor).not.toBe('')
  return reads
}

test('begins a term anew if the provider no longer knows the page of an interrupted run', async () => {
  const forgotten = new ConnectorError('SERVER_STATUS_UNEXPECTED', { host: 'provider', status: 400 })
  const reads = await readsFrom(interrupted, (_, page) => {
    if (page === 'p2') throw forgotten
    return null
  })
  expect(reads).toEqual(['b p2', 'b first'])
})

test('fails if a page within a run is refused, or the provider is down', async () => {
  const refused = new ConnectorError('SERVER_STATUS_UNEXPECTED', { host: 'provider', status: 400 })
  const read = (_: string, page: string | null) => {
    if (page === 'p2') throw refused
    return 'p2'
  }
  await expect(readsFrom(null, read)).rejects.toBe(refused)
  const down = new ConnectorError('SERVER_FAILS', { host: 'provider', status: 500 })
  const fail = () => {
    throw down
  }
  await expect(readsFrom(interrupted, fail)).rejects.toBe(down)
})

test('collects everything again if the clock was ahead at the last pass', async () => {
  const ahead = new Date(Date.now() + 86_400_000).toISOString()
  for (const cursor of [
    { since: ahead, began: null, term: null, page: null },
    { since: ahead, began: ahead, term: 'a', page: null },
  ]) {
    const seen: (string | null)[] = []
    let last = ''
    const pages = eachPage(['a'], JSON.stringify(cursor), (_term, _page, since) => {
      seen.push(since)
      return Promise.resolve({ observations: [], skipped: [], next: null })
    })
    for await (const batch of pages) last = batch.cursor
    expect(seen).toEqual([null])
    expect(Date.parse((JSON.parse(last) as { since: string }).since)).toBeLessThanOrEqual(Date.now())
  }
})
