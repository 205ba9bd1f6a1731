import { expect, test } from 'vitest'
import { roles, type Role } from '@signet/contract/access/permissions'
import { required } from '@signet/contract/narrow'
import { minuteMs } from '@signet/contract/time'
import { listAllThreats } from '@signet/contract/threats/threats'
import { toutSources } from '@signet/contract/touts/tout-sources'
import { listAllTouts } from '@signet/contract/touts/touts'
import { kestrelRail, meridianBank, type DemoCompany } from '../src/companies/demo-companies.ts'
import { readRecording } from '../src/decisions/recorded-cases.ts'
import type { DemoPerson } from '../src/demo-part.ts'
import { demoSeed } from '../src/load-demo.ts'
import { randomOf } from '../src/random.ts'
import { toutsDemo } from '../src/touts/touts-demo.ts'
import { newCompany, newUser, send, useWorld, type TestCompany } from '@signet/server/test/harness'
import { addBrands } from '@signet/server/features/companies/companies.queries'

const world = useWorld()
const today = new Date(Math.floor(Date.now() / minuteMs) * minuteMs)

async function load(demo: DemoCompany, company: TestCompany): Promise<void> {
  const { database } = world()
  const brandIds = await database.inCompanies([company.id], (tx) => addBrands(tx, company.id, demo.brands))
  const people = await Promise.all(
    roles.map(async (role): Promise<[Role, DemoPerson]> => {
      const user = await newUser(role, company)
      return [role, { id: user.id, name: `A ${role}`, email: user.email, role }]
    }),
  )
  await toutsDemo.load({
    program: world(),
    company: demo,
    companyId: company.id,
    brandIds,
    users: Object.fromEntries(people) as Record<Role, DemoPerson>,
    random: randomOf(demoSeed, `${demo.key} ${toutsDemo.name}`),
    today,
    recorded: (key) => required(readRecording(today)[key], key),
  })
}

test('the part of the demo loads them once, among touts only', async () => {
  const company = await newCompany({ modules: { touts: true } })
  await load(kestrelRail, company)
  const client = await newUser('client', company)
  const { total } = (await send(client, listAllTouts, { query: { showAutomaticallyFiltered: true } })).body
  expect(total).toBeGreaterThan(400)
  await load(kestrelRail, company)
  expect((await send(client, listAllTouts, { query: { showAutomaticallyFiltered: true } })).body.total).toBe(total)
  expect((await send(client, listAllThreats)).body.total).toBe(0)
  for (const source of toutSources) {
    const { body } = await send(client, listAllTouts, { query: { threatSource: [source], limit: 1 } })
    expect(body.total, source).toBeGreaterThan(0)
  }
})

test('a company of the demo without the module gets none', async () => {
  const company = await newCompany()
  await load(meridianBank, company)
  const { rowCount } = await world().database.pool.query('select from threats where company_id = $1', [company.id])
  expect(rowCount).toBe(0)
})
