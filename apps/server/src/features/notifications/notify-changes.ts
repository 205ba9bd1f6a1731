import { can, clientRoles, roles } from '@signet/contract/access/permissions'
import { isOneOf } from '@signet/contract/narrow'
import { takedownWord } from '@signet/contract/threats/case-words'
import { listPath, recordPath } from '@signet/contract/threats/record-path'
import { severityOfRank, type Severity } from '@signet/contract/threats/severities'
import { everySource } from '@signet/contract/threats/sources'
import type { ThreatStatus, Decision } from '@signet/contract/threats/threats'
import type { Sentence } from '@signet/contract/wire'
import type { Context } from '../../app/context.ts'
import type { Tx } from '../../db/database.ts'
import type { ThreatRow } from '../../db/rows.ts'
import { messageOf } from '../../errors/sentences.ts'
import { publishEvent, publishEvents } from './live-events.queries.ts'
import { notify } from './notify.ts'
import { raiseAlerts } from './raise-alerts.ts'
import { applyNotificationRules } from './apply-notification-rules.ts'
import { hasSubscriptions, severityOf } from './alerts.queries.ts'
import { subscribedViewsJob } from './notifications.jobs.ts'

type NotifyContext = Pick<Context, 'tx' | 'enqueue'> & { company: { id: number }; actor: { userId: string } | null }
type ChangedThreat = Pick<
  ThreatRow,
  'id' | 'kind' | 'title' | 'source' | 'severity' | 'threat_type' | 'auto_filtered' | 'score'
>

/** Lets open lists offer threats that are now visible. */
export async function offerPublished(
  { tx, company }: Pick<NotifyContext, 'tx' | 'company'>,
  threats: readonly ChangedThreat[],
): Promise<void> {
  const [first] = threats
  if (!first) return
  await publishEvent(tx, {
    companyId: company.id,
    type: 'threat.published',
    data: {
      kind: first.kind,
      threatIds: threats.map(({ id }) => id),
      sources: [...new Set(threats.map(({ source }) => source))],
      severities: [...new Set(threats.map(({ severity }) => severityOfRank(severity)))],
    },
  })
}

/** Announces published threats as notifications and through the company's alerts; filtered threats are skipped. */
export async function notifyPublished(
  { tx, enqueue, company, actor }: NotifyContext,
  threats: readonly ChangedThreat[],
): Promise<void> {
  const shown = threats.filter(({ auto_filtered: isFiltered }) => !isFiltered)
  const [first] = shown
  if (!first) return
  const about = shown.map(({ severity, source }) => ({ severity: severityOfRank(severity), source }))
  const isOne = shown.length === 1
  const { kind } = first
  await notify(tx, {
    companyId: company.id,
    audience: { permission: first.kind === 'tout' ? 'touts:read' : 'threats:read' },
    except: actor?.userId,
    type: 'threat',
    title: isOne ? newThreat(first) : messageOf('THREATS_NEW', { kind, count: shown.length }),
    body: isOne
      ? messageOf('THREAT_ABOUT', { threatType: first.threat_type, source: everySource[first.source].label })
      : summaryOf(about),
    href: isOne ? recordPath(first) : listPath(kind),
    about,
  })
  await raiseAlerts({ tx, enqueue, company }, shown)
  // By a job: each view is a search of its own, and a reviewer may wait for this transaction.
  if (await hasSubscriptions(tx, company.id)) {
    const threatIds = shown.map(({ id }) => id)
    await enqueue(tx, subscribedViewsJob, { companyId: company.id, threatIds, userId: actor?.userId ?? null })
  }
  await applyNotificationRules(
    { tx, enqueue, company, actor },
    'threatPublished',
    shown.map((threat) => ({
      // Publishing it again doesn't notify anyone again.
      cause: threat.id,
      title: newThreat(threat),
      href: recordPath(threat),
      severity: threat.severity,
    })),
    { titleOf: (rule, count) => messageOf('RULE_THREATS_NEW', { rule, kind, count }), href: listPath(kind) },
  )
}

const newThreat = ({ kind, severity, title }: ChangedThreat) =>
  messageOf('THREAT_NEW', { kind, severity: severityOfRank(severity), title })

function summaryOf(about: readonly { severity: Severity }[]): Sentence {
  const count = (wanted: Severity) => about.filter(({ severity }) => severity === wanted).length
  const [critical, high, medium, low] = [count('Critical'), count('High'), count('Medium'), count('Low')]
  return messageOf('THREATS_BY_SEVERITY', { critical, high, medium, low })
}

/** Announces a decision on threats; everyone who works on the resulting case is notified. */
export async function notifyDecided(
  { tx, enqueue, company, actor }: NotifyContext,
  threats: readonly ChangedThreat[],
  decision: Decision,
  status: ThreatStatus,
): Promise<void> {
  const [first] = threats
  if (!first) return
  const data = { threatIds: threats.map(({ id }) => id), status }
  await publishEvent(tx, { companyId: company.id, type: 'threat.changed', data })
  if (decision !== 'takedown' && decision !== 'deeperAnalysis') return
  const isTakedown = decision === 'takedown'
  const requested = {
    case: isTakedown ? takedownWord(threats.map(({ source }) => source)) : 'analysis',
    kind: first.kind,
  }
  await notify(tx, {
    companyId: company.id,
    audience: { permission: isTakedown ? 'takedowns:move' : 'analyses:move' },
    except: actor?.userId,
    type: isTakedown ? 'takedown' : 'analysis',
    title:
      threats.length === 1
        ? messageOf('CASE_REQUESTED', { case: requested.case, title: first.title })
        : messageOf('CASES_REQUESTED', { ...requested, count: threats.length }),
    href: threats.length === 1 ? recordPath(first) : isTakedown ? '/takedown' : '/deeperAnalysis',
  })
  const now = new Date().toISOString()
  await applyNotificationRules(
    { tx, enqueue, company, actor },
    isTakedown ? 'takedownRequested' : 'analysisRequested',
    threats.map((threat) => ({
      cause: `${threat.id} ${now}`,
      title: messageOf('CASE_REQUESTED', {
        case: isTakedown ? takedownWord([threat.source]) : 'analysis',
        title: threat.title,
      }),
      href: recordPath(threat),
      severity: threat.severity,
    })),
    {
      titleOf: (rule, count) => messageOf('RULE_CASES_REQUESTED', { ...requested, rule, count }),
      href: isTakedown ? '/takedown' : '/deeperAnalysis',
    },
  )
}

/** Announces that a review moved threats to another stage. */
export async function notifyReviewed(
  { tx, company }: Pick<NotifyContext, 'tx' | 'company'>,
  threatIds: readonly string[],
  stage: string,
): Promise<void> {
  await publishEvents(tx, company.id, [{ type: 'review.changed', data: { threatIds, stage } }])
}

/**
 * Announces that published threats were recalled: their lists change at once, and who was notified of them is notified of that.
 *
 * @param known those that the client was notified of
 */
export async function notifyRecalled(
  { tx, company, actor }: NotifyContext,
  threats: readonly ChangedThreat[],
  { known, reason }: { known: readonly ChangedThreat[]; reason: string },
): Promise<void> {
  const data = { threatIds: threats.map(({ id }) => id), status: 'recalled' }
  await publishEvent(tx, { companyId: company.id, type: 'threat.changed', data })
  const [first] = known
  if (!first) return
  const isOne = known.length === 1
  await notify(tx, {
    companyId: company.id,
    audience: { permission: first.kind === 'tout' ? 'touts:read' : 'threats:read' },
    except: actor?.userId,
    type: 'threat',
    title: isOne
      ? messageOf('THREAT_RECALLED', { title: first.title })
      : messageOf('THREATS_RECALLED', { count: known.length }),
    body: reason,
    href: isOne ? recordPath(first) : listPath(first.kind),
    about: known.map(({ severity, source }) => ({ severity: severityOfRank(severity), source })),
  })
}

/**
 * Tells the company that a threat which it found harmless is open again.
 *
 * @param words what changed
 * @param once identifies the change, which is announced once
 */
export async function notifyReopened(
  tx: Tx,
  companyId: number,
  threat: Pick<ThreatRow, 'id' | 'kind' | 'source' | 'title' | 'severity'>,
  { words, once }: { words: string; once: string },
): Promise<void> {
  await notify(tx, {
    companyId,
    audience: { permission: threat.kind === 'tout' ? 'touts:read' : 'threats:read' },
    type: 'threat',
    title: messageOf('THREAT_REOPENED', { title: threat.title }),
    body: words,
    href: recordPath(threat),
    once,
    about: [{ severity: severityOfRank(threat.severity), source: threat.source }],
  })
}

/** Tells reviewers that more threats are waiting; their list shows which ones. */
export async function notifyArrived(tx: Tx, companyId: number): Promise<void> {
  await publishEvents(tx, companyId, [{ type: 'review.changed', data: { threatIds: [], stage: 'queued' } }])
}

interface ChangedCase {
  kind: 'takedown' | 'analysis'
  id: string
  threatId: string
  title: string
  status: string
}

/** Announces the next step of a case; its client and everyone who works on cases are notified. */
export async function notifyCaseMoved(
  context: NotifyContext,
  moved: ChangedCase & { sentence: Sentence },
): Promise<void> {
  const isTakedown = moved.kind === 'takedown'
  const title = moved.sentence
  await notifyOfCase(context, moved, title)
  const severity = await severityOf(context.tx, context.company.id, moved.threatId)
  const href = isTakedown ? `/takedown/${moved.id}` : `/deeperAnalysis/${moved.id}`
  const occurrence = { cause: `${moved.id} ${new Date().toISOString()}`, title, href }
  await applyNotificationRules(context, isTakedown ? 'takedownMoved' : 'analysisMoved', [
    { ...occurrence, ...(severity === undefined ? {} : { severity }) },
  ])
}

/** Notifies the same users of a message on a case. */
export function notifyCaseCommented(
  context: Omit<NotifyContext, 'enqueue'> & { actor: { name: string } },
  written: ChangedCase & { called: 'takedown' | 'fix' | 'analysis' },
): Promise<void> {
  const { called, title } = written
  return notifyOfCase(context, written, messageOf('CASE_COMMENTED', { case: called, title, name: context.actor.name }))
}

/** A client's users, and those who work on its cases. SuperAdmins may work on the cases of every company, so only rules notify them. */
const rolesOfCases = roles.filter(
  (role) => isOneOf(clientRoles, role) || (can(role, 'takedowns:move') && role !== 'superAdmin'),
)

/** Announces any other change of a case to the same users, except the one who made it. */
export async function notifyOfCase(
  { tx, company, actor }: Omit<NotifyContext, 'enqueue'>,
  { kind, id, threatId, status }: ChangedCase,
  title: Sentence,
): Promise<void> {
  const isTakedown = kind === 'takedown'
  await publishEvents(tx, company.id, [
    isTakedown
      ? { type: 'takedown.changed', data: { takedownId: id, threatId, status } }
      : { type: 'analysis.changed', data: { analysisId: id, threatId, status } },
  ])
  await notify(tx, {
    companyId: company.id,
    audience: { roles: rolesOfCases },
    except: actor?.userId,
    type: kind,
    title,
    href: isTakedown ? `/takedown/${id}` : `/deeperAnalysis/${id}`,
  })
}
