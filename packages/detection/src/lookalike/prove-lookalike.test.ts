import { expect, test } from 'vitest'
import type { PageView } from './page-view.ts'
import { type OfficialBrand, proveLookalike, verdictOf } from './prove-lookalike.ts'

const html = (body: string) => `<html><body><main><div><form>${body}</form></div></main></body></html>`

function page(fields: Partial<PageView>): PageView {
  return {
    address: 'https://a.test/',
    title: '',
    html: '',
    text: '',
    forms: [],
    icons: [],
    resources: [],
    picture: null,
    ...fields,
  }
}

const official: OfficialBrand = {
  aliases: ['Velmora Bank', 'Velmora'],
  official: ['velmora.example'],
  logos: [],
  pages: [page({ address: 'https://www.velmora.example/', html: html('<p><input></p>'), icons: ['a1'] })],
}

test('a copy that asks for a PIN shows the brand, with its reasons and places', () => {
  const box = { x: 10, y: 20, width: 300, height: 40 }
  const fields = [{ name: 'p', type: 'password', autocomplete: '', label: 'Card PIN', box }]
  const proof = proveLookalike(
    page({
      address: 'https://velm0ra-login.test/',
      title: 'Sign in | V\u0435lmora\u200b Bank',
      text: 'Velmora Bank. Your access is limited.',
      html: html('<p><input></p>'),
      icons: ['a1'],
      forms: [{ action: 'https://collect.test/in', method: 'post', fields }],
    }),
    official,
  )
  expect(proof.showsBrand).toBeGreaterThan(0.5)
  expect(proof.places).toEqual([{ box, kind: 'pin', percent: null }])
  const names = proof.indicators.map(({ name }) => name)
  expect(names).toEqual(
    expect.arrayContaining(['Brand in the page title', 'Asks for PIN', 'Sends data to another site']),
  )
  expect(proof.indicators.every(({ contribution }) => Number.isInteger(contribution) && contribution !== 0)).toBe(true)
})

const places = (more: Partial<PageView>) => proveLookalike(page({ text: 'Velmora', ...more }), official).places

test('the first text in view that names the brand is marked, also in letters of another script', () => {
  const texts = ['Welcome', 'V\u0435lmora Bank', 'Velmora'].map((text, at) => ({
    text,
    box: { x: 0, y: 50 * at, width: 90, height: 20 },
  }))
  expect(places({ texts })).toEqual([{ box: texts[1]?.box, kind: 'name', percent: null }])
  expect(places({ texts: texts.slice(0, 1) })).toEqual([])
  expect(places({})).toEqual([])
})

test('a report about the brand does not show it', () => {
  const proof = proveLookalike(
    page({
      address: 'https://www.harbourpost.example/1',
      title: 'Velmora Bank reports higher profit – The Harbour Post',
      text: `The Harbour Post. Velmora Bank reports higher profit. ${'The company presented its figures. '.repeat(60)}`,
    }),
    official,
  )
  expect(proof.showsBrand).toBeLessThan(0.5)
  expect(proof.places).toEqual([])
})

test('a parked name and an empty page do not show the brand', () => {
  const text = 'velmora-help.test. This domain is for sale.'
  const parked = page({ title: 'velmora-help.test', text, html: `<p>${text}</p>` })
  expect(proveLookalike(parked, official).showsBrand).toBeLessThan(0.5)
  expect(verdictOf(proveLookalike(parked, official))).toBe('parked')
  expect(proveLookalike(page({ address: 'about:blank' }), official)).toMatchObject({ secrets: [], places: [] })
})

test('reads a hostile page in one pass', () => {
  const open = '<div '.repeat(20_000) + '<!--'.repeat(20_000) + '<input name='.repeat(20_000)
  expect(proveLookalike(page({ html: open, text: '- '.repeat(50_000) }), official).secrets).toEqual([])
})
