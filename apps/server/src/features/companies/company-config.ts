import type { CompanyConfig, ModuleFlags } from '@signet/contract/companies/companies'
import type { Company, StoredConfig } from '@signet/contract/companies/onboarding'
import { recordFrom } from '@signet/contract/narrow'
import { modules } from '@signet/contract/route'

/** The modules of a company with every flag present. */
export function modulesOf(stored: Record<string, boolean | undefined>): ModuleFlags {
  return recordFrom(modules, (name) => stored[name] === true)
}

/** The configuration of a company with every value present and the texts of its pages; unset values get the usual defaults. */
export function wholeConfigOf(stored: StoredConfig): Company['config'] {
  return {
    pages: stored.pages ?? [],
    ...(stored.homeRoute ? { homeRoute: stored.homeRoute } : {}),
    navigation: stored.navigation ?? 'standard',
    qaNavigation: stored.qaNavigation ?? 'deletionQueue',
    addThreats: stored.addThreats ?? false,
    ...(stored.timeZone ? { timeZone: stored.timeZone } : {}),
    ...(stored.leaks ? { leaks: stored.leaks } : {}),
    ...(stored.userLimit ? { userLimit: stored.userLimit } : {}),
    ...(stored.scanEvery ? { scanEvery: stored.scanEvery } : {}),
    ...(stored.retention ? { retention: stored.retention } : {}),
  }
}

/**
 * The configuration that every page of the portal needs, without the texts of the company's own pages, which are read only where they are
 * shown.
 */
export function configOf(stored: StoredConfig): CompanyConfig {
  const config = wholeConfigOf(stored)
  return { ...config, pages: config.pages.map(({ pageRoute, pageName }) => ({ pageRoute, pageName })) }
}
