import { expect, test } from 'vitest'
import { dayMs, minuteMs } from '@signet/contract/time'
import { collectSuite } from '../../../test/providers/collect-suite.ts'
import { collected, listing } from '../../../test/providers/collected.ts'
import { fakeGithub } from '../../../test/providers/fake-github.ts'
import type { FakeProvider } from '../../../test/providers/fake-provider.ts'

const credentials = { token: 'github_pat_secret' }
const run = { fake: fakeGithub, credentials }

collectSuite('github', { fake: fakeGithub, credentials })

test('finds files that mention a domain of the company, with the parts that match', async () => {
  const file = listing({ id: '8', text: 'host = db.harbour.example' })
  const { observations } = await collected('github', {
    ...run,
    search: { terms: [], domains: ['harbour.example'] },
    listings: (term) => (term === 'harbour.example' ? [file] : []),
  })
  expect(observations).toMatchObject([
    {
      kind: 'code',
      id: '8:deploy/config.env',
      handle: 'owner-8',
      text: file.text,
      fields: { repositoryName: 'owner-8/harbour.help', repositoryId: '8', path: 'deploy/config.env' },
    },
  ])
})

test('a secondary limit, which has no time, lasts a minute', async () => {
  const earliest = Date.now() + minuteMs
  const error = await collected('github', { ...run, manner: 'usedUp', search: { terms: ['Harbour'] } }).catch(
    (cause: unknown) => cause,
  )
  expect(error).toMatchObject({ reason: 'SERVER_THROTTLES' })
  expect((error as { retryAt: Date }).retryAt.getTime()).toBeGreaterThanOrEqual(earliest)
})

const answering =
  (status: number, headers: Record<string, string>, message: string): FakeProvider =>
  () => ({ status, headers, body: { message } })

test.each([
  [403, { 'retry-after': '120' }, 'Slow down', 'SERVER_THROTTLES'],
  [429, {}, '', 'SERVER_THROTTLES'],
  [403, { 'x-ratelimit-remaining': '5' }, 'Resource not accessible by personal access token', 'API_KEY_REFUSED'],
  [422, {}, 'Validation Failed', 'API_CALL_REFUSED'],
])('an answer with status %i and %o (%s) is %s', async (status, headers, message, reason) => {
  const fake = answering(status, headers, message)
  await expect(collected('github', { ...run, fake, search: { terms: ['Harbour'] } })).rejects.toMatchObject({ reason })
})

test('a time far in the future stops no calls for longer than a day', async () => {
  const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '9'.repeat(20) }
  const fake = answering(403, headers, 'API rate limit exceeded')
  const error = await collected('github', { ...run, fake, search: { terms: ['Harbour'] } }).catch(
    (cause: unknown) => cause,
  )
  expect(error).toMatchObject({ reason: 'SERVER_THROTTLES' })
  const retryAt = (error as { retryAt?: Date }).retryAt?.getTime() ?? 0
  expect(retryAt).toBeLessThanOrEqual(Date.now() + dayMs)
})

test('quotes a term and cuts one that is too long', async () => {
  const { requests } = await collected('github', { ...run, search: { terms: [`"Harbour" ${'bank '.repeat(80)}`] } })
  for (const { searchParams } of requests) {
    expect(searchParams.get('q')).toMatch(/^"Harbour bank [^"]*bank"/)
    expect(/^"[^"]*"/.exec(searchParams.get('q') ?? '')?.[0].length).toBeLessThanOrEqual(256)
  }
})
