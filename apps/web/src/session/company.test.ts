// @vitest-environment happy-dom
import type { ClientInfo } from '@signet/contract/companies/companies'
import type { SessionUser } from '@signet/contract/access/session'
import { expect, test, vi } from 'vitest'

const signedIn = { id: 'u-1' }
vi.mock(import('./session-store.ts'), () => ({
  currentSession: () => ({ status: 'authenticated', user: signedIn }) as never,
  subscribeSession: () => () => true,
}))
const { companyOf } = await import('./company.ts')
const { cachedInfo, cacheInfo } = await import('./client-info-cache.ts')

const user = (role: SessionUser['role'], adminCompanies: string[] = []) =>
  ({ role, company: 'own', adminCompanies }) as unknown as SessionUser

test('a choice that was stored in the tab only counts for users who work for that company', () => {
  expect(companyOf(user('subAdmin', ['north', 'south']), 'south')).toBe('south')
  expect(companyOf(user('subAdmin', ['north', 'south']), 'own')).toBe('own')
  expect(companyOf(user('subAdmin', ['north', 'south']), 'east')).toBe('north')
  expect(companyOf(user('subAdmin'), 'east')).toBe('own')
  expect(companyOf(user('client'), 'east')).toBe('own')
  expect(companyOf(user('superAdmin', ['north']), 'east')).toBe('east')
})

const info = {
  company: 'north',
  name: 'North',
  config: { pages: [] as string[] },
  modules: {},
  threatSources: [],
  setUpSources: [],
  toutSources: [],
} as unknown as ClientInfo

test('what a tab knows of a company is not shown to another user of the tab', () => {
  cacheInfo(info)
  expect(cachedInfo('north')).toEqual(info)
  signedIn.id = 'u-2'
  expect(cachedInfo('north')).toBeUndefined()
})

test('a company that another version of the portal stored is loaded again', () => {
  cacheInfo({ ...info, threatSources: undefined } as never)
  expect(cachedInfo('north')).toBeUndefined()
  sessionStorage.setItem(`signet.company.${signedIn.id} north`, '{"company":')
  expect(cachedInfo('north')).toBeUndefined()
})
