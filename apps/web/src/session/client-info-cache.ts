import type { ClientInfo } from '@signet/contract/companies/companies'
import { isRecord } from '@signet/contract/narrow'
import { currentSession } from './session-store.ts'
import { keepForTab, ofTab } from './tab-storage.ts'

// By user as well: another user of the tab may see other parts of the same company.
const cacheKey = (company: string) => `signet.company.${currentSession().user?.id} ${company}`

/** The data of a company that this tab last loaded. */
export function cachedInfo(company: string): ClientInfo | undefined {
  const text = ofTab(cacheKey(company))
  if (!text) return undefined
  try {
    const info: unknown = JSON.parse(text)
    if (isClientInfo(info)) return info
  } catch {
    // Cut off: it is loaded again, as one from another version is.
  }
  return undefined
}

/** The menu and the lists read these fields before the answer of the server arrives. */
const isClientInfo = (value: unknown): value is ClientInfo =>
  isRecord(value) &&
  typeof value['name'] === 'string' &&
  isRecord(value['config']) &&
  Array.isArray(value['config']['pages']) &&
  isRecord(value['modules']) &&
  ['threatSources', 'setUpSources', 'toutSources'].every((field) => Array.isArray(value[field]))

export function cacheInfo(info: ClientInfo): void {
  keepForTab(cacheKey(info.company), JSON.stringify(info))
}

export const clientInfoKey = (company: string) => [company, 'clientInfo'] as const
