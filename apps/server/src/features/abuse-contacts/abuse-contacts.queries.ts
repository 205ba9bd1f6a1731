import { sql } from 'kysely'
import type { ContactRole, ContactRule, ListedContact } from '@signet/contract/takedowns/abuse-contacts'
import type { AnySource } from '@signet/contract/threats/sources'
import { hourMs } from '@signet/contract/time'
import type { Page, SortedPaging } from '@signet/contract/wire'
import { recipientOf, type FoundContact } from '@signet/detection'
import { countUpTo, pageCountedBy, totalMax } from '../../db/capped-page.ts'
import { containing } from '../../db/search-text.ts'
import type { Tx } from '../../db/database.ts'
import type { Row } from '../../db/rows.ts'

export type ContactRow = Row<'abuse_contacts'>

/** A contact that was just seen isn't written again: many checks find the same ones. */
const seenAgainMs = hourMs

/**
 * Adds contacts to the list, or updates where they were last found; what the staff decided stays. Called last in a transaction, because the
 * rows are shared by all companies.
 */
export async function putContacts(tx: Tx, contacts: readonly FoundContact[], now: Date): Promise<void> {
  // In one order, so that two transactions can't wait for each other.
  const rows = contacts
    .flatMap(({ role, name, email, phone, form, origin, record, ...one }) => {
      const recipient = recipientOf({ ...one, email, phone, form })
      return recipient === null
        ? []
        : [{ recipient, role, name: name.slice(0, 500), email, phone, form, origin, record, seen_at: now }]
    })
    .toSorted((a, b) => (a.recipient < b.recipient ? -1 : 1))
  if (rows.length === 0) return
  await tx
    .insertInto('abuse_contacts')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .column('recipient')
        .doUpdateSet((set) => ({
          role: set.ref('excluded.role'),
          name: set.ref('excluded.name'),
          email: set.ref('excluded.email'),
          phone: set.ref('excluded.phone'),
          form: set.ref('excluded.form'),
          origin: set.ref('excluded.origin'),
          record: set.ref('excluded.record'),
          seen_at: set.ref('excluded.seen_at'),
        }))
        .where('abuse_contacts.origin', '!=', 'curated')
        .where('abuse_contacts.seen_at', '<', new Date(now.getTime() - seenAgainMs)),
    )
    .execute()
}

/** The curated contacts for the cases of a source. Index: abuse_contacts_sources. */
export function contactsForSource(tx: Tx, source: AnySource): Promise<ContactRow[]> {
  return tx
    .selectFrom('abuse_contacts')
    .selectAll()
    .where(sql<boolean>`sources @> array[${source}]`)
    .orderBy('name')
    .limit(20)
    .execute()
}

/** The national CERTs of some countries (ISO 3166-1 alpha-2). A case has a few countries, the table a few CERTs. */
export function certsOf(tx: Tx, countries: readonly string[]): Promise<ContactRow[]> {
  if (countries.length === 0) return Promise.resolve([])
  return tx
    .selectFrom('abuse_contacts')
    .selectAll()
    .where('role', '=', 'cert')
    .where(sql<boolean>`countries && ${[...countries]}::text[]`)
    .orderBy('name')
    .limit(10)
    .execute()
}

/** What the staff decided about some recipients. Index: abuse_contacts_recipient_key. */
export async function rulesOf(tx: Tx, recipients: readonly string[]): Promise<Map<string, ContactRow>> {
  if (recipients.length === 0) return new Map()
  const rows = await tx
    .selectFrom('abuse_contacts')
    .selectAll()
    .where('recipient', 'in', [...new Set(recipients)])
    .where('rule', 'is not', null)
    .execute()
  return new Map(rows.map((row) => [row.recipient, row]))
}

/** One contact, locked for a change. Index: abuse_contacts_pkey. */
export function lockContact(tx: Tx, contactId: string): Promise<ContactRow | undefined> {
  return tx.selectFrom('abuse_contacts').selectAll().where('id', '=', contactId).forUpdate().executeTakeFirst()
}

export function setRule(
  tx: Tx,
  contactId: string,
  rule: { kind: ContactRule; replacement: string | null; reason: string; byName: string } | null,
): Promise<ContactRow> {
  return tx
    .updateTable('abuse_contacts')
    .set((set) => ({
      rule: rule?.kind ?? null,
      replacement: rule?.replacement ?? null,
      rule_reason: rule?.reason ?? null,
      rule_by_name: rule?.byName ?? null,
      rule_at: rule === null ? null : new Date(),
      version: set('version', '+', 1),
    }))
    .where('id', '=', contactId)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** The parameters of a page of the list. */
interface ContactsQuery extends SortedPaging<'seenAt' | 'name'> {
  searchQuery?: string | undefined
  role?: ContactRole[] | undefined
  rule?: ContactRule[] | undefined
}

/** A page of the list. Index: abuse_contacts_seen for the latest first; other orders sort the rows. */
export async function listContacts(tx: Tx, query: ContactsQuery): Promise<Page<ListedContact>> {
  const { searchQuery, role, rule } = query
  const like = containing((searchQuery ?? '').toLowerCase())
  const matching = tx
    .selectFrom('abuse_contacts')
    .$call((found) => (role?.length ? found.where('role', 'in', role) : found))
    .$call((found) => (rule?.length ? found.where('rule', 'in', rule) : found))
    .$if(Boolean(searchQuery), (found) =>
      found.where(sql<boolean>`(lower(name) like ${like} or lower(recipient) like ${like})`),
    )
  const rows = await matching
    .selectAll()
    .orderBy(query.sortField === 'name' ? 'name' : 'seen_at', query.sortDirection)
    .orderBy('name')
    .orderBy('id')
    .limit(query.limit)
    .offset((query.pageNumber - 1) * query.limit)
    .execute()
  return pageCountedBy(rows.map(toContact), query, () => countUpTo(tx, matching, totalMax + 1))
}

export function toContact(row: ContactRow): ListedContact {
  const { id, role, name, email, phone, form, origin, record, rule, version } = row
  return {
    id,
    role,
    name,
    email,
    phone,
    form,
    origin,
    record,
    seenAt: row.seen_at.toISOString(),
    bouncedAt: row.bounced_at?.toISOString() ?? null,
    rule:
      rule === null
        ? null
        : {
            kind: rule,
            replacement: row.replacement,
            reason: row.rule_reason ?? '',
            by: row.rule_by_name ?? '',
            at: (row.rule_at ?? row.seen_at).toISOString(),
          },
    version,
  }
}
