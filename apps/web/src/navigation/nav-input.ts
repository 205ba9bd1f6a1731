import type { ClientInfo } from '@signet/contract/companies'
import type { SessionUser } from '@signet/contract/session'
import { queryClient } from '../api/query-client.ts'
import type { NavInput } from './feature.ts'
import { cachedInfo, clientInfoKey } from '../session/client-info-cache.ts'
import { currentCompany } from '../session/company.ts'

/** What the navigation list is built from: the company in force when it is known, else what the session says. */
export function navInputOf(user: SessionUser, info?: ClientInfo): NavInput {
  const company = currentCompany()
  const known = info ?? queryClient.getQueryData<ClientInfo>(clientInfoKey(company)) ?? cachedInfo(company)
  const about = known ?? user
  return {
    role: user.role,
    company,
    config: about.config,
    modules: about.modules,
    sources: { threats: about.threatSources, touts: about.toutSources },
  }
}
