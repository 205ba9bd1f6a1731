import { textIn } from '@signet/contract/narrow'
import { ConnectorError } from '../../connector-error.ts'
import { callApi, replyOf, type ApiCall, type FailureOf } from '../call-api.ts'
import type { Access } from '../connector.ts'
import { valueAt } from '../read-records.ts'

/** How they say that they don't know something. */
const nothingStatuses = new Set(['no_results', 'hash_not_found'])
const keyStatuses = new Set(['unknown_auth_key', 'no_auth_key', 'user_blacklisted'])
/** The account that all services of abuse.ch share. */
export const abuseChPermission = 'a free key of auth.abuse.ch'

/** The services of abuse.ch answer 200 whatever the outcome, which is in `query_status`. */
const failureOf =
  (access: Access): FailureOf =>
  ({ status, json }, host) => {
    const outcome = textIn(json, 'query_status')
    const reply = replyOf(access, outcome ?? textIn(json, 'error') ?? String(status))
    if (status === 401 || status === 403 || (outcome !== undefined && keyStatuses.has(outcome))) {
      return new ConnectorError('API_KEY_REFUSED', { host, reply }, { status })
    }
    const isFine = outcome === undefined || outcome === 'ok' || nothingStatuses.has(outcome)
    return isFine || status !== 200 ? null : new ConnectorError('API_CALL_REFUSED', { host, reply }, { status })
  }

/** Sends a call to a service of abuse.ch; null if it knows nothing. */
export async function askAbuseCh(access: Access, call: ApiCall): Promise<unknown> {
  const headers = { ...call.headers, 'auth-key': access.credentials.key ?? '' }
  const { json } = await callApi(access, { ...call, headers }, failureOf(access))
  return nothingStatuses.has(textIn(json, 'query_status') ?? '') ? null : json
}

/** The body of a call with these values. */
export const abuseChForm = (values: Record<string, string>) => ({
  method: 'POST' as const,
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams(values).toString(),
})

/**
 * Reads a list of a service of abuse.ch.
 *
 * @param list the name of the list in its answer, which is missing if nothing was found
 */
export async function callAbuseCh(access: Access, call: ApiCall, list: 'data' | 'urls'): Promise<unknown> {
  const json = await askAbuseCh(access, call)
  return json === null ? [] : valueAt(json, list)
}
