import type { ClientInfo } from '@signet/contract/companies/companies'
import type { SessionUser } from '@signet/contract/access/session'
import { queryClient } from '../api/query-client.ts'
import type { NavInput } from './feature.ts'
import { cachedInfo, clientInfoKey } from '../session/client-info-cache.ts'
import { currentCompany } from '../session/company.ts'

/** The data from which the navigation list is built: that of the current company if it is loaded, otherwise that of the session. */
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
