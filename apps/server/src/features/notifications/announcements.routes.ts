import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import type * as contract from '@signet/contract/announcements'
import type { Announcement, AnnouncementAudience } from '@signet/contract/announcements'
import type { Context } from '../../context.ts'
import type { AnnouncementsTable } from '../../db/tables-notifications.ts'
import { AppError } from '../../errors.ts'
import type { Handler } from '../../http/mount-contract.ts'
import { recordAudit } from '../audit/audit.queries.ts'
import { unknownCompanies } from './recipients.queries.ts'

type Row = Selectable<AnnouncementsTable>

const toAnnouncement = (row: Row): Announcement => ({
  id: row.id,
  audience: row.audience,
  title: row.title,
  body: row.body,
  from: row.from_at.toISOString(),
  to: row.to_at?.toISOString() ?? null,
  channels: row.channels,
  state: row.delivered_at ? 'delivered' : row.started_at ? 'delivering' : 'scheduled',
  recipients: row.recipients,
  by: row.by_name,
  version: row.version,
})

export const listAnnouncements: Handler<typeof contract.listAnnouncements> = async ({ tx }, { query }) => {
  let rows = tx.selectFrom('announcements')
  if (query.searchQuery) {
    const pattern = `%${query.searchQuery.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
    rows = rows.where((is) => is.or([is('title', 'ilike', pattern), is('body', 'ilike', pattern)]))
  }
  const { count } = await rows.select((select) => select.fn.countAll<string>().as('count')).executeTakeFirstOrThrow()
  const items = await rows
    .selectAll()
    .orderBy('from_at', query.sortDirection)
    .orderBy('id', query.sortDirection)
    .limit(query.limit)
    .offset((query.pageNumber - 1) * query.limit)
    .execute()
  return {
    items: items.map(toAnnouncement),
    total: Number(count),
    pageNumber: query.pageNumber,
    limit: query.limit,
  }
}

async function announcementOr404({ tx }: Context, announcementId: string): Promise<Row> {
  const row = await tx
    .selectFrom('announcements')
    .selectAll()
    .where('id', '=', announcementId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new AppError('NOT_FOUND', 'There is no such announcement.')
  return row
}

async function refuseUnknown(context: Context, audience: AnnouncementAudience): Promise<void> {
  if (!('companies' in audience)) return
  const unknown = await context.identity((tx) => unknownCompanies(tx, audience.companies))
  if (unknown.length > 0) throw new AppError('COMPANY_NOT_FOUND', 'There is no such company.')
}

function refuseBackwards(from: Date, to: Date | null): void {
  if (to === null || to.getTime() > from.getTime()) return
  throw new AppError('BAD_REQUEST', 'to must be after from', {
    details: [{ path: 'body.to', message: 'must be after from' }],
  })
}

/** One that is due is told at once; the others when their time has come. */
async function tellIfDue({ tx, enqueue }: Context, from: Date): Promise<void> {
  if (from.getTime() <= Date.now()) await enqueue(tx, 'announce', {})
}

export const addAnnouncement: Handler<typeof contract.addAnnouncement> = async (context, { body }) => {
  await refuseUnknown(context, body.audience)
  const [from, to] = [new Date(body.from), body.to ? new Date(body.to) : null]
  refuseBackwards(from, to)
  const row = await context.tx
    .insertInto('announcements')
    .values({
      id: randomUUID(),
      audience: JSON.stringify(body.audience),
      title: body.title,
      body: body.body,
      from_at: from,
      to_at: to,
      channels: body.channels,
      by_name: context.actor.name,
      started_at: null,
      delivered_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await recordAudit(context, {
    action: 'announcement.added',
    targetType: 'announcement',
    targetId: row.id,
    after: toAnnouncement(row),
  })
  await tellIfDue(context, from)
  return toAnnouncement(row)
}

/** @throws AppError `CONFLICT` when it has changed since it was read, or people were told already */
export const changeAnnouncement: Handler<typeof contract.changeAnnouncement> = async (context, { params, body }) => {
  const before = await announcementOr404(context, params.announcementId)
  if (before.version !== body.version)
    throw new AppError('CONFLICT', 'Somebody changed this announcement in the meantime. Reload it and try again.')
  if (before.started_at) throw new AppError('CONFLICT', 'People were told of this announcement already.')
  const audience = body.audience ?? before.audience
  await refuseUnknown(context, audience)
  const from = body.from ? new Date(body.from) : before.from_at
  const to = body.to === undefined ? before.to_at : body.to === null ? null : new Date(body.to)
  refuseBackwards(from, to)
  const row = await context.tx
    .updateTable('announcements')
    .set({
      audience: JSON.stringify(audience),
      title: body.title ?? before.title,
      body: body.body ?? before.body,
      from_at: from,
      to_at: to,
      channels: body.channels ?? before.channels,
      version: before.version + 1,
    })
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await recordAudit(context, {
    action: 'announcement.changed',
    targetType: 'announcement',
    targetId: row.id,
    before: toAnnouncement(before),
    after: toAnnouncement(row),
  })
  await tellIfDue(context, from)
  return toAnnouncement(row)
}

export const deleteAnnouncement: Handler<typeof contract.deleteAnnouncement> = async (context, { params }) => {
  const before = await announcementOr404(context, params.announcementId)
  await context.tx.deleteFrom('announcements').where('id', '=', before.id).execute()
  await recordAudit(context, {
    action: 'announcement.deleted',
    targetType: 'announcement',
    targetId: before.id,
    before: toAnnouncement(before),
  })
}
