import type { Listing } from '@signet/connectors/test/providers/fake-provider'
import { expect, test } from 'vitest'
import { getAssets, putAssets } from '@signet/contract/companies/assets'
import type { Indicator } from '@signet/contract/threats/findings'
import { addDetectionRule, switchDetectionRule } from '@signet/contract/collection/detection-rules'
import { listOwnFindings } from '@signet/contract/threats/own-assets'
import { appOf, connectorWorld } from '../../../../test/connected-company.ts'
import { newUser, send } from '../../../../test/harness.ts'

const { providers, run, createFixture } = connectorWorld()

const post = (id: number, more: Partial<Listing> = {}): Listing => ({
  ...appOf(id),
  name: 'Seat Exchange',
  handle: `seats_${id}`,
  text: 'Quayside Rail sold out? We sell 12 tickets for Friday, face value 40 EUR, 95 EUR each, our bot books them',
  ...more,
})

const railway = (more: { touts: boolean; toutSources?: readonly ('Twitter' | 'Telegram')[] }) =>
  createFixture('x', 'Quayside Rail', {
    modules: { touts: more.touts },
    ...(more.toutSources ? { toutSources: more.toutSources } : {}),
  })

const offer = (listing: Listing) => {
  providers().world.listings = (term) => (term === 'Quayside Rail' ? [listing] : [])
}

test('an offer of tickets is a tout with its prices, quantity and tool, and comes in once', async () => {
  const { turnOn, collectNow, makeDue, touts, threats, work } = await railway({ touts: true })
  offer(post(1))
  await turnOn({ token: 'AAAA' })
  await collectNow()
  const [found, ...others] = await touts()
  expect(others).toEqual([])
  expect(found).toMatchObject({ source: 'Twitter', title: 'Seat Exchange', threatType: 'Resale at a markup' })
  const { rows } = await run('select kind, fields, indicators, brand_id from threats where id = $1', found?.id)
  expect(rows[0]).toMatchObject({
    kind: 'tout',
    fields: { price: 95, faceValue: 40, currency: 'EUR', quantity: 12, tool: expect.stringContaining('bot') as string },
  })
  expect(rows[0].brand_id).not.toBeNull()
  expect(rows[0].indicators.map(({ name }: Indicator) => name)).toEqual(
    expect.arrayContaining(['Sells above face value', 'Bulk offer', 'Uses a booking bot']),
  )
  expect(await work()).toMatchObject({ found: 1, suppressed: 0 })
  await makeDue()
  await collectNow()
  expect(await touts()).toHaveLength(1)
  expect(await threats()).toEqual([])
})

test('who sells one ticket at its face value, and who only looks for one, are no touts', async () => {
  const { turnOn, collectNow, touts, threats } = await railway({ touts: true })
  providers().world.listings = (term) =>
    term === 'Quayside Rail'
      ? [
          post(1, { text: 'Selling my Quayside Rail ticket at face value, 45 EUR, I am ill' }),
          post(2, { text: 'Looking for 2 Quayside Rail tickets for Friday' }),
        ]
      : []
  await turnOn({ token: 'AAAA' })
  await collectNow()
  expect([...(await touts()), ...(await threats())]).toEqual([])
})

test('offers of authorised agents and of the company itself are counted and reported to nobody', async () => {
  const { turnOn, collectNow, touts, threats, superAdmin, query, work } = await railway({ touts: true })
  const { body: assets } = await send(superAdmin, getAssets, { query })
  const agent = { name: 'Amity Travel', role: 'agent' as const, domains: [], phones: [], accounts: [] }
  const partners = [{ ...agent, handles: [{ source: 'Twitter' as const, handle: 'amity_travel' }] }]
  await send(superAdmin, putAssets, { query, body: { ...assets, partners } })
  providers().world.listings = (term) =>
    term === 'Quayside Rail' ? [post(1, { handle: 'amity_travel' }), post(2, { handle: 'quaysidebank' })] : []
  await turnOn({ token: 'AAAA' })
  await collectNow()
  expect([...(await touts()), ...(await threats())]).toEqual([])
  expect(await work()).toMatchObject({ found: 0, suppressed: 2 })
  const { body: own } = await send(superAdmin, listOwnFindings, { query })
  expect(own.items.map(({ source, kind, value }) => `${source} ${kind} ${value}`).toSorted()).toEqual([
    'Twitter handle @quaysidebank',
    'Twitter partner Amity Travel',
  ])
})

test('without the module, or without the source among those of touts, an offer is only judged as a threat', async () => {
  for (const more of [{ touts: false }, { touts: true, toutSources: ['Telegram'] as const }]) {
    const { turnOn, collectNow, touts, company } = await railway(more)
    offer(post(1))
    await turnOn({ token: 'AAAA' })
    await collectNow()
    if (more.touts) expect(await touts()).toEqual([])
    const { rows } = await run('select kind from threats where company_id = $1', company.id)
    expect(rows.filter(({ kind }) => kind === 'tout')).toEqual([])
  }
})

test('what is known as a threat stays one when the company gets the module', async () => {
  const { turnOn, collectNow, makeDue, touts, threats, company } = await railway({ touts: false })
  offer(
    post(1, {
      name: 'Quayside Rail Official Support',
      text: 'Quayside Rail tickets, sold out trains, for sale. Send your card number to https://quayside-login.test/',
      link: 'https://quayside-login.test/',
    }),
  )
  await turnOn({ token: 'AAAA' })
  await collectNow()
  expect(await threats()).toHaveLength(1)
  await run(`update companies set modules = '{"touts": true}', tout_sources = '{Twitter}' where id = $1`, company.id)
  await makeDue()
  await collectNow()
  expect(await threats()).toHaveLength(1)
  expect(await touts()).toEqual([])
})

test('the rules of the company give touts their reasons, and suppress them', async () => {
  const { company, query, turnOn, collectNow, touts, work } = await railway({ touts: true })
  const reviewer = await newUser('qa', company)
  const rule = async (
    word: string,
    more: { effect: 'raise'; points: number } | { effect: 'suppress'; points: null },
  ) => {
    const name = `Offers with ${word}`
    const condition = { all: [{ kind: 'word' as const, value: word }], any: [], none: [] }
    const explanation = 'The company knows this seller.'
    const body = { name, explanation, sources: ['Twitter' as const], condition, ...more }
    const { body: added } = await send(reviewer, addDetectionRule, { query, body })
    const params = { detectionRuleId: added.id }
    await send(reviewer, switchDetectionRule, { params, query, body: { isOn: true, version: 1 } })
  }
  await rule('Friday', { effect: 'raise', points: 5 })
  await rule('Sunday', { effect: 'suppress', points: null })
  const other = post(2, { text: post(2).text.replace('Friday', 'Sunday') })
  providers().world.listings = (term) => (term === 'Quayside Rail' ? [post(1), other] : [])
  await turnOn({ token: 'AAAA' })
  await collectNow()
  const [found, ...others] = await touts()
  expect(others).toEqual([])
  const { rows } = await run('select indicators from threats where id = $1', found?.id)
  expect(rows[0].indicators).toContainEqual({ name: 'Offers with Friday', value: 'friday', contribution: 5 })
  expect(await work()).toMatchObject({ found: 1, suppressed: 1 })
})

test('what is an offer in one post and a trap in another keeps the best of both, in any order', async () => {
  const trap = post(1, {
    name: 'Quayside Rail Official Support',
    text: 'Quayside Rail account locked. Send your card number and password to https://quayside-login.test/',
    link: 'https://quayside-login.test/',
  })
  for (const listings of [[post(1), trap] as const, [trap, post(1)] as const]) {
    const { turnOn, collectNow, touts, threats } = await railway({ touts: true })
    providers().world.listings = (term) => (term === 'Quayside Rail' ? [...listings] : [])
    await turnOn({ token: 'AAAA' })
    await collectNow()
    expect(await touts(), listings[0].name).toHaveLength(1)
    expect(await threats()).toEqual([])
  }
})
