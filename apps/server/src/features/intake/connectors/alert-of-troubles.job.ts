import { connectors as infos, type ConnectorName } from '@signet/contract/collection/connectors'
import { everySource } from '@signet/contract/threats/sources'
import { dayMs } from '@signet/contract/time'
import { eachCompanyAlone } from '../../../app/each-alone.ts'
import type { JobParts } from '../../../app/jobs.ts'
import { activeCompanies } from '../../../db/company-keys.queries.ts'
import { messageOf } from '../../../errors/sentences.ts'
import { applyNotificationRules } from '../../notifications/apply-notification-rules.ts'
import { notify } from '../../notifications/notify.ts'
import { clockIn, isWorking, silentSince, troubleOf, type Clock } from './connector-work.ts'
import { connectorsOn, setAlerted, type ConnectorRow } from './connectors.queries.ts'

type Parts = Pick<JobParts, 'database' | 'enqueue' | 'log'>

const href = '/settings?part=sources'

/**
 * Notifies people of each connector that brings in nothing, once until it works again: those of the company who manage its alerts, and
 * staff by their rules.
 *
 * @throws AggregateError after the last company, if people of one couldn't be notified
 */
export async function alertOfTroubles({ database, enqueue, log }: Parts): Promise<void> {
  const companies = (await activeCompanies(database)).map(({ id }) => id)
  if (companies.length === 0) return
  const { clock, on } = await database.inCompanies(companies, async (tx) => ({
    clock: await clockIn(tx),
    on: await connectorsOn(tx),
  }))
  const rows = Map.groupBy(on, (row) => row.company_id)
  await eachCompanyAlone({ database, log }, [...rows.keys()], async (companyId) => {
    const connectors = rows.get(companyId) ?? []
    const troubled = connectors.filter((row) => !row.alerted_at && troubleOf(row, clock))
    const working = connectors.filter((row) => row.alerted_at && isWorking(row, clock))
    if (troubled.length + working.length === 0) return
    await database.inCompanies([companyId], async (tx) => {
      if (working.length > 0) await setAlerted(tx, companyId, namesOf(working), false)
      if (troubled.length === 0) return
      const fresh = await setAlerted(tx, companyId, namesOf(troubled), true)
      const occurrences = troubled
        .filter(({ connector }) => fresh.includes(connector))
        .map((row) => ({ cause: `${row.connector} ${clock.now.toISOString()}`, title: sentenceOf(row, clock), href }))
      const [first] = occurrences
      if (!first) return
      const labels = fresh.map((name) => infos[name].label).join(', ')
      const count = occurrences.length
      await notify(tx, {
        companyId,
        audience: { permission: 'alerts:write' },
        type: 'alert',
        title: count === 1 ? first.title : messageOf('CONNECTORS_TROUBLED', { count }),
        body: count === 1 ? '' : labels,
        href,
      })
      await applyNotificationRules(
        { tx, enqueue, company: { id: companyId }, actor: null },
        'connectorTroubled',
        occurrences,
        {
          titleOf: (rule) => messageOf('RULE_CONNECTORS_TROUBLED', { rule, count }),
          href,
        },
      )
    })
  })
}

const namesOf = (rows: readonly ConnectorRow[]): ConnectorName[] => rows.map(({ connector }) => connector)

function sentenceOf(row: ConnectorRow, clock: Clock) {
  const { label, source } = infos[row.connector]
  const since = silentSince(row, clock)
  const days = since ? Math.floor(((clock.now.getTime() - since.getTime()) * clock.factor) / dayMs) : 0
  return messageOf('CONNECTOR_TROUBLED', {
    connector: label,
    source: source === null ? '' : everySource[source].label,
    trouble: troubleOf(row, clock) ?? 'failing',
    days,
  })
}
