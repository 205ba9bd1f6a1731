import { listAllowEntries } from '@signet/contract/threats/allow-list'
import { getThreat, decideThreat, decideThreats } from '@signet/contract/threats/threats'
import { expect, test } from 'vitest'
import { newCompany, newThreat, newUser, refusal, send, useWorld } from '../../../test/harness.ts'

useWorld()

async function createFixture() {
  const company = await newCompany()
  const user = await newUser('client', company)
  const threat = await newThreat(company)
  return { company, user, threat, params: { source: threat.source, threatId: threat.id } }
}

test('a whitelisting ends on the chosen day, which the history shows, and undoing it leaves nothing behind', async () => {
  const { user, threat, params } = await createFixture()
  const body = { action: 'whitelist', until: '2099-01-31', version: threat.version } as const
  const decided = await send(user, decideThreat, { params, body })
  expect(decided).toMatchObject({ status: 200, body: { status: 'whitelist' } })
  const listed = (await send(user, listAllowEntries)).body.items
  expect(listed.map(({ expiresAt }) => expiresAt)).toEqual(['2099-02-01T00:00:00.000Z'])
  const { history } = (await send(user, getThreat, { params })).body
  expect(history.at(-1)).toMatchObject({ action: 'threat.whitelist', until: '2099-02-01T00:00:00.000Z' })
  const undo = { action: 'reopen', version: decided.body.version } as const
  expect((await send(user, decideThreat, { params, body: undo })).body.status).toBe('open')
  expect((await send(user, listAllowEntries)).body.items).toEqual([])
})

test('many are whitelisted until the same day', async () => {
  const { company, user, threat } = await createFixture()
  const other = await newThreat(company)
  const selection = { ids: [threat.id, other.id] }
  const body = { company: company.key, selection, action: 'whitelist', until: '2099-01-31' } as const
  expect((await send(user, decideThreats, { body })).body.done).toHaveLength(2)
  const listed = (await send(user, listAllowEntries)).body.items
  expect(new Set(listed.map(({ expiresAt }) => expiresAt))).toEqual(new Set(['2099-02-01T00:00:00.000Z']))
})

test.each([
  ['a day that is over', { action: 'whitelist', until: '2020-01-01' }, 'NOT_IN_FUTURE'],
  ['a decision that lets nothing pass', { action: 'takedown', until: '2099-01-31' }, 'UNTIL_NOT_ALLOWED'],
] as const)('an end is refused with %s, and nothing is decided', async (_, wrong, reason) => {
  const { user, threat, params } = await createFixture()
  const refused = await send(user, decideThreat, { params, body: { ...wrong, version: threat.version } })
  expect(refused).toMatchObject(refusal(reason, 'body.until'))
  expect((await send(user, getThreat, { params })).body.status).toBe('open')
})
