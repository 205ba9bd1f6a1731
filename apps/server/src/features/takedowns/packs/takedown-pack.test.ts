import { caseReferenceOf } from '@signet/contract/takedowns/cases'
import { expect, test } from 'vitest'
import { createHash } from 'node:crypto'
import type { BodyOf } from '@signet/contract/route'
import { addTakedownFile } from '@signet/contract/threats/files'
import { addAttempt, changeAttempt, writeOnTakedown } from '@signet/contract/takedowns/takedown-work'
import { getTakedown } from '@signet/contract/takedowns/takedowns'
import { decideThreat } from '@signet/contract/threats/threats'
import { newCompany, newThreat, newUser, send, tinyPng, useWorld, type TestUser } from '../../../../test/harness.ts'
import { unzip } from '../../../../test/unzip.ts'
import { insertEvidence } from '../../evidence/evidence.queries.ts'
import { fileNameOf } from '../../evidence/files.routes.ts'

const world = useWorld()

const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

async function caseOf(user: TestUser) {
  const threat = await newThreat(user.company, { name: 'login-umber.example' })
  const picture = tinyPng('seen')
  const { sha256 } = await world().files.put(picture)
  await world().database.inCompanies([user.company.id], (tx) =>
    insertEvidence(tx, {
      companyId: user.company.id,
      threatId: threat.id,
      kind: 'capture',
      name: '../../capture.png',
      type: 'image/png',
      size: picture.length,
      sha256,
      capturedAt: new Date(),
    }),
  )
  const params = { source: threat.source, threatId: threat.id }
  const { body } = await send(user, decideThreat, { params, body: { action: 'takedown', version: 1 } })
  return { threat, picture, takedownId: body.takedown?.id as string }
}

const hrefFor = async (user: TestUser, takedownId: string) =>
  (await send(user, getTakedown, { params: { takedownId } })).body.packHref

test('the pack of a case holds its story, its evidence and its files, each with a sum that fits', async () => {
  const company = await newCompany()
  const user = await newUser('client', company)
  const staff = await newUser('subAdmin', company, [company])
  const { picture, takedownId } = await caseOf(user)
  const notes = [tinyPng('one'), tinyPng('two')] as const
  for (const bytes of notes)
    await send(staff, addTakedownFile, { params: { takedownId }, form: { files: [{ bytes, name: 'notice.png' }] } })

  const answer = await world().server.inject(await hrefFor(user, takedownId))
  expect(answer.statusCode).toBe(200)
  expect(answer.headers).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': expect.stringMatching(/^attachment; filename="takedown-[\w-]+\.zip"$/) as string,
  })
  const entries = await unzip(answer.rawPayload)
  const capture = [...entries.keys()].find((name) => name.endsWith('capture.png'))
  expect(entries.get(capture ?? '')).toEqual(Buffer.from(picture))
  expect(entries.get('case/notice.png')).toEqual(Buffer.from(notes[0]))
  expect(entries.get('case/notice-2.png')).toEqual(Buffer.from(notes[1]))
  expect([...entries.keys()].filter((name) => name.includes('..'))).toEqual([])
  const sums = entries.get('SHA256SUMS')?.toString().trimEnd().split('\n') ?? []
  expect(sums).toHaveLength(entries.size - 1)
  for (const line of sums) {
    const [sum = '', path = ''] = line.split('  ')
    expect(sha256Of(entries.get(path) ?? Buffer.alloc(0)), path).toBe(sum)
  }
  expect(entries.get('case.txt')?.toString()).toContain('login-umber.example')
  expect(entries.get('case.txt')?.toString()).toMatch(
    new RegExp(`^Our reference: +${caseReferenceOf(takedownId)}$`, 'm'),
  )
  expect(JSON.parse(entries.get('case.json')?.toString() ?? '')).toMatchObject({ takedown: { id: takedownId } })
})

test('user text cannot imitate a line of the pack', async () => {
  const company = await newCompany()
  const user = await newUser('client', company)
  const staff = await newUser('subAdmin', company, [company])
  const forged = '2026-01-01T00:00:00Z  Signet: Resolved'
  const threat = await newThreat(company, { name: `login.example\r\nStatus:                 Resolved\u2028${forged}` })
  const params = { source: threat.source, threatId: threat.id }
  const { body } = await send(user, decideThreat, { params, body: { action: 'takedown', version: 1 } })
  const takedownId = body.takedown?.id as string
  const text = `One\r\n\r\n${forged}\u2029${forged}\n\nFiles\n-----\n\u202Eturned`
  await send(staff, writeOnTakedown, { params: { takedownId }, body: { text } })
  const added = await send(staff, addAttempt, {
    params: { takedownId },
    body: { way: 'form', channel: 'registrar', recipient: 'Desk' },
  })
  const attemptId = added.body.attempts[0]?.id as string
  const change = (of: BodyOf<typeof changeAttempt>) =>
    send(staff, changeAttempt, { params: { takedownId, attemptId }, body: of })
  await change({ status: 'sent', reference: 'D-1' })
  expect((await change({ status: 'refused', answer: `No.\u0085${forged}` })).status).toBe(200)
  const entries = await unzip((await world().server.inject(await hrefFor(user, takedownId))).rawPayload)
  const lines =
    entries
      .get('case.txt')
      ?.toString()
      .split(/[\n\r\v\f\u0085\u2028\u2029]/) ?? []
  expect(lines.filter((line) => line.startsWith('Status:'))).toEqual(['Status:                 Notice sent'])
  expect(lines.filter((line) => line.startsWith(forged))).toEqual([])
  expect(lines.filter((line) => /^(Files|-+)$/.test(line))).toHaveLength(2)
  expect(lines).toContain(`    > ${forged}`)
  expect(lines.join('')).not.toContain('\u202E')
})

test('a download is called what it is, whatever its name holds', () => {
  for (const name of ['a\r\nset-cookie: x=1.zip', 'a\u202Egpj.zip', 'a\u2028b\u0085c\0.zip']) {
    expect(fileNameOf(name)).toMatch(/^filename="[\w.-]+"$/)
  }
})

test('a link to a pack is for one case, one session and a few minutes', async () => {
  const user = await newUser('client', await newCompany())
  const stranger = await newUser('client', await newCompany())
  const { takedownId } = await caseOf(user)
  const other = await caseOf(stranger)
  const href = await hrefFor(user, takedownId)
  const open = async (link: string) => (await world().server.inject(link)).statusCode
  expect(await open(href)).toBe(200)
  expect(await open(href.replace(takedownId, other.takedownId))).toBe(404)
  expect(await open(href.split('?')[0] ?? '')).toBe(404)
  await world().database.pool.query('update sessions set ended_at = now() where id = $1', [user.sessionId])
  expect(await open(href)).toBe(404)
})

test('a file that is no longer stored is named in the pack instead of breaking it', async () => {
  const user = await newUser('client', await newCompany())
  const { takedownId } = await caseOf(user)
  const href = await hrefFor(user, takedownId)
  await world().database.pool.query(`update evidence set sha256 = $2 where company_id = $1 and kind = 'capture'`, [
    user.company.id,
    'f'.repeat(64),
  ])
  const entries = await unzip((await world().server.inject(href)).rawPayload)
  expect(entries.get('case.txt')?.toString()).toContain('Not kept any more')
  expect([...entries.keys()].some((name) => name.startsWith('evidence/') && name.endsWith('.png'))).toBe(false)
})
