import { expect, test } from 'vitest'
import { roles, type Role } from '@signet/contract/access/permissions'
import { listReports } from '@signet/contract/reports/reports'
import { newCompany, newUser, send, useWorld } from '@signet/server/test/harness'
import { meridianBank } from '../src/companies/demo-companies.ts'
import type { DemoContext, DemoPerson } from '../src/demo-part.ts'
import { demoSeed } from '../src/load-demo.ts'
import { companyLogosDemo } from '../src/pictures/company-logos-demo.ts'
import { randomOf } from '../src/random.ts'
import { filesDemo } from '../src/sources/files-demo.ts'

const world = useWorld()

test('the reports of the demo show the logo of the company, and none was made in the future', async () => {
  // The first day of a month, when its last report would only be made in two days.
  const today = new Date()
  today.setUTCDate(1)
  const company = await newCompany()
  const people = await Promise.all(
    roles.map(async (role): Promise<[Role, DemoPerson]> => {
      const user = await newUser(role, company)
      return [role, { id: user.id, name: `A ${role}`, email: user.email, role }]
    }),
  )
  const demo: DemoContext = {
    program: world(),
    company: meridianBank,
    companyId: company.id,
    brandIds: new Map(),
    users: Object.fromEntries(people) as Record<Role, DemoPerson>,
    random: randomOf(demoSeed, `${meridianBank.key} ${filesDemo.name}`),
    today,
    recorded: () => expect.fail('no takedown is read'),
  }
  await companyLogosDemo.load(demo)
  await filesDemo.load(demo)
  const { items } = (await send(await newUser('client', company), listReports, { query: { limit: 100 } })).body
  expect(items).toHaveLength(16)
  for (const { href, name } of items) {
    const { rawPayload } = await world().server.inject(href)
    expect(rawPayload.toString('latin1'), name).toMatch(/\/Subtype \/Image\b/)
    const [, made] = /\(D:(\d{8})/.exec(rawPayload.toString('latin1')) ?? []
    expect(Number(made), name).toBeLessThanOrEqual(Number(today.toISOString().slice(0, 10).replaceAll('-', '')))
  }
})
