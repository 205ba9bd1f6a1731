import { eachAlone, eachCompanyAlone, type AloneParts } from '../../app/each-alone.ts'
import type { Enqueue, QueueingRun } from '../../app/jobs.ts'
import type { Tx } from '../../db/database.ts'
import type { Row } from '../../db/rows.ts'
import { layOutMail } from '../mail/lay-out-mail.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { publishEvents } from '../notifications/live-events.queries.ts'
import { notifyPeople } from '../notifications/notify.ts'
import { byCompany, recipientsOf, type Recipient } from '../notifications/recipients.queries.ts'
import { insertReceipts, setDelivered, startDue } from './announcements.queries.ts'

type Parts = QueueingRun & AloneParts

/**
 * Sends every due announcement once. Recipients are recorded in the transaction of their notifications, one company at a time, so that a
 * run after a crash, or at the same time as another, continues with the remaining companies.
 *
 * @throws AggregateError after the last one, if an announcement couldn't be sent to a company; the next run continues there
 */
export async function announceDue(parts: Parts, now: Date): Promise<void> {
  const due = await parts.database.inCompanies([], (tx) => startDue(tx, now))
  await eachAlone(parts, due, toNames, (announcement) => announce(parts, announcement, now))
}

const toNames = ({ id }: Row<'announcements'>) => ({ announcementId: id })

async function announce(parts: Parts, announcement: Row<'announcements'>, now: Date): Promise<void> {
  const { database, enqueue } = parts
  const isOver = announcement.to_at !== null && announcement.to_at.getTime() <= now.getTime()
  const people = isOver ? [] : await database.inIdentity((tx) => recipientsOf(tx, announcement.audience))
  const membersOf = byCompany(people)
  await eachCompanyAlone(parts, [...membersOf.keys()], (companyId) =>
    database.inCompanies([companyId], (tx) =>
      announceIn(tx, enqueue, announcement, companyId, membersOf.get(companyId) ?? []),
    ),
  )
  await database.inCompanies([], (tx) => setDelivered(tx, announcement.id, now, people.length))
}

async function announceIn(
  tx: Tx,
  enqueue: Enqueue,
  { id, title, body, channels }: Row<'announcements'>,
  companyId: number,
  members: readonly Recipient[],
): Promise<void> {
  const reached = await insertReceipts(
    tx,
    companyId,
    id,
    members.map(({ userId }) => userId),
  )
  const people = members.filter(({ userId }) => reached.has(userId))
  if (channels.includes('bell')) await notifyPeople(tx, { companyId, type: 'announcement', title, body }, people)
  if (channels.includes('toast')) {
    await publishEvents(
      tx,
      companyId,
      people.map(({ userId }) => ({ type: 'toast', userId, data: { title, body } })),
    )
  }
  if (!channels.includes('mail')) return
  const words = layOutMail({ locale: null, heading: title, paragraphs: body.split(/\n{2,}/).filter(Boolean) })
  for (const { name, email } of people) {
    const to = { name, address: email }
    await queueMail(tx, enqueue, { companyId, to, template: 'announcement', sendingId: id, subject: title, ...words })
  }
}
