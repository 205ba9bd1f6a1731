import { clientRoles, type ClientRole } from '@signet/contract/access/permissions'
import { isOneOf, keysIn } from '@signet/contract/narrow'
import type { Database, Tx } from '../../db/database.ts'
import { newToken } from '../../secret-token.ts'
import { recordAudit, type AuditInput } from '../audit/audit.queries.ts'
import { hashPassword } from '../sessions/passwords/passwords.ts'
import { endSessionsOf } from '../sessions/sessions.queries.ts'
import { addUser, holdUser } from '../identity/add-user.queries.ts'
import { invalidValue, notFound, ScimError } from './scim-error.ts'
import type { MemberChange, ScimUserChanges } from './scim-input.ts'
import {
  changeClient,
  findByEmail,
  findScimUser,
  putScimUser,
  listMembers,
  mayHaveDomain,
  restoreScimUser,
  type ScimUserRow,
} from './scim.queries.ts'
import { newRole } from '../identity/user-rules.ts'

/** The caller: a company's identity provider. */
export interface ScimCaller {
  companyId: number
  tokenId: string
  ip: string | null
  requestId: string
}
type Change = ScimUserChanges & { role?: ClientRole; isDeleted?: boolean }

/** Runs changes of users and their audit records in one transaction. */
async function changing<T>(
  database: Database,
  caller: ScimCaller,
  work: (people: Tx, note: (entry: Omit<AuditInput, 'targetType'>) => void) => Promise<T>,
): Promise<T> {
  const { companyId, tokenId, ip, requestId } = caller
  return database.withIdentity([companyId], async (tx, identity) => {
    const entries: AuditInput[] = []
    const result = await identity((people) =>
      work(people, ({ after, ...entry }) =>
        entries.push({ ...entry, targetType: 'user', after: { ...after, via: 'scim', scimToken: tokenId } }),
      ),
    )
    await recordAudit({ tx, ip, requestId, company: { id: companyId }, actor: null }, entries)
    return result
  })
}

/**
 * Creates a user, or restores one that the provider deleted before; a restored user keeps its id.
 *
 * @throws ScimError `uniqueness` if the email address is taken
 */
export async function addScimUser(
  database: Database,
  caller: ScimCaller,
  changes: ScimUserChanges,
): Promise<ScimUserRow> {
  const { userName } = changes
  if (!userName) throw invalidValue('userName is needed')
  const passwordHash = await hashPassword(newToken())
  return changing(database, caller, async (people, note) => {
    await refuseDomain(people, caller, userName)
    const known = await findByEmail(people, userName)
    if (known) {
      const isOurs = known.company_id === caller.companyId && isOneOf(clientRoles, known.role)
      if (!isOurs || !known.deleted_at || known.is_active) throw taken()
      await restoreScimUser(people, known.id)
      return apply(people, note, caller, known.id, { active: true, ...changes })
    }
    const { userId } = await addUser(people, {
      email: userName,
      name: nameOf(changes, null) ?? userName,
      role: newRole,
      companyId: caller.companyId,
      adminCompanyIds: [],
      passwordHash,
    })
    note({ action: 'user.add', targetId: userId, after: { email: userName, role: newRole } })
    return apply(people, note, caller, userId, changes)
  })
}

/** @throws ScimError 404 outside the company and its two roles */
export function changeScimUser(database: Database, caller: ScimCaller, userId: string, change: Change) {
  return changing(database, caller, (people, note) => apply(people, note, caller, userId, change))
}

const taken = () => new ScimError(409, 'Somebody has this userName.', 'uniqueness')

async function refuseDomain(people: Tx, caller: ScimCaller, email: string): Promise<void> {
  if (!(await mayHaveDomain(people, caller.companyId, email.split('@')[1] ?? '')))
    throw invalidValue('userName must be an address of the company')
}

function nameOf(changes: ScimUserChanges, row: ScimUserRow | null): string | null {
  const { displayName, formatted, givenName = row?.given_name, familyName = row?.family_name } = changes
  const hasParts = changes.givenName !== undefined || changes.familyName !== undefined
  const parts = [givenName, familyName].filter(Boolean).join(' ')
  return displayName ?? formatted ?? (hasParts && parts ? parts : (row?.name ?? null))
}

async function apply(
  people: Tx,
  note: (entry: Omit<AuditInput, 'targetType'>) => void,
  caller: ScimCaller,
  userId: string,
  change: Change,
): Promise<ScimUserRow> {
  const found = await findScimUser(people, caller.companyId, userId)
  if (!found) throw notFound()
  // Locked and then read again, so that two concurrent changes run one after the other.
  await holdUser(people, found.id)
  const row = (await findScimUser(people, caller.companyId, userId)) ?? found
  const email = change.userName ?? row.email
  if (email !== row.email) {
    await refuseDomain(people, caller, email)
    if (await findByEmail(people, email)) throw taken()
  }
  const isActive = change.isDeleted ? false : (change.active ?? row.is_active)
  const next = { email, name: nameOf(change, row) ?? row.name, role: change.role ?? row.role, is_active: isActive }
  const before = { email: row.email, name: row.name, role: row.role, is_active: row.is_active }
  const changed = keysIn(next).filter((key) => next[key] !== before[key])
  if (changed.length > 0) {
    await changeClient(people, caller.companyId, row.id, next)
    const pick = (from: typeof next) => Object.fromEntries(changed.map((key) => [key, from[key]]))
    note({
      action: row.is_active && !isActive ? 'user.disable' : !row.is_active && isActive ? 'user.enable' : 'user.change',
      targetId: row.id,
      before: pick(before),
      after: pick(next),
    })
  }
  await putScimUser(people, row.id, {
    external_id: change.externalId === undefined ? row.external_id : change.externalId,
    given_name: change.givenName === undefined ? row.given_name : change.givenName,
    family_name: change.familyName === undefined ? row.family_name : change.familyName,
    deleted_at: change.isDeleted ? new Date() : isActive ? null : row.deleted_at,
  })
  if (!isActive || changed.includes('role')) await endSessionsOf(people, { userId: row.id }, 'changed by SCIM')
  return (await findScimUser(people, caller.companyId, userId)) ?? { ...row, ...next }
}

/**
 * Changes the members of a group. Everyone has one of the two roles: members removed from `client` become clientPeeker, and the only way to
 * leave `clientPeeker` is to join `client`.
 */
export function changeMembers(
  database: Database,
  caller: ScimCaller,
  role: ClientRole,
  changes: readonly MemberChange[],
): Promise<void> {
  return changing(database, caller, async (people, note) => {
    for (const { op, ids } of changes) {
      const members = await listMembers(people, caller.companyId, role)
      const leaving =
        op === 'remove'
          ? members.filter(({ id }) => ids === null || ids.includes(id))
          : op === 'replace'
            ? members.filter(({ id }) => !ids?.includes(id))
            : []
      const joining = op === 'remove' ? [] : (ids ?? []).filter((id) => !members.some((member) => member.id === id))
      for (const id of joining) await apply(people, note, caller, id, { role })
      if (role === 'client')
        for (const { id } of leaving) await apply(people, note, caller, id, { role: 'clientPeeker' })
    }
  })
}
