import type { CompanyConfig, ModuleFlags } from '@signet/contract/companies'
import { modules } from '@signet/contract/route'

/** The modules of a company with every flag present. */
export function modulesOf(stored: Record<string, boolean | undefined>): ModuleFlags {
  return Object.fromEntries(modules.map((name) => [name, stored[name] === true])) as ModuleFlags
}

/** The configuration of a company with every value present; what was never set is as for most companies. */
export function configOf(stored: Partial<CompanyConfig>): CompanyConfig {
  return {
    pages: stored.pages ?? [],
    ...(stored.homeRoute ? { homeRoute: stored.homeRoute } : {}),
    navigation: stored.navigation ?? 'standard',
    qaNavigation: stored.qaNavigation ?? 'deletionQueue',
    addThreats: stored.addThreats ?? false,
    ...(stored.leaks ? { leaks: stored.leaks } : {}),
  }
}
