import { expect, test } from 'vitest'
import { isInCode, legacyCodes, roles, type Role } from '@signet/contract/access/permissions'
import { isOneOf, keysIn } from '@signet/contract/narrow'
import { newCompany, newUser, testPassword, useWorld } from '../../../test/harness.ts'
import { newVisitor } from '../../../test/visitor.ts'

const world = useWorld()

/** The role that the session names. */
async function roleInSession(role: Role): Promise<Role> {
  const user = await newUser(role, await newCompany())
  const visitor = newVisitor(world().server)
  await visitor.signIn(user.email, testPassword)
  const { role: named } = (await visitor.get('/api/auth/session')).body['user'] as { role: string }
  if (!isOneOf(roles, named)) throw new Error(`the session names no role: ${named}`)
  return named
}

test('each legacy code holds for the roles of the sessions that it names, and CA for nobody', async () => {
  const holders: Record<string, Role[]> = {}
  for (const role of roles) {
    const named = await roleInSession(role)
    expect(named).toBe(role)
    for (const code of keysIn(legacyCodes)) if (isInCode(code, named)) (holders[code] ??= []).push(role)
  }
  const staff = ['superAdmin', 'admin', 'subAdmin', 'adminPeeker', 'subAdminPeekerOne', 'subAdminPeekerTwo']
  expect(holders).toEqual({
    AC: expect.arrayContaining([...staff, 'client']),
    ACA: expect.arrayContaining([...staff, 'clientPeeker']),
    A: expect.arrayContaining(staff),
    C: ['client'],
    QA: ['qa'],
  })
  expect([holders['AC'], holders['ACA'], holders['A']].map((list) => list?.length)).toEqual([7, 7, 6])
})
