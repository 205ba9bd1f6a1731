import { derivedId } from '../../derived-id.ts'
import { eachCompanyAlone, type AloneParts } from '../../app/each-alone.ts'
import type { Database } from '../../db/database.ts'
import { insertRecords, signInGroups, type SignInGroup } from './sign-in-groups.queries.ts'

// How far back it checks for unrecorded minutes after all processes were stopped.
const lookBackMinutes = 120
// A flood of attempts on many accounts at once creates at most this many records per company and minute.
const recordsPerMinute = 500

/**
 * Copies sign-in attempts on existing accounts into the audit of their company: one record per minute, account and result with the number
 * of attempts, so that a flood of guesses can't fill the audit. Attempts on unknown names stay only in the sign-in log, because they belong
 * to no company.
 *
 * It is idempotent: the id of a record is derived from its content.
 *
 * @returns how many records were added
 * @throws AggregateError after the last company, if the records of one couldn't be added
 */
export async function recordSignIns(parts: AloneParts & { database: Database }, now: Date): Promise<number> {
  const { database } = parts
  const groups = await database.inIdentity((tx) => signInGroups(tx, now, lookBackMinutes))
  const counts = new Map<string, number>()
  const kept = groups.filter((group) => {
    const key = `${group.company_id} ${group.minute.getTime()}`
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    return count <= recordsPerMinute
  })
  let added = 0
  const groupsOf = Map.groupBy(kept, (group) => group.company_id)
  await eachCompanyAlone(parts, [...groupsOf.keys()], async (companyId) => {
    const rows = (groupsOf.get(companyId) ?? []).map(toRow)
    added += await database.inCompanies([companyId], (tx) => insertRecords(tx, rows))
  })
  return added
}

function toRow(group: SignInGroup) {
  const isRefused = group.result === 'refused' || group.result === 'throttled'
  return {
    company_id: group.company_id,
    id: idOf(group),
    at: group.last_at,
    user_id: group.user_id,
    by_name: group.name,
    by_email: group.email,
    by_role: group.role,
    ip: group.ip,
    action: `signIn.${group.result}`,
    target_type: 'user',
    target_id: group.user_id,
    before: null,
    after: group.attempts === 1 ? null : JSON.stringify({ attempts: group.attempts, addresses: group.addresses }),
    request_id: null,
    result: isRefused ? ('refused' as const) : ('ok' as const),
    reason: group.reason ?? (isRefused ? group.result : null),
  }
}

const idOf = ({ user_id: userId, result, minute }: SignInGroup) =>
  derivedId(`sign-in ${userId} ${result} ${minute.toISOString()}`, 5)
