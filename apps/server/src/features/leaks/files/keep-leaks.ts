import { randomUUID } from 'node:crypto'
import type { LeakRules } from '@signet/contract/companies/companies'
import type { Sealer, Secrets } from '../../../app/secrets.ts'
import type { Tx } from '../../../db/database.ts'
import {
  addressOf,
  isBelow,
  isLeakedPassword,
  mailDomainOf,
  urlTypeOf,
  type LeakDraft,
  type LeakScope,
} from '../list/describe-leak.ts'
import { passwordFacts } from './password-kind.ts'
import { hintOf } from '../passwords/password-mask.ts'
import { findPeople, loginsOf } from '../people/watched-people.queries.ts'
import { companyOf } from '../../../db/company-keys.queries.ts'
import { ownPackages, protectedNames } from '../../companies/watched-brands.queries.ts'
import { insertLeaks, type NewLeak } from '../leaks.queries.ts'

/** The company settings for storing leaks. */
export interface LeakKeeping {
  companyId: number
  scope: LeakScope
  /** Whether masks may show the length class and the first and last letter. */
  hasHints: boolean
}

/** What the company protects, whose leaks it watches, and what its masks show. */
export async function leakKeepingOf(tx: Tx, companyId: number): Promise<LeakKeeping> {
  const people = await findPeople(tx, companyId)
  const { config } = await companyOf(tx, companyId)
  const names = await protectedNames(tx, companyId)
  const apps = await ownPackages(tx, companyId)
  return {
    companyId,
    scope: {
      domains: [...new Set(names.map((name) => addressOf(name)?.host ?? name))],
      logins: new Set(people.flatMap(loginsOf)),
      apps: new Set(apps.map((name) => name.toLowerCase())),
    },
    hasHints: leakPolicyOf(config).showsHints,
  }
}

/** The rules for a company's leaks. */
export interface LeakPolicy {
  showsHints: boolean
  passwordDays: number
  leakDays: number
}
const passwordDaysMax = 90
const leakDaysMax = 730

/** The company's own rules for its leaks; they can shorten retention, but never extend it. */
export function leakPolicyOf({ leaks }: { leaks?: LeakRules | undefined }): LeakPolicy {
  return {
    showsHints: leaks?.showsHints ?? false,
    passwordDays: Math.min(leaks?.passwordDays ?? passwordDaysMax, passwordDaysMax),
    leakDays: Math.min(leaks?.leakDays ?? leakDaysMax, leakDaysMax),
  }
}

/**
 * Stores leaks: passwords are encrypted in this step, and figures are updated in the same transaction. Known leaks aren't changed, so
 * storing the same drafts again has no effect.
 *
 * @param drafts at most 5,000
 * @returns how many are new
 */
export async function keepLeaks(
  tx: Tx,
  secrets: Secrets,
  keeping: LeakKeeping,
  drafts: readonly LeakDraft[],
  now = new Date(),
): Promise<number> {
  if (drafts.length === 0) return 0
  const sealer = await secrets.sealer(tx, keeping.companyId)
  // Sorted, so that two imports of the same leaks can't deadlock.
  const rows = drafts
    .map((draft) => rowOf(sealer, keeping, draft, now))
    .toSorted((a, b) => a.fingerprint.compare(b.fingerprint))
  return insertLeaks(tx, keeping.companyId, rows)
}

/** Text that the database accepts, truncated to the length of its column. */
const clean = (text: string, max: number) =>
  text.replaceAll('\0', '\u{FFFD}').toWellFormed().normalize('NFC').slice(0, max).toWellFormed()

function rowOf(sealer: Sealer, { scope, hasHints }: LeakKeeping, draft: LeakDraft, now: Date): NewLeak {
  const id = draft.id ?? randomUUID()
  const url = draft.url === undefined || draft.url === '' ? null : clean(draft.url, 2000)
  const address = url === null ? null : addressOf(url)
  const host = address ? clean(address.host, 300) : null
  const username = draft.username === undefined || draft.username === '' ? null : clean(draft.username, 500)
  const login = username?.toLowerCase().slice(0, 500) ?? null
  const password = isLeakedPassword(draft.password) ? draft.password.toWellFormed() : null
  const facts = password === null ? null : passwordFacts(password, draft.leakType)
  const mailDomain = login === null ? null : mailDomainOf(login)
  const entity = clean(draft.entity, 200)
  const source = clean(draft.source, 200)
  const docCategory = draft.docCategory ? clean(draft.docCategory, 100) : null
  const docSource = draft.docSource ? clean(draft.docSource, 100) : null
  // Credentials are identified by their content, wherever they occur again; a file or table is identified by its origin.
  const identity =
    url === null && login === null
      ? [entity, source, docCategory ?? '', docSource ?? '', draft.leakedAt.toISOString()]
      : [host ?? '', address?.path ?? '', login ?? '', password ?? '', ...(docCategory ? [docCategory] : [])]
  const secret = draft.isPasswordDeleted ? null : password
  const hint = secret !== null && hasHints ? hintOf(secret) : null
  return {
    id,
    leak_type: draft.leakType,
    fingerprint: sealer.lookup([draft.leakType, ...identity]),
    entity,
    source,
    leaked_at: draft.leakedAt,
    added_at: draft.addedAt ?? now,
    url,
    host,
    url_type: address ? urlTypeOf(address) : null,
    subdomain: address && host !== null && !address.isApp && isBelow(address.host, scope.domains) ? host : null,
    username,
    login,
    search: [login, url?.toLowerCase(), entity.toLowerCase(), source.toLowerCase()].filter(Boolean).join('\n'),
    is_employee: draft.isEmployee ?? (mailDomain !== null && isBelow(mailDomain, scope.domains)),
    has_password: password !== null,
    password_kind: facts?.kind ?? null,
    hashed_by: facts?.hashedBy ?? null,
    secret: secret === null ? null : sealer.seal({ recordId: id, field: 'password' }, secret),
    hint: hint === null ? null : sealer.seal({ recordId: id, field: 'hint' }, hint),
    stealer: draft.stealer ? clean(draft.stealer, 100) : null,
    doc_category: docCategory,
    doc_source: docSource,
    records: draft.records ?? null,
    status: draft.status ?? 'open',
    is_demo: draft.isDemo ?? false,
  }
}
