import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { changeLeak, revealLeak } from '@signet/contract/leaks/leaks'
import { listNotifications } from '@signet/contract/messages/notifications'
import { hourMs } from '@signet/contract/time'
import { listAudit } from '@signet/contract/operation/audit'
import { withAuthenticatorApp } from '../../../../test/outside/authenticator-app.ts'
import { codeOf } from '../../../../test/outside/authenticator.ts'
import {
  newCompany,
  newUser,
  refusal,
  send,
  useWorld,
  type TestCompany,
  type TestUser,
} from '../../../../test/harness.ts'
import { aLeak, newLeaks } from '../../../../test/leak-makers.ts'
import { deleteKeys } from '../../../secrets/data-keys.queries.ts'

const world = useWorld()
const password = 'a planted passwörd'

/** A user with recovery codes, each of which can confirm the second factor once. */
async function userWithCodes(company: TestCompany, role: 'client' | 'admin' = 'client') {
  const user = await newUser(role, company)
  const { secret, recoveryCodes } = await withAuthenticatorApp(user)
  return { user, secret, codes: [...recoveryCodes] }
}

async function setUp() {
  const company = await newCompany({ modules: { leaks: true } })
  const [leakId] = (await newLeaks(world(), company, [aLeak({ password })])) as [string]
  return { company, leakId, ...(await userWithCodes(company)) }
}

const reveal = (user: TestUser, leakId: string, body: object, headers: Record<string, string> = {}) =>
  send(user, revealLeak, { params: { leakId }, body, headers })

async function revealsOf(company: TestCompany, leakId: string) {
  const auditor = await newUser('superAdmin', company)
  const { body } = await send(auditor, listAudit, { query: { company: company.key, target: leakId } })
  return body.items.filter(({ action }) => action === 'leak.revealed').map(({ by, after }) => ({ by, after }))
}

/** Simulates that the user revealed this many passwords some time ago. */
async function revealedBefore(user: TestUser, count: number, hoursAgo: number): Promise<void> {
  await world().database.pool.query(
    `insert into reveals (user_id, at) select $1, now() - make_interval(hours => $2) from generate_series(1, $3)`,
    [user.id, hoursAgo, count],
  )
}

test('a password is revealed after a second factor, is not cached, and is recorded without the password', async () => {
  const { company, leakId, user, secret } = await setUp()
  const answer = await reveal(user, leakId, { totp: codeOf(secret) })
  expect(answer).toMatchObject({ status: 200, body: { password } })
  expect(answer.headers['cache-control']).toBe('no-store')
  expect(await revealsOf(company, leakId)).toEqual([
    { by: user.email, after: { entity: 'package-one', within24Hours: 1 } },
  ])
})

test('without, with a wrong or with a used factor nothing is shown, counted or recorded', async () => {
  const { company, leakId, user, codes } = await setUp()
  for (const body of [{}, { totp: '000000' }, { totp: '' }, { totp: 123_456 }, { password: 'x' }])
    expect((await reveal(user, leakId, body)).status, JSON.stringify(body)).toBe(400)
  expect(await revealsOf(company, leakId)).toEqual([])
  const { rows } = await world().database.pool.query('select from reveals where user_id = $1', [user.id])
  expect(rows).toEqual([])
  const [code] = codes as [string]
  expect((await reveal(user, leakId, { totp: code })).status).toBe(200)
  expect((await reveal(user, leakId, { totp: code })).status).toBe(400)
  expect(await revealsOf(company, leakId)).toHaveLength(1)
})

test('an answer is not kept for a repeated request, which is refused', async () => {
  const { company, leakId, user, codes } = await setUp()
  const headers = { 'idempotency-key': randomUUID() }
  const body = { totp: codes[0] as string }
  expect((await reveal(user, leakId, body, headers)).body.password).toBe(password)
  const again = await reveal(user, leakId, body, headers)
  expect(again).toMatchObject(refusal('IDEMPOTENCY_CONFLICT'))
  const { rows } = await world().database.pool.query<{ answer: unknown }>(
    'select answer, status from idempotency_keys where company_id = $1',
    [company.id],
  )
  expect(rows.filter(({ answer }) => answer !== null)).toEqual([])
  expect(await revealsOf(company, leakId)).toHaveLength(1)
})

test('the record stays even if the password cannot be decrypted', async () => {
  const { company, leakId, user, codes } = await setUp()
  await world().database.inCompanies([company.id], (tx) => deleteKeys(tx, company.id))
  const answer = await reveal(user, leakId, { totp: codes[0] as string })
  expect(answer).toMatchObject(refusal('LEAK_WITHOUT_PASSWORD'))
  expect(await revealsOf(company, leakId)).toHaveLength(1)
})

test('twenty within 24 hours are shown to one person, over all companies; the next says when it is possible', async () => {
  const { leakId, user, codes } = await setUp()
  await revealedBefore(user, 19, 23)
  await revealedBefore(user, 5, 25)
  expect((await reveal(user, leakId, { totp: codes[0] as string })).status).toBe(200)
  const refused = await reveal(user, leakId, { totp: codes[1] as string })
  expect(refused).toMatchObject(refusal('REVEAL_LIMIT'))
  const wait = Number(refused.headers['retry-after'])
  expect(wait).toBeGreaterThan(0)
  expect(wait).toBeLessThanOrEqual(hourMs / 1000)
  // The code wasn't used up, and another user has a separate allowance.
  await world().database.pool.query('delete from reveals where user_id = $1', [user.id])
  expect((await reveal(user, leakId, { totp: codes[1] as string })).status).toBe(200)
})

test('a burst does not pass the allowance together', async () => {
  const { leakId, user, codes } = await setUp()
  await revealedBefore(user, 18, 1)
  const answers = await Promise.all(codes.slice(0, 5).map((totp) => reveal(user, leakId, { totp })))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 429, 429, 429])
})

test('beyond ten a day, only the others who can reveal passwords of the company are notified', async () => {
  const { company, leakId, user, codes } = await setUp()
  const colleague = await newUser('client', company)
  const admin = await newUser('admin', await newCompany(), [company])
  const peeker = await newUser('clientPeeker', company)
  await revealedBefore(user, 9, 1)
  const bells = async () => {
    const titles: string[][] = []
    for (const person of [colleague, admin, user, peeker])
      titles.push((await send(person, listNotifications)).body.items.map(({ title }) => title))
    return titles
  }
  await reveal(user, leakId, { totp: codes[0] as string })
  expect(await bells()).toEqual([[], [], [], []])
  await reveal(user, leakId, { totp: codes[1] as string })
  const title = expect.stringMatching(/ revealed 11 leaked passwords in 24 hours$/) as string
  expect(await bells()).toEqual([[title], [title], [], []])
})

test('there is nothing to show for a leak without a password or of another company', async () => {
  const { user, codes } = await setUp()
  const other = await newCompany({ modules: { leaks: true } })
  const [foreign] = (await newLeaks(world(), other, [aLeak()])) as [string]
  const [bare] = (await newLeaks(world(), user.company, [aLeak({ password: undefined })])) as [string]
  for (const leakId of [foreign, bare, randomUUID()])
    expect(await reveal(user, leakId, { totp: codes[0] as string })).toMatchObject(refusal('LEAK_WITHOUT_PASSWORD'))
  expect(
    (await send(user, changeLeak, { params: { leakId: foreign }, body: { status: 'open', version: 1 } })).status,
  ).toBe(404)
})
