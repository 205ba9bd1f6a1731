import type * as contract from '@signet/contract/messages/announcements'
import type { Announcement, AnnouncementAudience, AnnouncementState } from '@signet/contract/messages/announcements'
import { announceJob } from './announcements.jobs.ts'
import type { Handler, IdentityHandler } from '../../app/handler.ts'
import type { Context, IdentityContext } from '../../app/context.ts'
import type { Row } from '../../db/rows.ts'
import { AppError, found } from '../../errors.ts'
import { recordAudit } from '../audit/audit.queries.ts'
import { unknownCompanies } from '../notifications/recipients.queries.ts'
import {
  announcementPage,
  insertAnnouncement,
  lockAnnouncement,
  putAnnouncement,
  deleteAnnouncementRow,
} from './announcements.queries.ts'
import { failedMails } from '../notifications/sendings.queries.ts'

type AnnouncementRow = Row<'announcements'>

const stateOf = (row: AnnouncementRow): AnnouncementState => {
  if (row.delivered_at) return 'delivered'
  if (row.started_at) return 'delivering'
  return row.paused_at ? 'paused' : 'scheduled'
}

const toAnnouncement = (row: AnnouncementRow, failed = 0): Announcement => ({
  id: row.id,
  audience: row.audience,
  title: row.title,
  body: row.body,
  from: row.from_at.toISOString(),
  to: row.to_at?.toISOString() ?? null,
  channels: row.channels,
  state: stateOf(row),
  deliveredAt: row.delivered_at?.toISOString() ?? null,
  recipients: row.recipients,
  failed,
  by: row.by_name,
  version: row.version,
})

export const listAnnouncements: Handler<typeof contract.listAnnouncements> = async ({ tx, companies }, { query }) => {
  const page = await announcementPage(tx, query)
  const failed = await failedMails(
    tx,
    companies.map(({ id }) => id),
    page.items.map(({ id }) => id),
  )
  return {
    ...page,
    items: page.items.map((row) => toAnnouncement(row, failed.get(row.id))),
  }
}

async function announcementOf({ tx }: Context, announcementId: string): Promise<AnnouncementRow> {
  return found(await lockAnnouncement(tx, announcementId), 'announcement')
}

async function refuseUnknown(context: IdentityContext, audience: AnnouncementAudience): Promise<void> {
  if (!('companies' in audience)) return
  const unknown = await context.identity((tx) => unknownCompanies(tx, audience.companies))
  if (unknown.length > 0) throw new AppError('COMPANY_NOT_FOUND')
}

function refuseBackwards(from: Date, to: Date | null): void {
  if (to === null || to.getTime() > from.getTime()) return
  throw new AppError('END_BEFORE_START', {}, { at: 'body.to' })
}

/** An announcement that is already due is sent at once, others when they become due. */
async function announceIfDue({ tx, enqueue }: Context, from: Date): Promise<void> {
  if (from.getTime() <= Date.now()) await enqueue(tx, announceJob, {})
}

export const addAnnouncement: IdentityHandler<typeof contract.addAnnouncement> = {
  withIdentity: async (context, { body }) => {
    await refuseUnknown(context, body.audience)
    const [from, to] = [new Date(body.from), body.to ? new Date(body.to) : null]
    refuseBackwards(from, to)
    const row = await insertAnnouncement(context.tx, {
      audience: JSON.stringify(body.audience),
      title: body.title,
      body: body.body,
      from_at: from,
      to_at: to,
      channels: body.channels,
      by_name: context.actor.name,
    })
    await recordAudit(context, {
      action: 'announcement.added',
      targetType: 'announcement',
      targetId: row.id,
      after: toAnnouncement(row),
    })
    await announceIfDue(context, from)
    return toAnnouncement(row)
  },
}

/** @throws AppError `CONFLICT` if it has changed since it was read, or delivery has started */
export const changeAnnouncement: IdentityHandler<typeof contract.changeAnnouncement> = {
  withIdentity: async (context, { params, body }) => {
    const before = await announcementOf(context, params.announcementId)
    if (before.version !== body.version) throw new AppError('STALE_VERSION', { what: 'announcement' })
    if (before.started_at) throw new AppError('ANNOUNCEMENT_STARTED')
    const audience = body.audience ?? before.audience
    await refuseUnknown(context, audience)
    const from = body.from ? new Date(body.from) : before.from_at
    const to = body.to === undefined ? before.to_at : body.to === null ? null : new Date(body.to)
    refuseBackwards(from, to)
    const row = await putAnnouncement(context.tx, before.id, {
      audience: JSON.stringify(audience),
      title: body.title ?? before.title,
      body: body.body ?? before.body,
      from_at: from,
      to_at: to,
      channels: body.channels ?? before.channels,
      paused_at: body.isPaused === undefined ? before.paused_at : body.isPaused ? new Date() : null,
      version: before.version + 1,
    })
    await recordAudit(context, {
      action: 'announcement.changed',
      targetType: 'announcement',
      targetId: row.id,
      before: toAnnouncement(before),
      after: toAnnouncement(row),
    })
    if (!row.paused_at) await announceIfDue(context, from)
    return toAnnouncement(row)
  },
}

export const deleteAnnouncement: Handler<typeof contract.deleteAnnouncement> = async (context, { params }) => {
  const before = await announcementOf(context, params.announcementId)
  await deleteAnnouncementRow(context.tx, before.id)
  await recordAudit(context, {
    action: 'announcement.deleted',
    targetType: 'announcement',
    targetId: before.id,
    before: toAnnouncement(before),
  })
}
