import { describe, expect, test } from 'vitest'
import { addView, changeView, deleteView, listViews, viewsMax } from '@signet/contract/threats/views'
import { newCompany, newUser, refusal, send, useWorld } from '../../../test/harness.ts'

useWorld()

const view = {
  list: 'threats',
  name: 'Fake apps',
  source: 'APK',
  filters: { severity: 'Critical,High', days: '7' },
  columns: [{ key: 'severity' }, { key: 'threat', width: 300 }],
  isShared: false,
} as const
const names = (answer: { body: { name: string }[] }) => answer.body.map(({ name }) => name)

async function createFixture() {
  const company = await newCompany({ modules: { touts: true } })
  const [owner, colleague] = [await newUser('client', company), await newUser('client', company)]
  return { company, owner, colleague }
}

describe('a view', () => {
  test('is kept for its owner, and shown to colleagues once it is shared', async () => {
    const { owner, colleague } = await createFixture()
    const added = await send(owner, addView, { body: { ...view, columns: [...view.columns] } })
    expect(added.status).toBe(201)
    expect(added.body).toMatchObject({ ...view, isOwn: true, version: 1 })
    expect(names(await send(owner, listViews))).toEqual(['Fake apps'])
    expect(names(await send(colleague, listViews))).toEqual([])

    const params = { viewId: added.body.id }
    await send(owner, changeView, { params, body: { isShared: true, version: 1 } })
    expect((await send(colleague, listViews, { query: { list: 'threats' } })).body).toMatchObject([
      { name: 'Fake apps', isOwn: false, isShared: true, version: 2 },
    ])
    expect(names(await send(colleague, listViews, { query: { list: 'touts' } }))).toEqual([])
  })

  test('is changed and deleted by its owner alone', async () => {
    const { owner, colleague } = await createFixture()
    const body = { ...view, columns: null, isShared: true }
    const params = { viewId: (await send(owner, addView, { body })).body.id }
    expect((await send(colleague, changeView, { params, body: { name: 'mine', version: 1 } })).status).toBe(404)
    expect((await send(colleague, deleteView, { params })).status).toBe(404)
    expect((await send(owner, changeView, { params, body: { name: 'Apps', version: 1 } })).body.name).toBe('Apps')
    const stale = await send(owner, changeView, { params, body: { name: 'Old', version: 1 } })
    expect(stale).toMatchObject(refusal('STALE_VERSION'))
    expect((await send(owner, deleteView, { params })).status).toBe(204)
    expect(names(await send(colleague, listViews))).toEqual([])
  })

  test('has a name of its own within a list', async () => {
    const { owner, colleague } = await createFixture()
    const body = { ...view, columns: null }
    await send(owner, addView, { body })
    const twin = await send(owner, addView, { body: { ...body, name: 'fake APPS' } })
    expect(twin).toMatchObject(refusal('VIEW_NAME_TAKEN', 'body.name'))
    expect((await send(owner, addView, { body: { ...body, list: 'touts' } })).status).toBe(201)
    expect((await send(colleague, addView, { body })).status).toBe(201)
  })

  test.each([
    [{ name: '' }, 'body.name', 'TEXT_TOO_SHORT'],
    [{ filters: { 'no name': 'x' } }, 'body.filters.no name', 'NOT_A_FILTER_NAME'],
    [{ filters: { q: '' } }, 'body.filters.q', 'TEXT_TOO_SHORT'],
    [{ columns: [] }, 'body.columns', 'LIST_TOO_SHORT'],
    [{ columns: [{ key: 'a', width: 1 }] }, 'body.columns.0.width', 'NUMBER_TOO_SMALL'],
  ] as const)('is refused with %j', async (wrong, path, reason) => {
    const { owner } = await createFixture()
    const answer = await send(owner, addView, { body: { ...view, columns: null, ...wrong } as never })
    expect(answer).toMatchObject(refusal(reason, path))
  })

  test('is refused when the user already has the maximum number', async () => {
    const { owner } = await createFixture()
    const body = { ...view, columns: null }
    for (let made = 0; made < viewsMax; made += 1)
      await send(owner, addView, { body: { ...body, name: `view ${made}` } })
    expect(await send(owner, addView, { body })).toMatchObject(refusal('TOO_MANY_VIEWS'))
  })
})
