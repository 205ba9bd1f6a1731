import { textIn } from '@signet/contract/narrow'
import type { Event, listEvents as contract } from '@signet/contract/threats/events'
import { severityOfRank } from '@signet/contract/threats/severities'
import type { Handler } from '../../app/handler.ts'
import { actorIn, historyText } from '../audit/history-text.ts'
import { publishedScope } from '../threats/list/threat-filter.queries.ts'
import { eventPage, type EventRow } from './events.queries.ts'

export const listEvents: Handler<typeof contract> = async (context, { query }) => {
  // If a company has disabled touts, they aren't shown anywhere.
  const kind = context.company.modules['touts'] === true ? 'either' : 'threat'
  const page = await eventPage(context.tx, publishedScope(context, kind), query)
  return { ...page, items: page.items.map(toEvent) }
}

function toEvent(row: EventRow): Event {
  // Remarks that reviewers add when publishing are internal.
  const remark = row.action === 'qa.publish' ? undefined : textIn(row.after, 'remark')
  return {
    id: row.id,
    at: row.at.toISOString(),
    by: actorIn(row),
    action: row.action,
    text: historyText(row.action, row.after, row.source),
    ...(remark ? { remark } : {}),
    target: { type: row.target_type, id: row.target_id },
    threatId: row.threat_id,
    kind: row.kind,
    source: row.source,
    title: row.title,
    severity: severityOfRank(row.severity),
  }
}
