import { expect, test } from 'vitest'
import { getAssets, putAssets } from '@signet/contract/companies/assets'
import { getQueuedTout, listQueuedTouts } from '@signet/contract/touts/qa-touts'
import { addTout, addTouts } from '@signet/contract/touts/add-touts'
import { newCompany, newUser, refusal, send, useWorld } from '../../../../test/harness.ts'

const world = useWorld()

async function createFixture() {
  const company = await newCompany({ name: 'Quayside Rail', modules: { touts: true } })
  const superAdmin = await newUser('superAdmin', company)
  const reviewer = await newUser('qa', company)
  const query = { company: company.key }
  const { body: assets } = await send(superAdmin, getAssets, { query })
  const brand = {
    name: 'Quayside Rail',
    aliases: ['quaysiderail'],
    official: ['quaysiderail.example'],
    key: 'quayside',
  }
  const own = { handles: [{ source: 'Telegram' as const, handle: 'quaysiderail' }], phones: [], accounts: [] }
  await send(superAdmin, putAssets, { query, body: { ...assets, brands: [{ ...brand, ...own }] } })
  const tout = {
    company: company.key,
    source: 'Telegram' as const,
    threatType: 'Resale at a markup' as string,
    severity: 'Low' as const,
  }
  return {
    company,
    reviewer,
    query,
    tout,
    add: (more: object) => send(reviewer, addTout, { query, body: { ...tout, ...more } }),
    queue: async () => (await send(reviewer, listQueuedTouts, { query })).body.items,
  }
}

const offer = {
  channel_data: { entity_user_name: 'quayside_tickets', title: 'Quayside tickets' },
  message_content: 'Selling 6 confirmed Quayside Rail tickets, sold out dates, 120 EUR each, face value 40 EUR',
}

test('a tout is judged by the detector, keeps what was entered and waits for review', async () => {
  const { add, queue, reviewer, query } = await createFixture()
  const { status, body } = await add({ fields: { ...offer, price: '120,50', faceValue: 40, quantity: '6' } })
  expect(status).toBe(201)
  expect(body).toMatchObject({
    source: 'Telegram',
    severity: 'Low',
    threatType: 'Resale at a markup',
    price: 120.5,
    faceValue: 40,
    quantity: 6,
  })
  expect(await queue()).toMatchObject([{ id: body.id, title: 'quayside_tickets' }])
  const detail = await send(reviewer, getQueuedTout, { params: { toutId: body.id }, query })
  expect(detail.body.indicators.length).toBeGreaterThan(0)
})

test('what is wrong is named by its field', async () => {
  const { add } = await createFixture()
  expect(await add({ fields: { ...offer, price: 'cheap' } })).toMatchObject(
    refusal('NOT_A_NUMBER', 'body.fields.price'),
  )
  expect(await add({ fields: { ...offer, quantity: 'many' } })).toMatchObject(
    refusal('NOT_A_NUMBER', 'body.fields.quantity'),
  )
  expect(await add({ fields: { message_content: 'Tickets' } })).toMatchObject(
    refusal('TITLE_NEEDED', 'body.fields.channel_data.entity_user_name'),
  )
  expect(await add({ fields: { ...offer, seats: 2 } })).toMatchObject(
    refusal('FIELD_NOT_OF_SOURCE', 'body.fields.seats'),
  )
  expect(await add({ threatType: 'Scam channel', fields: offer })).toMatchObject(
    refusal('TYPE_NOT_OF_SOURCE', 'body.threatType'),
  )
  expect(await add({ source: 'LinkedIn', fields: offer })).toMatchObject({ status: 400 })
})

test('a tout that is known is refused with its id, and a threat of the same name is not a tout', async () => {
  const { add, company, tout, reviewer, query } = await createFixture()
  const { body } = await add({ fields: offer })
  const again = await add({ fields: { ...offer, price: 90 } })
  expect(again).toMatchObject({ status: 409, body: { code: 'CONFLICT', reason: 'THREAT_KNOWN' } })
  expect(JSON.stringify(again.body)).toContain(body.id)
  const rows = [
    { threatType: tout.threatType, severity: tout.severity, fields: offer },
    { threatType: tout.threatType, severity: tout.severity, fields: { channel_data: { entity_user_name: 'other' } } },
    { threatType: tout.threatType, severity: tout.severity, fields: { channel_data: { entity_user_name: 'other' } } },
    { threatType: tout.threatType, severity: tout.severity, fields: { price: 'x' } },
  ]
  const many = { query, body: { company: company.key, source: 'Telegram' as const, rows, isAddedAnyway: false } }
  const checked = await send(reviewer, addTouts, { ...many, body: { ...many.body, dryRun: true } })
  expect(checked.body.map(({ state }) => state)).toEqual(['known', 'new', 'known', 'refused'])
  const added = await send(reviewer, addTouts, many)
  expect(added.body.map(({ state }) => state)).toEqual(['known', 'added', 'known', 'refused'])
})

test("the company's own channel is only added on request", async () => {
  const { add, queue } = await createFixture()
  const fields = { ...offer, channel_data: { entity_user_name: 'quaysiderail' } }
  expect(await add({ fields })).toMatchObject(refusal('OWN_ASSET'))
  expect(await queue()).toEqual([])
  expect((await add({ fields, isAddedAnyway: true })).status).toBe(201)
})

test('a company without the module has no touts to add to', async () => {
  const { add, company } = await createFixture()
  await world().database.pool.query(`update companies set modules = modules || '{"touts": false}' where id = $1`, [
    company.id,
  ])
  expect(await add({ fields: offer })).toMatchObject(refusal('MODULE_OFF'))
})
