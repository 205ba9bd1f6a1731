import { roles } from '@signet/contract/access/permissions'
import { expect, test } from 'vitest'
import { hasChosenCompanies, isOfOneCompany, needsSecondFactor, roleGroups } from './role-rules.ts'

test('every role is offered once', () => {
  expect(roleGroups.flatMap((group) => group.roles).toSorted()).toEqual(roles.toSorted())
})

test('a client belongs to one company, a super admin to all, other roles to the companies assigned to them', () => {
  expect(roles.filter(isOfOneCompany)).toEqual(['client', 'clientPeeker'])
  expect(roles.filter((role) => !hasChosenCompanies(role))).toEqual(['superAdmin', 'client', 'clientPeeker'])
})

test('every role except clients needs a second factor', () => {
  expect(roles.filter((role) => !needsSecondFactor(role))).toEqual(['client', 'clientPeeker'])
})
