import { signInResults, type SignInResult } from '@signet/contract/access/account'
import { loggedMethods } from '@signet/contract/operation/logs'
import { dayOf, listOf, oneOf, textOf } from '../../url/search-params.ts'

/** The tables below the figures. Requests is the default and has no parameter. */
export const logTabs = ['requests', 'signIns', 'audit'] as const
export type LogTab = (typeof logTabs)[number]

/** The URL state of the logs page. */
export interface LogsSearch {
  tab?: Exclude<LogTab, 'requests'> | undefined
  from?: string | undefined
  to?: string | undefined
  /** The range of the tables; `from` and `to` are that of the charts. */
  logFrom?: string | undefined
  logTo?: string | undefined
  q?: string | undefined
  ip?: string | undefined
  /** Email address of the person who made the request or the change. */
  user?: string | undefined
  method?: (typeof loggedMethods)[number][] | undefined
  status?: string[] | undefined
  result?: SignInResult | undefined
  page?: string | undefined
}

export function validateLogsSearch(raw: Record<string, unknown>): LogsSearch {
  const page = textOf(raw['page'], 6)
  return {
    tab: oneOf(raw['tab'], ['signIns', 'audit']),
    from: dayOf(raw['from']),
    to: dayOf(raw['to']),
    logFrom: dayOf(raw['logFrom']),
    logTo: dayOf(raw['logTo']),
    q: textOf(raw['q']),
    ip: textOf(raw['ip'], 50),
    user: textOf(raw['user'], 320),
    method: listOf(raw['method'], loggedMethods),
    status: listOf(raw['status'])?.filter((code) => /^[1-5]\d\d$/.test(code)),
    result: oneOf(raw['result'], signInResults),
    page: page !== undefined && /^[1-9]\d*$/.test(page) && page !== '1' ? page : undefined,
  }
}
