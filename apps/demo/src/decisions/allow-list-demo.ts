import { sql } from 'kysely'
import type { AllowKind } from '@signet/contract/threats/allow-list'
import type { AnySource, SourceFields } from '@signet/contract/threats/sources'
import { dayMs } from '@signet/contract/time'
import { allowKeyOf, allowValueFor, seenIn } from '@signet/detection'
import type { Tx } from '@signet/server/db/database'
import type { DemoPart } from '../demo-part.ts'
import { hasDemoRows } from '../has-demo-rows.ts'
import type { Random } from '../random.ts'

interface Made {
  kind: AllowKind
  value: string
  reason: string
  /** How many days before the end of the data the entry was created. */
  madeDays: number
  /** Days from the end of the data until the entry expires; negative when it has expired. */
  endsDays?: number
}

const manualEntries = (word: string): Made[] => [
  { kind: 'domain', value: `${word}-partners.example`, reason: 'Contracted reseller', madeDays: 210 },
  {
    kind: 'address',
    value: `affiliates.example/${word}`,
    reason: 'Affiliate with a contract this year',
    madeDays: 140,
    endsDays: 40,
  },
  { kind: 'host', value: `${word}.github.io`, reason: 'Pages by our developers', madeDays: 96 },
  { kind: 'account', value: `Instagram/${word}.fans`, reason: 'Known fan page', madeDays: 61 },
  {
    kind: 'domain',
    value: `${word}-summer.example`,
    reason: 'Summer campaign site',
    madeDays: 160,
    endsDays: -48,
  },
]

interface Whitelisted {
  id: string
  source: AnySource
  fields: SourceFields
  url: string | null
  at: Date | null
  by_name: string | null
  remark: string | null
}

/** The allow list of an invented company: whitelisted threats, and some entries added manually. */
export const allowListDemo: DemoPart = {
  name: 'allow-list',
  async load({ program, company, companyId, users, random, today }) {
    if (!company.isInvented) return
    await program.database.inCompanies([companyId], async (tx) => {
      if (await hasDemoRows(tx, companyId, 'allow_entries')) return
      const made = manualEntries(company.word).map(({ kind, value, reason, madeDays, endsDays }) => ({
        kind,
        value,
        reason,
        by: users.admin.name,
        threatId: null,
        at: new Date(today.getTime() - madeDays * dayMs),
        expiresAt: endsDays === undefined ? null : new Date(today.getTime() + endsDays * dayMs),
      }))
      const decided = (await whitelistedOf(tx, companyId)).flatMap((threat) => {
        const value = allowValueFor(seenIn(threat))
        if (!value) return []
        const by = threat.by_name ?? users.client.name
        return [{ ...value, reason: threat.remark, by, threatId: threat.id, at: threat.at ?? today, expiresAt: null }]
      })
      const entries = new Map([...decided, ...made].map((entry) => [allowKeyOf(entry), entry]))
      await tx
        .insertInto('allow_entries')
        .values(
          [...entries.values()].map(({ kind, value, reason, by, threatId, at, expiresAt }) => ({
            company_id: companyId,
            id: random.uuid(),
            kind,
            value,
            reason,
            by_user: null,
            by_name: by,
            threat_id: threatId,
            content_hash: null,
            expires_at: expiresAt,
            ...suppressed(random, at, expiresAt ?? today, today),
            counted_scan: null,
            counted_line: null,
            is_demo: true,
            created_at: at,
          })),
        )
        .execute()
    })
  },
}

/** How often an entry suppressed something: never for some entries, often for a few. */
function suppressed(random: Random, from: Date, until: Date, today: Date) {
  const count = random.int(0, 3) === 0 ? 0 : random.int(1, 6) * random.int(1, 6)
  const end = Math.min(until.getTime(), today.getTime())
  const share = random.int(0, 100) / 100
  const at = new Date(from.getTime() + Math.max(0, end - from.getTime()) * share)
  return { suppressions: count, last_suppressed_at: count === 0 ? null : at }
}

async function whitelistedOf(tx: Tx, companyId: number): Promise<Whitelisted[]> {
  const { rows } = await sql<Whitelisted>`
    select t.id, t.source, t.fields, t.url, a.at, a.by_name, r.text as remark from threats t
    left join lateral (select at, by_name from audit where company_id = ${companyId} and target_id = t.id
      and action = 'threat.whitelist' order by at desc limit 1) a on true
    left join lateral (select text from remarks where company_id = ${companyId} and threat_id = t.id
      order by at desc limit 1) r on true
    where t.company_id = ${companyId} and t.status = 'whitelist' and t.is_demo order by t.id limit 500`.execute(tx)
  return rows
}
