import type { Permission } from '@signet/contract/access/permissions'
import { mentionedIn, type MentionKind } from '@signet/contract/messages/mentions'
import type { NotificationType } from '@signet/contract/messages/notifications'
import type { AssignedKind } from '@signet/contract/threats/assignees'
import { takedownWord } from '@signet/contract/threats/case-words'
import type { AnySource } from '@signet/contract/threats/sources'
import type { Sentence } from '@signet/contract/wire'
import type { Context } from '../../app/context.ts'
import type { Tx } from '../../db/database.ts'
import { companyOf } from '../../db/company-keys.queries.ts'
import { messageOf } from '../../errors/sentences.ts'
import { layOutMail } from '../mail/lay-out-mail.ts'
import { mailTextsFor } from '../mail/mail-texts.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { portalBase } from '../mail/send-mail.job.ts'
import { notifyPeople } from './notify.ts'
import { chosen, peopleOf, workerOf, type NotifiedPerson } from './people.queries.ts'

type PersonalContext = Pick<Context, 'tx' | 'enqueue'> & {
  company: { id: number }
  actor: { userId: string; name: string }
}

/** What is assigned to a user, or where a user is mentioned. */
export interface PersonalRecord {
  kind: AssignedKind | 'tout'
  title: string
  /** The source of the threat of a case, which decides whether a takedown is called a fix. */
  source?: AnySource | undefined
  /** The short number of a threat. */
  number?: string | undefined
  /** A path of the portal. */
  href: string
}

type PersonalMessage = Pick<PersonalRecord, 'kind' | 'href' | 'number'> & {
  title: Sentence
  subject: (text: ReturnType<typeof mailTextsFor>) => string
}

const typeOf = {
  threat: 'threat',
  tout: 'threat',
  takedown: 'takedown',
  deeperAnalysis: 'analysis',
  request: 'request',
} as const satisfies Record<PersonalRecord['kind'], NotificationType>

/** What records of one kind are called in texts. */
function wordFor(records: readonly Pick<PersonalRecord, 'kind' | 'source'>[]): string {
  const kind = records[0]?.kind ?? 'threat'
  return kind === 'takedown' ? takedownWord(records.flatMap(({ source }) => (source ? [source] : []))) : kind
}

/**
 * Notifies a user that records were assigned to them: one notification and one email for all of them. No one is notified of their own act.
 */
export async function notifyAssigned(
  context: PersonalContext,
  userId: string,
  records: readonly PersonalRecord[],
  several: { href: string },
): Promise<void> {
  const [first] = records
  if (!first || userId === context.actor.userId) return
  const { kind, title } = first
  const { name } = context.actor
  const count = records.length
  const word = wordFor(records)
  if (count === 1)
    await notifyPerson(context, userId, {
      ...first,
      title: messageOf('ASSIGNED', { kind: word, title, name }),
      subject: (text) => text('MAIL_ASSIGNED', { kind: word, title, name }),
    })
  else
    await notifyPerson(context, userId, {
      kind,
      href: several.href,
      title: messageOf('ASSIGNED_SEVERAL', { kind: word, count, name }),
      subject: (text) => text('MAIL_ASSIGNED_SEVERAL', { kind: word, count, name }),
    })
}

/** What a user has to be allowed to do to be mentioned on a record. */
const permissionToRead: Record<MentionKind, Permission> = {
  threat: 'threats:read',
  tout: 'touts:read',
  takedown: 'takedowns:read',
  deeperAnalysis: 'analyses:read',
  request: 'requests:read',
}

/** The users who work for the company and can be mentioned on a kind of record, by name. */
export const mentionable = async (tx: Tx, companyId: number, kind: MentionKind): Promise<NotifiedPerson[]> =>
  chosen(await peopleOf(tx, companyId), { permission: permissionToRead[kind] })

/** Notifies the users that a text on a record mentions; others, and users of other companies, are only text. */
export async function notifyMentioned(context: PersonalContext, text: string, record: PersonalRecord): Promise<void> {
  if (!text.includes('@')) return
  const { title } = record
  const word = wordFor([record])
  const { name, userId } = context.actor
  for (const person of mentionedIn(text, await mentionable(context.tx, context.company.id, record.kind))) {
    if (person.userId === userId) continue
    await notifyPerson(context, person.userId, {
      ...record,
      title: messageOf('MENTIONED', { kind: word, title, name }),
      subject: (words) => words('MAIL_MENTIONED', { kind: word, title, name }),
    })
  }
}

/**
 * Notifies one user in the portal, and by email if they have chosen to get emails. Their severities and sources don't matter: it concerns
 * them personally.
 */
async function notifyPerson(
  context: PersonalContext,
  userId: string,
  { kind, href, number, title, subject: subjectIn }: PersonalMessage,
): Promise<void> {
  const { tx, enqueue, company } = context
  await notifyPeople(tx, { companyId: company.id, type: typeOf[kind], title, href }, [{ userId }])
  const person = await workerOf(tx, company.id, userId)
  if (!person || person.mail === 'off') return
  const text = mailTextsFor(person.locale)
  const subject = subjectIn(text)
  const { name } = await companyOf(tx, company.id)
  await queueMail(tx, enqueue, {
    companyId: company.id,
    to: { name: person.name, address: person.email },
    template: 'personal',
    subject,
    ...layOutMail({
      locale: person.locale,
      heading: subject,
      paragraphs: [number === undefined ? name : `${number} · ${name}`],
      action: { label: text('MAIL_OPEN', {}), href: `${portalBase}${href}` },
      footer: text('PERSONAL_FOOTER', {}),
    }),
  })
}
