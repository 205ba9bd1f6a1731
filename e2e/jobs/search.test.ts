import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  fieldOf,
  sources,
  threatSources,
  type AnySource,
  type SourceFields,
  type SourceInfo,
} from '../../packages/contract/src/threats/sources.ts'
import { sourcesOfTouts, toutSources } from '../../packages/contract/src/touts/tout-sources.ts'
import { apiCall, expectNoTroubles, follow, newVisitor, openBrowser, signIn, type Visitor } from '../browser.ts'
import { startEmbedded, type Stack } from '../stack.ts'

const pollMs = 15_000

interface Listed {
  items: (SourceFields & { id: string; title: string })[]
  total: number
}

let browser: Browser
let stack: Stack
beforeAll(async () => {
  browser = await openBrowser()
  stack = await startEmbedded()
})
afterAll(async () => {
  await browser.close()
  await stack.stop()
})

/** The path segment for a source. */
const slugOf = (source: AnySource) => (source === 'FB' ? 'Facebook' : source)

describe.each([
  {
    list: 'threats',
    email: 'client@demo.example',
    names: threatSources,
    infos: sources as Partial<Record<AnySource, SourceInfo>>,
  },
  {
    list: 'touts',
    email: 'client.kestrel@demo.example',
    names: toutSources,
    infos: sourcesOfTouts as Partial<Record<AnySource, SourceInfo>>,
  },
])('among $list', ({ list, email, names, infos }) => {
  let visitor: Visitor
  beforeAll(async () => {
    visitor = await newVisitor(browser, stack.origin)
    await signIn(visitor, email)
  })
  afterAll(() => visitor.context.close())

  const cases = names.flatMap((source) =>
    (infos[source]?.search ?? []).map(({ label, field }) => ({ source, label, field })),
  )

  const known = new Map<string, Listed['items']>()
  /** The list of a source, loaded once for all of its fields. */
  const itemsOf = async (source: string) => {
    const items = known.get(source) ?? (await apiCall<Listed>(visitor, `/${list}/${source}?limit=200`)).body.items
    known.set(source, items)
    return items
  }

  test.each(cases)('one of $source is found by its $label', async ({ source, label, field }) => {
    const { page } = visitor
    const items = await itemsOf(source)
    // The title field of a URL tout is stored and searched, but not sent, because every record has its own title.
    const isUnsent = list === 'touts' && source === 'URL' && field === 'title'
    const valued = items.find((item) => fieldOf(item, field))
    const wanted = isUnsent ? 'Kestrel' : valued && fieldOf(valued, field)
    expect(wanted, `a value of ${field} in the demo`).toBeTruthy()

    await follow(visitor, `/${list}/${slugOf(source)}`)
    const search = page.getByRole('search')
    await search.getByLabel('Search in').selectOption({ label })
    await search.getByRole('searchbox').fill(String(wanted))
    const asked = () => {
      const { searchParams } = new URL(page.url())
      return [searchParams.get('in'), searchParams.get('q')]
    }
    await expect.poll(asked, { timeout: pollMs }).toEqual([field, String(wanted).trim().slice(0, 200)])
    const query = `/${list}/${source}?searchField=${encodeURIComponent(field)}&searchQuery=${encodeURIComponent(String(wanted))}`
    const found = await apiCall<Listed>(visitor, query)
    expect(found.body.total).toBeGreaterThan(0)
    if (!isUnsent) expect(found.body.items.map(({ id }) => id)).toContain(valued?.id)
    // Similar threats share a row there.
    const { total } = (await apiCall<Listed>(visitor, `${query}&similar=collapsed`)).body
    const grid = page.getByRole('treegrid')
    await expect.poll(() => grid.getAttribute('aria-rowcount'), { timeout: pollMs }).toBe(String(total + 1))
    expectNoTroubles(visitor)
  })
})
