import { roles } from '@signet/contract/permissions'
import { expect, test } from 'vitest'
import { hasChosenCompanies, isOfOneCompany, needsSecondFactor, roleGroups } from './role-rules.ts'

test('every role is offered once', () => {
  expect(roleGroups.flatMap((group) => group.roles).toSorted()).toEqual(roles.toSorted())
})

test('clients are of one company, a super admin of all, the others of those they are given', () => {
  expect(roles.filter(isOfOneCompany)).toEqual(['client', 'clientPeeker'])
  expect(roles.filter((role) => !hasChosenCompanies(role))).toEqual(['superAdmin', 'client', 'clientPeeker'])
})

test('everybody but clients needs a second factor', () => {
  expect(roles.filter((role) => !needsSecondFactor(role))).toEqual(['client', 'clientPeeker'])
})
