import { expect, test } from 'vitest'
import * as contract from '@signet/contract/leaks/leaks'
import type { Leak } from '@signet/contract/leaks/leaks'
import { dayMs } from '@signet/contract/time'
import type { Page } from '@signet/contract/wire'
import { newCompany, newUser, send, useWorld } from '../../../test/harness.ts'
import { aLeak, newLeaks } from '../../../test/leak-makers.ts'
import { tidyLeaks } from './tidy-leaks.ts'

const world = useWorld()
const now = new Date()
const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs)

async function companyWith(ages: number[], config: object = {}) {
  const company = await newCompany({ modules: { leaks: true }, config })
  await newLeaks(
    world(),
    company,
    ages.map((days) => aLeak({ addedAt: daysAgo(days), leakedAt: daysAgo(days) })),
  )
  const user = await newUser('client', company)
  const left = async () => {
    const { items } = (await send(user, contract.getLeaks)).body as unknown as Page<Leak>
    return items.map(({ addedAt, hasPassword, canReveal }) => [
      Math.round((now.getTime() - Date.parse(addedAt)) / dayMs),
      hasPassword,
      canReveal,
    ])
  }
  return { company, user, left }
}

test('passwords go after 90 days, leaks after 24 months with their figures; the rest stays as it was', async () => {
  const { company, user, left } = await companyWith([1, 89, 91, 729, 731])
  const { company: other, left: leftOfOther } = await companyWith([800])
  expect(await tidyLeaks(world().database, company.id, now)).toEqual({ passwords: 3, leaks: 1 })
  expect(await left()).toEqual([
    [1, true, true],
    [89, true, true],
    [91, true, false],
    [729, true, false],
  ])
  const summary = (await send(user, contract.getLeakSummary)).body
  expect(summary.reduce((all, { total }) => all + total, 0)).toBe(4)
  expect((await send(user, contract.topNAffectedURLS)).body).toEqual([{ url: 'login.example.org', count: 4 }])
  expect(await tidyLeaks(world().database, company.id, now)).toEqual({ passwords: 0, leaks: 0 })
  expect(await leftOfOther()).toHaveLength(1)
  expect(await tidyLeaks(world().database, other.id, now)).toEqual({ passwords: 1, leaks: 1 })
})

test('a company may keep them for a shorter time, never for longer', async () => {
  const short = await companyWith([5, 20, 50], { leaks: { passwordDays: 10, leakDays: 30 } })
  expect(await tidyLeaks(world().database, short.company.id, now)).toEqual({ passwords: 2, leaks: 1 })
  const long = await companyWith([100, 800], { leaks: { passwordDays: 1000, leakDays: 1000 } })
  expect(await tidyLeaks(world().database, long.company.id, now)).toEqual({ passwords: 2, leaks: 1 })
})

test('the deletion of old leaks is recorded in the audit', async () => {
  const { company } = await companyWith([800])
  await tidyLeaks(world().database, company.id, now)
  const { rows } = await world().database.pool.query('select action, after, user_id from audit where company_id = $1', [
    company.id,
  ])
  expect(rows).toEqual([{ action: 'leaks.tidied', after: { passwords: 1, leaks: 1 }, user_id: null }])
})
