import { takedownWord } from '@signet/contract/threats/case-words'
import type { AnySource } from '@signet/contract/threats/sources'
import { isRecord } from '@signet/contract/narrow'
import type { HistoryEvent } from '@signet/contract/threats/threats'
import type { Context } from '../../app/context.ts'
import { auditOf, recordAudit } from '../audit/audit.queries.ts'
import { historyText, remarkIn } from '../audit/history-text.ts'
import { notifyMentioned } from '../notifications/notify-person.ts'
import { notifyCaseCommented } from '../notifications/notify-changes.ts'

/** The history of a case and of these parts of it, oldest first. */
export async function caseEvents(
  { tx, company }: Pick<Context, 'tx' | 'company'>,
  caseId: string,
  partIds: readonly string[] = [],
): Promise<HistoryEvent[]> {
  const audited = await auditOf(tx, company.id, [caseId, ...partIds])
  return audited.map((entry) => {
    const isManual = isRecord(entry.after) && entry.after['isManual'] === true
    return {
      id: entry.id,
      at: entry.at.toISOString(),
      by: entry.by_name,
      action: entry.action,
      text: historyText(entry.action, entry.after),
      ...remarkIn(entry.after),
      ...(isManual ? { isManual } : {}),
    }
  })
}

/** Adds a message to the events of a case and notifies everyone else who works on it. */
export async function writeOnCase(
  context: Context,
  kind: 'takedown' | 'analysis',
  row: { id: string; threat_id: string; title: string; source: AnySource; status: string },
  text: string,
): Promise<void> {
  const targetType = kind === 'takedown' ? 'takedown' : 'deeperAnalysis'
  await recordAudit(context, { action: `${targetType}.written`, targetType, targetId: row.id, after: { remark: text } })
  await notifyCaseCommented(context, {
    kind,
    id: row.id,
    threatId: row.threat_id,
    title: row.title,
    called: kind === 'takedown' ? takedownWord([row.source]) : kind,
    status: row.status,
  })
  const href = kind === 'takedown' ? `/takedown/${row.id}` : `/deeperAnalysis/${row.id}`
  await notifyMentioned(context, text, { kind: targetType, title: row.title, source: row.source, href })
}
