import type { ClientInfo } from '@signet/contract/companies/companies'
import { currentSession } from './session-store.ts'
import { keepForTab, ofTab } from './tab-storage.ts'

// By user as well: another user of the tab may see other parts of the same company.
const cacheKey = (company: string) => `signet.company.${currentSession().user?.id} ${company}`

/** The data of a company that this tab last loaded. */
export function cachedInfo(company: string): ClientInfo | undefined {
  const text = ofTab(cacheKey(company))
  if (!text) return undefined
  try {
    return JSON.parse(text)
  } catch {
    // Cut off, or from another version: it is loaded again.
    return undefined
  }
}

export function cacheInfo(info: ClientInfo): void {
  keepForTab(cacheKey(info.company), JSON.stringify(info))
}

export const clientInfoKey = (company: string) => [company, 'clientInfo'] as const
