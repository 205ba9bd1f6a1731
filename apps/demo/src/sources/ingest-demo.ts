import type { IngestAnswer } from '@signet/contract/collection/ingest'
import { severities } from '@signet/contract/threats/severities'
import { dayMs } from '@signet/contract/time'
import { detailOf } from '@signet/server/errors'
import type { DemoPart } from '../demo-part.ts'
import { hasDemoRows } from '../has-demo-rows.ts'

const jobsMax = 400

/** The streams that a company's collectors sent in the last 400 days: one on most nights, and occasionally an interrupted stream. */
export const ingestDemo: DemoPart = {
  name: 'ingest',
  async load({ program, company, companyId, random, today }) {
    if (!company.isInvented) return
    await program.database.inCompanies([companyId], async (tx) => {
      if (await hasDemoRows(tx, companyId, 'ingest_jobs')) return
      const collectors = (['Domain', 'URL', 'Telegram', 'APK'] as const).map((source) => ({
        source,
        apiKeyId: random.uuid(),
        name: `${company.word} ${source} collector`,
      }))
      const jobs = Array.from({ length: jobsMax }, (_, daysBack) => {
        const { source, apiKeyId, name } = random.pick(collectors)
        const at = new Date(today.getTime() - daysBack * dayMs - random.int(0, dayMs / 1000 - 1) * 1000)
        const isBroken = random.chance(0.03)
        const rejected: IngestAnswer['rejected'] = random.chance(0.1)
          ? [
              {
                line: random.int(1, 200),
                ...random.pick([
                  detailOf('', 'LINE_NOT_JSON', {}),
                  detailOf('severity', 'NOT_AN_OPTION', { options: severities.join(', ') }),
                  detailOf('', 'LINE_NOT_UTF8', {}),
                ]),
              },
            ]
          : []
        const accepted = random.int(0, 60)
        const duplicates = random.int(100, 900)
        return {
          company_id: companyId,
          id: random.uuid(),
          source,
          api_key_id: apiKeyId,
          key_name: name,
          idempotency_key: null,
          run: random.uuid(),
          state: isBroken ? ('failed' as const) : ('done' as const),
          lines_done: accepted + duplicates + rejected.length,
          accepted,
          duplicates,
          rejected_count: rejected.length,
          rejected: JSON.stringify(rejected),
          lines_hash: null,
          error: null,
          is_demo: true,
          created_at: at,
          updated_at: at,
        }
      })
      await tx.insertInto('ingest_jobs').values(jobs).execute()
    })
  },
}
