import { can } from '@signet/contract/access/permissions'
import { listPath, recordPath } from '@signet/contract/threats/record-path'
import type { Enqueue } from '../../app/jobs.ts'
import { companyOf } from '../../db/company-keys.queries.ts'
import type { Database, Tx } from '../../db/database.ts'
import { numbersOf } from '../../db/threat-numbers.queries.ts'
import { messageOf } from '../../errors/sentences.ts'
import { layOutMail } from '../mail/lay-out-mail.ts'
import { mailSentence, mailTextsFor } from '../mail/mail-texts.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { portalBase } from '../mail/send-mail.job.ts'
import type { SubscribedRecords } from '../notifications/notifications.jobs.ts'
import { notifyPeople } from '../notifications/notify.ts'
import { peopleOf, type NotifiedPerson } from '../notifications/people.queries.ts'
import { linesOf } from '../notifications/raise-alerts.ts'
import { publishedScope } from '../threats/list/threat-filter.queries.ts'
import { foundForSubscriber, insertViewHits, subscribedViews, type FoundRecord } from './subscriptions.queries.ts'
import { readView, type ReadView } from './view-filter.ts'

type SubscribedView = Awaited<ReturnType<typeof subscribedViews>>[number]

// Longer emails aren't read.
const namedMax = 25

/**
 * Notifies users of records in the views that they subscribed to, once for each record and view: in the portal, and by email if they get
 * emails. Only those still published and found by the view now count, as the subscriber sees it. All in one transaction, so that a run
 * after a crash notifies nobody twice.
 */
export async function notifySubscribers(
  { database, enqueue }: { database: Database; enqueue: Enqueue },
  { companyId, threatIds, userId }: SubscribedRecords,
): Promise<void> {
  await database.inCompanies([companyId], async (tx) => {
    const views = await subscribedViews(tx, companyId)
    if (views.length === 0) return
    const company = await companyOf(tx, companyId)
    const people = new Map((await peopleOf(tx, companyId)).map((person) => [person.userId, person]))
    for (const view of views) {
      const person = people.get(view.subscriber_id)
      const read = readView(view)
      if (!person || !read || person.userId === userId || !mayRead(person, read, company.modules)) continue
      const scope = publishedScope({ company, actor: person }, read.kind)
      const found = await foundForSubscriber(tx, scope, { ...read.filter, only: threatIds })
      if (found.length === 0) continue
      const isNew = await insertViewHits(
        tx,
        view,
        found.map(({ id }) => id),
      )
      const fresh = found.filter(({ id }) => isNew.has(id))
      if (fresh.length > 0) await notifySubscriber({ tx, enqueue, companyName: company.name }, { view, person, fresh })
    }
  })
}

function mayRead({ role }: NotifiedPerson, { kind }: ReadView, modules: Record<string, boolean>): boolean {
  if (!can(role, 'views:read')) return false
  return kind === 'tout' ? modules['touts'] === true && can(role, 'touts:read') : can(role, 'threats:read')
}

async function notifySubscriber(
  { tx, enqueue, companyName }: { tx: Tx; enqueue: Enqueue; companyName: string },
  { view, person, fresh }: { view: SubscribedView; person: NotifiedPerson; fresh: readonly FoundRecord[] },
): Promise<void> {
  const [first] = fresh
  if (!first) return
  const named = fresh.slice(0, namedMax)
  const numbers = await numbersOf(
    tx,
    view.company_id,
    named.map(({ id }) => id),
  )
  const lines = linesOf(named, numbers)
  const title =
    fresh.length === 1
      ? messageOf('RULE_THREAT_NEW', { rule: view.name, kind: first.kind, title: first.title })
      : messageOf('RULE_THREATS_NEW', { rule: view.name, kind: first.kind, count: fresh.length })
  const href = fresh.length === 1 ? recordPath(first) : `${listPath(first.kind, view.source)}?view=${view.id}`
  const body = lines.slice(0, 5).join('\n')
  await notifyPeople(tx, { companyId: view.company_id, type: 'alert', title, body, href }, [person])
  if (person.mail === 'off') return
  const { locale } = person
  const text = mailTextsFor(locale)
  const heading = mailSentence(locale, title)
  const more = fresh.length - namedMax
  await queueMail(tx, enqueue, {
    companyId: view.company_id,
    to: { name: person.name, address: person.email },
    template: 'subscribed-view',
    subject: heading,
    ...layOutMail({
      locale,
      heading,
      paragraphs: [companyName, lines.join('\n'), ...(more > 0 ? [text('MAIL_MORE', { count: more })] : [])],
      action: { label: text('MAIL_OPEN', {}), href: `${portalBase}${href}` },
      footer: text('VIEW_FOOTER', { view: view.name }),
    }),
  })
}
