import { leakTypes, type Leak } from '@signet/contract/leaks/leaks'
import { maskedName } from '@signet/contract/leaks/mask-identity'
import { required } from '@signet/contract/narrow'
import type { Context } from '../../../app/context.ts'
import { leakPolicyOf } from '../files/keep-leaks.ts'
import type { ListedLeak } from '../leaks.queries.ts'
import { maskOf } from '../passwords/password-mask.ts'
import { companyOf } from '../../../db/company-keys.queries.ts'

/**
 * Leaks as they are sent: passwords are masked, with hints only if the company allows them.
 *
 * @param isNamed whether the user names are sent as they were leaked; otherwise they are masked
 */
export async function toLeaks(
  { tx, company, secrets }: Pick<Context, 'tx' | 'company' | 'secrets'>,
  rows: readonly ListedLeak[],
  isNamed: boolean,
): Promise<Leak[]> {
  const hinted = rows.filter(({ hint }) => hint !== null)
  const hints = new Map<string, string | null>()
  if (hinted.length > 0) {
    const { config } = await companyOf(tx, company.id)
    if (leakPolicyOf(config).showsHints) {
      const closed = hinted.map(({ id, hint }) => ({ recordId: id, field: 'hint', stored: required(hint, 'a hint') }))
      const opened = await secrets.openAll(tx, company.id, closed)
      for (const [index, { id }] of hinted.entries()) hints.set(id, opened[index] ?? null)
    }
  }
  return rows.map((row) => toLeak(row, hints.get(row.id) ?? null, isNamed))
}

function toLeak(row: ListedLeak, hint: string | null, isNamed: boolean): Leak {
  const name = row.username ?? undefined
  const shownName = name === undefined || isNamed ? name : maskedName(row.leak_type, name)
  return {
    id: row.id,
    leakType: row.leak_type,
    leakTypeLabel: leakTypes[row.leak_type].label,
    entity: row.entity,
    source: row.source,
    date: row.leaked_at.toISOString(),
    addedAt: row.added_at.toISOString(),
    url: row.url ?? undefined,
    urlType: row.url_type ?? undefined,
    subdomain: row.subdomain ?? undefined,
    username: shownName,
    isNameMasked: shownName !== name,
    isEmployee: row.is_employee,
    hasPassword: row.has_password,
    password: row.has_password ? maskOf(hint) : null,
    passwordKind: row.password_kind ?? undefined,
    hashedBy: row.hashed_by ?? undefined,
    canReveal: row.can_reveal,
    stealer: row.stealer ?? undefined,
    docCategory: row.doc_category ?? undefined,
    docSource: row.doc_source ?? undefined,
    count: row.records ?? undefined,
    status: row.status,
    isDemo: row.is_demo,
    version: row.version,
  }
}
