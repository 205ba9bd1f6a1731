import type { CompanyConfig, ModuleFlags } from '@signet/contract/companies'
import { modules } from '@signet/contract/route'

/** The modules of a company with every flag present. */
export function modulesOf(stored: Record<string, boolean>): ModuleFlags {
  return Object.fromEntries(modules.map((name) => [name, stored[name] === true])) as ModuleFlags
}

/** The navigation part of a company's configuration. */
export function configOf(stored: { pages?: CompanyConfig['pages']; homeRoute?: string }): CompanyConfig {
  return { pages: stored.pages ?? [], ...(stored.homeRoute ? { homeRoute: stored.homeRoute } : {}) }
}
