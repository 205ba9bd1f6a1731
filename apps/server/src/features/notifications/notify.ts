import { isOneOf } from '@signet/contract/narrow'
import type { NotificationType } from '@signet/contract/messages/notifications'
import type { Severity } from '@signet/contract/threats/severities'
import type { AnySource } from '@signet/contract/threats/sources'
import type { Sentence } from '@signet/contract/wire'
import type { Tx } from '../../db/database.ts'
import { wordsOf } from '../../errors/sentences.ts'
import { publishEvents } from './live-events.queries.ts'
import { chosen, peopleOf, type Audience, type NotifiedPerson } from './people.queries.ts'
import { insertNotifications } from './notifications.queries.ts'

/** One notification for people of a company. */
export interface NewNotification {
  companyId: number
  audience: Audience
  type: NotificationType
  title: string | Sentence
  body?: string | Sentence
  /** A path of the portal, e.g. `/takedown/…`. */
  href?: string
  /** Identifies the cause, so that a repeated job notifies no one twice. */
  once?: string
  /** The user who caused it and is not notified. */
  except?: string | undefined
  /** Threats it is about: only users whose preferences match one of them are notified. */
  about?: readonly { severity: Severity; source: AnySource }[]
}

const [titleMax, bodyMax] = [300, 2000]

/**
 * Adds a notification for each recipient in the transaction of its cause, and announces it on the live channel. Runs in a company
 * transaction.
 *
 * @returns who was notified now, without those already notified with the same `once`
 */
export async function notify(tx: Tx, notification: NewNotification): Promise<NotifiedPerson[]> {
  const people = chosen(await peopleOf(tx, notification.companyId), notification.audience).filter(
    (person) => person.userId !== notification.except && isWanted(person, notification.about),
  )
  return notifyPeople(tx, notification, people)
}

/** Like `notify`, for recipients that were already selected. */
export async function notifyPeople<P extends Pick<NotifiedPerson, 'userId'>>(
  tx: Tx,
  notification: Omit<NewNotification, 'audience'>,
  people: readonly P[],
): Promise<P[]> {
  if (people.length === 0) return []
  const { title, body = '' } = notification
  const words =
    typeof title === 'string'
      ? null
      : JSON.stringify({ title: wordsOf(title), ...(typeof body === 'string' ? {} : { body: wordsOf(body) }) })
  const userIds = people.map(({ userId }) => userId)
  const added = await insertNotifications(tx, notification.companyId, userIds, {
    type: notification.type,
    title: cut(englishText(title), titleMax),
    body: cut(englishText(body), bodyMax),
    words,
    href: notification.href ?? null,
    once: notification.once ?? null,
  })
  await publishEvents(
    tx,
    notification.companyId,
    added.map(({ id, user_id: userId }) => ({ type: 'notification', userId, data: { notificationId: id } })),
  )
  const ids = new Set(added.map(({ user_id: userId }) => userId))
  return people.filter(({ userId }) => ids.has(userId))
}

/** Whether a user's settings match one of the threats; an empty list of severities or sources means all. */
export function isWanted({ severities, sources }: NotifiedPerson, about: NewNotification['about']): boolean {
  if (!about) return true
  return about.some(
    ({ severity, source }) =>
      (severities.length === 0 || severities.includes(severity)) && (sources.length === 0 || isOneOf(sources, source)),
  )
}

const englishText = (text: string | Sentence) => (typeof text === 'string' ? text : text.message)

function cut(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max - 1).toWellFormed()}…`
}
