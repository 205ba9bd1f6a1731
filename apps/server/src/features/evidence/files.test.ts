import { describe, expect, test } from 'vitest'
import { getThreat, listThreats } from '@signet/contract/threats/threats'
import { findActor } from '../sessions/sessions.queries.ts'
import {
  newCompany,
  newThreat,
  newUser,
  send,
  useWorld,
  type TestCompany,
  type TestUser,
} from '../../../test/harness.ts'
import { insertEvidence } from './evidence.queries.ts'
import { fileHrefOf } from './files.routes.ts'

const world = useWorld()

const bytes = Buffer.from('a picture of the page')

async function keepFile(company: TestCompany, threatId: string, more: { type?: string; name?: string } = {}) {
  const { sha256 } = await world().files.put(bytes)
  await world().database.inCompanies([company.id], (tx) =>
    insertEvidence(tx, {
      companyId: company.id,
      threatId,
      kind: 'capture',
      name: more.name ?? 'capture.png',
      type: more.type ?? 'image/png',
      size: bytes.length,
      sha256,
      capturedAt: new Date(),
    }),
  )
}

async function threatWithFile(more: { type?: string; name?: string; stage?: 'published' | 'queued' } = {}) {
  const company = await newCompany()
  const threat = await newThreat(company, more.stage ? { stage: more.stage } : {})
  await keepFile(company, threat.id, more)
  const user = await newUser('client', company)
  return { company, threat, user, params: { source: threat.source, threatId: threat.id } }
}

async function hrefFor(user: TestUser, params: { source: 'Domain'; threatId: string }): Promise<string> {
  const { body } = await send(user, getThreat, { params })
  return body.evidence[0]?.href as string
}
const open = (href: string) => world().server.inject(href)
const params = (threatId: string) => ({ source: 'Domain', threatId }) as const

/** The same link as it would have been created at another time. */
async function hrefMadeAt(user: TestUser, href: string, at: number): Promise<string> {
  const actor = await findActor(world().database, user.sessionId)
  if (!actor) throw new Error('the session has ended')
  const fileId = new URL(href, 'http://x').pathname.split('/').at(-1) as string
  return fileHrefOf(world().keys, actor, actor.company, fileId, at)
}

describe('a link to a file', () => {
  test('opens it without a token and is the same in the list, the detail and the next minute', async () => {
    const { threat, user } = await threatWithFile()
    const href = await hrefFor(user, params(threat.id))
    const listed = await send(user, listThreats, { params: { source: 'Domain' } })
    expect(listed.body.items[0]?.thumbnail?.split('&sig=')[0]?.split('&exp=')[0]).toBe(href.split('&exp=')[0])
    const answer = await open(href)
    expect(answer.statusCode).toBe(200)
    expect(answer.rawPayload).toEqual(bytes)
  })

  test('can do no harm in the browser, whatever the file holds', async () => {
    const { threat, user } = await threatWithFile({ type: 'text/html', name: 'page".html\r\nx: y' })
    const answer = await open(await hrefFor(user, params(threat.id)))
    expect(answer.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-disposition': 'attachment; filename="page_.htmlx__y"',
    })
    expect(answer.headers['content-security-policy']).toMatch(/default-src 'none';.*sandbox/)
  })

  test('shows a picture inside the page', async () => {
    const { threat, user } = await threatWithFile()
    const answer = await open(await hrefFor(user, params(threat.id)))
    expect(answer.headers).toMatchObject({
      'content-type': 'image/png',
      'content-disposition': 'inline; filename="capture.png"',
    })
  })

  test('works for at least four minutes and never more than five', async () => {
    const { threat, user } = await threatWithFile()
    const href = await hrefFor(user, params(threat.id))
    const now = Date.now()
    expect((await open(await hrefMadeAt(user, href, now - 235_000))).statusCode).toBe(200)
    expect((await open(await hrefMadeAt(user, href, now - 301_000))).statusCode).toBe(404)
  })

  test('is refused when any part of it is altered or left out', async () => {
    const { threat, user } = await threatWithFile()
    const { threat: other, company: otherCompany, user: otherUser } = await threatWithFile()
    const href = new URL(await hrefFor(user, params(threat.id)), 'http://x')
    const otherId = new URL(await hrefFor(otherUser, params(other.id)), 'http://x').pathname
    const altered = (change: (url: URL) => void) => {
      const url = new URL(href)
      change(url)
      return url.pathname + url.search
    }
    const exp = Number(href.searchParams.get('exp'))
    const forms = [
      altered((url) => url.searchParams.set('exp', String(exp + 60))),
      altered((url) => url.searchParams.set('c', String(otherCompany.id))),
      altered((url) => url.searchParams.set('s', otherUser.sessionId)),
      altered((url) => url.searchParams.set('sig', 'A'.repeat(43))),
      altered((url) => url.searchParams.append('s', otherUser.sessionId)),
      altered((url) => void (url.pathname = otherId)),
      ...['c', 's', 'exp', 'sig'].map((name) => altered((url) => url.searchParams.delete(name))),
      href.pathname,
    ]
    for (const form of forms) {
      const answer = await open(form)
      expect(answer.statusCode, form).toBe(404)
      expect(answer.json<{ code: string }>().code).toBe('NOT_FOUND')
    }
    // Refused before any look-up, as everywhere.
    expect((await open(`${href.pathname}?c=%00&s=%00&exp=%00&sig=%00`)).statusCode).toBe(400)
    expect((await open(href.pathname + href.search)).statusCode).toBe(200)
  })

  test('is dead as soon as the session it was made for has ended', async () => {
    const { threat, user } = await threatWithFile()
    const href = await hrefFor(user, params(threat.id))
    await world().database.pool.query('update sessions set ended_at = now() where id = $1', [user.sessionId])
    expect((await open(href)).statusCode).toBe(404)
  })

  test('is dead for a client when the threat is no longer published, and still works for reviewers', async () => {
    const { company, threat, user } = await threatWithFile()
    const reviewer = await newUser('qa', company)
    const href = await hrefFor(user, params(threat.id))
    const reviewersHref = await hrefMadeAt(reviewer, href, Date.now())
    await world().database.pool.query(`update threats set stage = 'deleted' where company_id = $1`, [company.id])
    expect((await open(href)).statusCode).toBe(404)
    expect((await open(reviewersHref)).statusCode).toBe(200)
  })

  test('is dead when the user no longer works for the company', async () => {
    const { company, threat } = await threatWithFile()
    const admin = await newUser('admin', await newCompany(), [company])
    const { body } = await send(admin, getThreat, { params: params(threat.id), query: { company: company.key } })
    const href = body.evidence[0]?.href as string
    expect((await open(href)).statusCode).toBe(200)
    await world().database.pool.query('delete from user_companies where user_id = $1', [admin.id])
    expect((await open(href)).statusCode).toBe(404)
  })

  test('answers 404 when its bytes are missing', async () => {
    const { company, threat, user } = await threatWithFile()
    const href = await hrefFor(user, params(threat.id))
    await world().database.pool.query('update evidence set sha256 = $2 where company_id = $1', [
      company.id,
      'f'.repeat(64),
    ])
    expect((await open(href)).statusCode).toBe(404)
  })
})

test('the same file kept twice is one piece of evidence', async () => {
  const { company, threat, user } = await threatWithFile()
  await keepFile(company, threat.id)
  expect((await send(user, getThreat, { params: params(threat.id) })).body.evidence).toHaveLength(1)
})
