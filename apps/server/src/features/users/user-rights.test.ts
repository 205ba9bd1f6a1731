import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { roles, type Role } from '@signet/contract/access/permissions'
import { addUser, changeUser, disableUser, enableUser, endSessions, resetFactor } from '@signet/contract/access/users'
import { newCompany, newUser, send, useWorld, type TestCompany, type TestUser } from '../../../test/harness.ts'

const world = useWorld()

interface Row {
  id: string
  role: Role
  company_id: number
  is_active: boolean
  companies: number[]
}
async function everybody(): Promise<Map<string, Row>> {
  const { rows } = await world().database.pool.query<Row>(
    `select id, role, company_id, is_active,
       array(select company_id from user_companies m where m.user_id = users.id order by 1) as companies from users`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

const role = fc.constantFrom(...roles)
const operation = fc.oneof(
  fc.record({ kind: fc.constant('invite' as const), role, hasMore: fc.boolean() }),
  fc.record({ kind: fc.constant('change' as const), role, hasMore: fc.boolean() }),
  fc.record({ kind: fc.constantFrom('disable', 'enable', 'resetFactor', 'endSessions') }),
)
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never

let counter = 0

function attempt(actor: TestUser, target: TestUser, home: TestCompany, other: TestCompany, attempted: Operation) {
  const params = { userId: target.id }
  if (!('role' in attempted)) {
    const route = { disable: disableUser, enable: enableUser, resetFactor, endSessions }[attempted.kind]
    return send(actor, route, { params })
  }
  const adminCompanies = attempted.hasMore ? [other.key] : []
  if (attempted.kind === 'change')
    return send(actor, changeUser, { params, body: { role: attempted.role, adminCompanies, version: 1 } })
  counter += 1
  const email = `made-${counter}@test.example`
  return send(actor, addUser, { body: { name: 'X', email, role: attempted.role, company: home.key, adminCompanies } })
}

test('no operation grants rights that the acting user does not have', async () => {
  const [home, other] = [await newCompany(), await newCompany()]
  await fc.assert(
    fc.asyncProperty(role, role, fc.boolean(), operation, async (actorRole, targetRole, isSelf, attempted) => {
      const actor = await newUser(actorRole, home)
      const target = isSelf ? actor : await newUser(targetRole, home)
      const before = await everybody()
      const { status } = await attempt(actor, target, home, other, attempted)
      const after = await everybody()

      if (actorRole !== 'superAdmin') {
        expect(status).toBe(403)
        expect(after).toEqual(before)
        return
      }
      expect([200, 201, 400, 409]).toContain(status)
      if (status >= 400) expect(after).toEqual(before)
      for (const row of after.values()) {
        if (row.role === 'client' || row.role === 'clientPeeker') expect(row.companies).toEqual([])
      }
      // No user other than the requested one is changed, and never the actor.
      for (const [id, row] of before) if (id !== target.id || isSelf) expect(after.get(id)).toEqual(row)
      expect(after.size - before.size).toBe(status === 201 ? 1 : 0)
      expect([...after.values()].some((row) => row.role === 'superAdmin' && row.is_active)).toBe(true)
    }),
    { numRuns: 250 },
  )
})
