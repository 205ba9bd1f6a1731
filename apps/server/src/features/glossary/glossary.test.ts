import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  deleteGlossaryEntry,
  getGlossary,
  getOwnReasons,
  glossaryCategories,
  putGlossaryEntry,
} from '@signet/contract/threats/glossary'
import { addDetectionRule, deleteDetectionRule } from '@signet/contract/collection/detection-rules'
import { getThreat } from '@signet/contract/threats/threats'
import { indicatorGlossary } from '@signet/detection'
import { newCompany, newThreat, newUser, refusal, send, useWorld } from '../../../test/harness.ts'
import { builtInDescriptionOf } from '../indicators/glossary.ts'

useWorld()

const glossaryOf = async (raw: Record<string, string> = {}) =>
  (await send(await newUser('qa', await newCompany()), getGlossary, { raw })).body

describe('the glossary', () => {
  test('explains more than sixty indicators in every category, by category and name, each once', async () => {
    const entries = await glossaryOf()
    expect(entries.length).toBeGreaterThan(60)
    expect(new Set(entries.map(({ Category }) => Category))).toEqual(new Set(glossaryCategories))
    const keys = entries.map(({ Category, Indicators }) => `${Category}\n${Indicators}`)
    expect(new Set(keys).size).toBe(keys.length)
    expect(keys).toEqual(keys.toSorted(new Intl.Collator('en').compare))
    for (const { Indicators, Description } of entries) expect(Description, Indicators).toMatch(/^[A-Z].{15,}\.$/)
  })

  test('speaks of the company, because not every one is a bank', async () => {
    for (const { Indicators, Description } of await glossaryOf())
      expect(Description, Indicators).not.toMatch(/\bthe bank\b/i)
  })

  test('is searched in names, texts and categories, in any case', async () => {
    const found = await glossaryOf({ searchQuery: 'TELEGRAM' })
    expect(found.map(({ Indicators }) => Indicators)).toContain('Created recently')
    expect((await glossaryOf({ searchQuery: 'overlay nobody wrote about' })).length).toBe(0)
    expect((await glossaryOf({ searchQuery: '' })).length).toBe((await glossaryOf()).length)
  })

  test('knows every indicator of the detector', () => {
    for (const { name, description } of indicatorGlossary)
      expect(builtInDescriptionOf(name, 'Domain')).toBe(description)
  })
})

describe('the description of an indicator', () => {
  test('is that of the source’s category, else any of that name, else none', () => {
    expect(builtInDescriptionOf('Few followers', 'YouTube')).toMatch(/subscribers/)
    expect(builtInDescriptionOf('Few followers', 'TikTok')).toMatch(/^The account has hardly any followers/)
    expect(builtInDescriptionOf('Few followers', 'Domain')).toMatch(/^The account has hardly any followers/)
    expect(builtInDescriptionOf('Nobody wrote this down', 'Domain')).toBeUndefined()
    expect(builtInDescriptionOf('Created 1 day ago', 'Telegram')).toBe(
      builtInDescriptionOf('Created 3 days ago', 'Telegram'),
    )
  })

  test('is shown with it on the threat', async () => {
    const company = await newCompany()
    const threat = await newThreat(company)
    const { body } = await send(await newUser('client', company), getThreat, {
      params: { source: threat.source, threatId: threat.id },
    })
    expect(body.indicators[0]).toMatchObject({
      name: 'Brand as a separate word',
      description: builtInDescriptionOf('Brand as a separate word', 'Domain'),
    })
  })
})

describe('editing the glossary', () => {
  const entry = {
    Indicators: 'Invented indicator',
    Description: 'Something that was invented.',
    Category: 'General' as const,
  }

  test('takes new entries and new words for built-in ones, and gives the built-in ones back', async () => {
    const user = await newUser('superAdmin', await newCompany())
    const find = async (entryId: string) => (await send(user, getGlossary)).body.find(({ id }) => id === entryId)
    const [builtIn] = (await send(user, getGlossary)).body
    if (!builtIn) throw new Error('the glossary is empty')

    const own = { entryId: randomUUID() }
    expect((await send(user, putGlossaryEntry, { params: own, body: { ...entry, version: 0 } })).status).toBe(200)
    expect(await find(own.entryId)).toEqual({ ...entry, id: own.entryId, version: 1 })
    const twin = await send(user, putGlossaryEntry, {
      params: { entryId: randomUUID() },
      body: { ...entry, version: 0 },
    })
    expect(twin).toMatchObject(refusal('GLOSSARY_NAME_TAKEN'))

    const params = { entryId: builtIn.id }
    const { Indicators, Category } = builtIn
    const words = { Indicators, Category, Description: 'Other words for it.' }
    expect((await send(user, putGlossaryEntry, { params, body: { ...words, version: 0 } })).body.version).toBe(1)
    const stale = await send(user, putGlossaryEntry, { params, body: { ...words, version: 0 } })
    expect(stale).toMatchObject(refusal('STALE_VERSION'))
    expect((await find(builtIn.id))?.Description).toBe('Other words for it.')

    expect((await send(user, deleteGlossaryEntry, { params })).status).toBe(204)
    expect(await find(builtIn.id)).toBeUndefined()
    expect((await send(user, deleteGlossaryEntry, { params })).status).toBe(404)
    expect((await send(user, putGlossaryEntry, { params, body: { ...words, version: 0 } })).status).toBe(200)
    expect((await find(builtIn.id))?.Description).toBe('Other words for it.')
    expect((await send(user, deleteGlossaryEntry, { params: own })).status).toBe(204)
    expect(await find(own.entryId)).toBeUndefined()
  })
})

test('the reasons of a company’s own rules are listed with their meaning, also of deleted rules, for that company alone', async () => {
  const company = await newCompany()
  const query = { company: company.key }
  const reviewer = await newUser('qa', company)
  const body = {
    name: 'Voucher nobody gave out',
    explanation: 'It offers a voucher that the company never gave out.',
    sources: ['Twitter' as const],
    condition: { all: [{ kind: 'word' as const, value: 'voucher' }], any: [], none: [] },
    effect: 'raise' as const,
    points: 20,
  }
  const { body: rule } = await send(reviewer, addDetectionRule, { query, body })
  const client = await newUser('client', company)
  const own = [{ name: body.name, explanation: body.explanation }]
  expect((await send(client, getOwnReasons, { query })).body).toEqual(own)
  const params = { detectionRuleId: rule.id }
  await send(reviewer, deleteDetectionRule, { params, query: { ...query, version: rule.version } })
  expect((await send(client, getOwnReasons, { query })).body).toEqual(own)
  expect((await send(await newUser('client', await newCompany()), getOwnReasons, {})).body).toEqual([])
})
