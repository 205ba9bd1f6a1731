import { expect, test } from 'vitest'
import { isHomeRoute, isPageRoute } from '@signet/contract/companies/onboarding'
import { demoCompanies } from './demo-companies.ts'

test('what the companies of the demo set about their portals is what a superAdmin could set', () => {
  for (const { config, modules } of demoCompanies) {
    for (const { pageRoute } of config.pages ?? []) expect(isPageRoute(pageRoute)).toBe(true)
    if (config.homeRoute) expect(isHomeRoute(config.homeRoute)).toBe(true)
    if (config.qaNavigation === 'touts') expect(modules.touts).toBe(true)
  }
  expect(demoCompanies.map(({ config }) => config.navigation ?? 'standard')).toContain('lottery')
})
