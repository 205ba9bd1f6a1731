import type { ClientInfo } from '@signet/contract/companies/companies'
import type { SessionUser } from '@signet/contract/access/session'
import { queryClient } from '../api/query-client.ts'
import type { NavInput } from './feature.ts'
import { cachedInfo, clientInfoKey } from '../session/client-info-cache.ts'
import { currentCompany } from '../session/company.ts'

/** The threat sources that are shown first: those that are set up, or all of them if none is or that isn't loaded. */
function tabSources(about: SessionUser | ClientInfo): SessionUser['threatSources'] {
  const own = 'setUpSources' in about ? about.setUpSources : []
  return own.length > 0 ? own : about.threatSources
}

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
    sources: { threats: tabSources(about), touts: about.toutSources },
  }
}
