import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { getThreat, listAllThreats } from '@signet/contract/threats/threats'
import { compileAssets, findingsOf } from '@signet/detection'
import { newCompany, newThreat, newUser, send, useWorld } from '../../../../test/harness.ts'
import { threatOfFinding } from './finding-threat.ts'
import { putThreats } from '../../intake/intake.queries.ts'

const world = useWorld()

test('the rows of a list say what the parts of a name are, as the record itself does', async () => {
  const company = await newCompany()
  const { database } = world()
  const aliases = ['qarrowbank']
  await database.inCompanies([company.id], (tx) =>
    tx
      .updateTable('brands')
      .set({ aliases, official: ['qarrowbank.com'] })
      .where('company_id', '=', company.id)
      .where('id', '=', company.brandId)
      .execute(),
  )
  const brand = { id: 'b', owner: company.key, name: 'Qarrow', aliases, official: ['qarrowbank.com'] }
  const [finding] = findingsOf(compileAssets([brand]), { name: 'qarr0wbank-login.example', feed: 'test', line: 1 })
  const threat = threatOfFinding(finding!, { id: company.brandId, name: brand.name })
  await database.inCompanies([company.id], (tx) =>
    putThreats(tx, company.id, randomUUID(), new Date(), [{ threat, feed: 'test', line: 1, text: threat.title }]),
  )
  await database.inCompanies([company.id], (tx) =>
    tx
      .updateTable('threats')
      .set({ stage: 'published', published_at: new Date() })
      .where('company_id', '=', company.id)
      .where('id', '=', threat.id)
      .execute(),
  )
  await newThreat(company, { source: 'Instagram' })
  const user = await newUser('client', company)

  const { markedName } = (await send(user, getThreat, { params: { source: 'Domain', threatId: threat.id } })).body
  expect(markedName).toMatchObject({ name: 'qarr0wbank-login.example', alias: 'qarrowbank' })
  expect(markedName?.marks).toContainEqual({ start: 4, end: 5, kind: 'lookAlike', imitates: 'o' })
  for (const similar of ['all', 'collapsed'] as const) {
    // Twice, because the second answer comes from the cache.
    for (const _ of [1, 2]) {
      const { body } = await send(user, listAllThreats, { query: { similar } })
      const marked = Object.fromEntries(body.items.map((row) => [row.source, row.markedName]))
      expect(marked).toEqual({ Domain: markedName, Instagram: undefined })
    }
  }
})
