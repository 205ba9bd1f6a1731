import { clientRoles } from '@signet/contract/access/permissions'
import { isOneOf, required } from '@signet/contract/narrow'
import type { AlertRule } from '@signet/contract/messages/alerts'
import type { NotificationType } from '@signet/contract/messages/notifications'
import { severityOfRank } from '@signet/contract/threats/severities'
import { hostSources, everySource } from '@signet/contract/threats/sources'
import { takedownStatusLabels } from '@signet/contract/takedowns/takedown-status'
import { dayMs, hourMs } from '@signet/contract/time'
import type { Sentence } from '@signet/contract/wire'
import type { Tx } from '@signet/server/db/database'
import type { ColumnValue } from '@signet/server/db/columns'
import type { NewRow } from '@signet/server/db/rows'
import { fillIn } from '@signet/server/features/email/email-templates'
import { messageOf, wordsOf } from '@signet/server/errors/sentences'
import type { DemoContext, DemoPart, DemoPerson } from '../demo-part.ts'
import { idFrom } from './files-demo.ts'
import { hasDemoRows } from '../has-demo-rows.ts'
import { demoUsers } from '../companies/demo-users.ts'
import { announcementTexts, newsTextsOf, sendingTexts, whatsNewTexts } from './messages-demo-texts.ts'

const threatsMax = 120
const takedownsMax = 60
// Older notifications have been read; some of the newest have not.
const unreadDays = 4
const caughtMax = 12

/** News, What's New, notifications of every user, announcements, sent emails and alert rules, over 400 days. */
export const messagesDemo: DemoPart = {
  name: 'messages',
  async load(demo) {
    const { program, company, companyId } = demo
    await program.database.inCompanies([companyId], async (tx) => {
      await loadForAll(tx, demo)
      if (!company.isInvented) return
      if (await hasDemoRows(tx, companyId, 'news')) return
      await loadNews(tx, demo)
      await loadAlerts(tx, demo)
      await loadNotifications(tx, demo)
      await loadMails(tx, demo)
      await loadRuleHits(tx, demo)
      await loadSavedNews(tx, demo)
    })
  },
}

/** A working hour, the given number of days ago. */
function instantOf({ random, today }: Pick<DemoContext, 'random' | 'today'>, daysBack: number): Date {
  const midnight = Math.floor(today.getTime() / dayMs) * dayMs
  return new Date(midnight - daysBack * dayMs + 8 * hourMs + random.int(0, 8 * 3600) * 1000)
}

/** The first Sunday after a day, as people write it: `Sunday, 13 December`. */
function sundayAfter(from: Date): string {
  const sunday = new Date(from.getTime() + (7 - from.getUTCDay()) * dayMs)
  const words = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', weekday: 'long', day: 'numeric', month: 'long' })
  return words.format(sunday)
}

/** Data of the installation; created with the first company. */
async function loadForAll(tx: Tx, demo: DemoContext): Promise<void> {
  const known = await tx.selectFrom('bulletins').select('id').where('is_demo', '=', true).limit(1).executeTakeFirst()
  if (known) return
  await loadRules(tx, demo)
  const { random, users, today } = demo
  await tx
    .insertInto('bulletins')
    .values(
      whatsNewTexts.map(({ daysBack, title, body, tags }) => ({
        id: random.uuid(),
        kind: 'whatsNew' as const,
        title,
        body,
        tags,
        published_at: instantOf(demo, daysBack),
        by_name: users.admin.name,
        is_demo: true,
      })),
    )
    .execute()
  await tx
    .insertInto('announcements')
    .values(
      announcementTexts.map(({ daysBack, title, body, roles, channels }) => {
        const from = instantOf(demo, daysBack)
        const at = from.getTime() <= today.getTime() ? from : null
        return {
          id: random.uuid(),
          audience: JSON.stringify({ roles: [...roles] }),
          title,
          body: body.replace('{sunday}', sundayAfter(from)),
          from_at: from,
          to_at: null,
          channels,
          by_name: users.superAdmin.name,
          started_at: at,
          delivered_at: at,
          recipients: at ? demoUsers.filter(({ role }) => roles.includes(role)).length : 0,
          is_demo: true,
        }
      }),
    )
    .execute()
}

/** The notification rules of staff. Ids are derived from the name, so that the loader of each company can record what was sent for it. */
const demoRules = [
  { name: 'Critical takedowns', event: 'takedownRequested', severities: ['Critical'], channels: ['bell'] },
  { name: 'Revealed passwords', event: 'passwordRevealed', severities: [], channels: ['bell'] },
  {
    name: 'New requests to the duty team',
    event: 'requestAdded',
    severities: [],
    channels: ['bell', 'mail'],
    addresses: ['duty@signet.example'],
    isPaused: true,
  },
] as const
const ruleIdOf = (name: string) => idFrom(`notice rule ${name}`)

async function loadRules(tx: Tx, { users, today }: DemoContext): Promise<void> {
  await tx
    .insertInto('notification_rules')
    .values(
      demoRules.map((rule, index) => ({
        id: ruleIdOf(rule.name),
        name: rule.name,
        event: rule.event,
        severities: [...rule.severities],
        company_ids: [],
        channels: [...rule.channels],
        roles: ['superAdmin' as const],
        addresses: 'addresses' in rule ? [...rule.addresses] : [],
        paused_at: 'isPaused' in rule ? new Date(today.getTime() - 3 * dayMs) : null,
        by_name: users.superAdmin.name,
        created_at: new Date(today.getTime() - (90 - index) * dayMs),
        is_demo: true,
      })),
    )
    .execute()
}

/** The notifications of the rules, by days ago. */
async function loadRuleHits(tx: Tx, { company, companyId, today }: DemoContext): Promise<void> {
  await tx
    .insertInto('notification_rule_hits')
    .values(
      demoRules.flatMap(({ name }, index) =>
        [1.3, 4.6, 11.2, 19.4, 27.8, 44.1].slice(index).map((daysBack) => ({
          company_id: companyId,
          rule_id: ruleIdOf(name),
          cause: `demo ${company.key} ${daysBack}`,
          at: new Date(today.getTime() - (daysBack + 2 * index) * dayMs),
        })),
      ),
    )
    .execute()
}

/** Each reader has saved the second newest news item. */
async function loadSavedNews(tx: Tx, { companyId, users }: DemoContext): Promise<void> {
  const items = await tx
    .selectFrom('news')
    .select('id')
    .where('company_id', '=', companyId)
    .orderBy('published_at', 'desc')
    .orderBy('id')
    .offset(1)
    .limit(1)
    .execute()
  const readers = [users.client, users.admin]
  await tx
    .insertInto('news_saves')
    .values(
      readers.flatMap(({ id }) => items.map((item) => ({ company_id: companyId, user_id: id, news_id: item.id }))),
    )
    .execute()
}

async function loadNews(tx: Tx, demo: DemoContext): Promise<void> {
  await tx
    .insertInto('news')
    .values(
      newsTextsOf(demo.company).map(({ daysBack, title, body, tags }) => ({
        company_id: demo.companyId,
        id: demo.random.uuid(),
        title,
        body,
        tags,
        published_at: instantOf(demo, daysBack),
        by_name: demo.users.admin.name,
        is_demo: true,
      })),
    )
    .execute()
}

async function loadAlerts(tx: Tx, { company, companyId }: DemoContext): Promise<void> {
  const rules: AlertRule[] = [
    { name: `Critical for ${company.name}`, sources: [], severities: ['Critical'], channels: ['bell', 'mail'] },
    {
      name: 'Domains and URLs',
      sources: [...hostSources],
      severities: ['Critical', 'High'],
      minScore: 70,
      channels: ['bell'],
    },
    { name: 'Dark web and Telegram', sources: ['DarkWeb', 'Telegram'], severities: [], channels: ['mail'] },
  ]
  await tx
    .insertInto('alert_settings')
    .values({
      company_id: companyId,
      rules: JSON.stringify(rules),
      recipients: [`soc@${company.domain}`, `fraud.desk@${company.domain}`],
    })
    .execute()
}

/** The users who belong to the company; the other users only fill roles that it has no user for. */
function membersOf({ company, users }: DemoContext): DemoPerson[] {
  return Object.values(users).filter((person) => {
    const user = demoUsers.find(({ email }) => email.toLowerCase() === person.email)
    return user !== undefined && (user.of === company.key || user.hasAll === true)
  })
}

interface Line {
  type: NotificationType
  title: string
  body: string
  words?: string
  href: string | null
  at: Date
}

async function loadNotifications(tx: Tx, demo: DemoContext): Promise<void> {
  const { companyId, random, today, company } = demo
  const lines = [...(await threatLines(tx, demo)), ...(await takedownLines(tx, demo)), ...newsLines(demo)]
  const unreadFrom = today.getTime() - unreadDays * dayMs
  const rows = membersOf(demo).flatMap((person) => {
    const user = demoUsers.find(({ email }) => email.toLowerCase() === person.email)
    const own = announcementTexts
      .filter(({ daysBack, roles }) => daysBack > 0 && user?.of === company.key && roles.includes(person.role))
      .map(({ daysBack, title, body }): Line => {
        return { type: 'announcement', title, body, href: null, at: instantOf(demo, daysBack) }
      })
    return [...(person.role === 'qa' ? [] : lines), ...own]
      .filter(({ at }) => at.getTime() <= today.getTime())
      .map((line): NewRow<'notifications'> => {
        const isRead = line.at.getTime() < unreadFrom || random.chance(0.4)
        const readAt = Math.min(today.getTime(), line.at.getTime() + random.int(1, 30) * hourMs)
        return {
          company_id: companyId,
          id: random.uuid(),
          user_id: person.id,
          once: null,
          read_at: isRead ? new Date(readAt) : null,
          is_demo: true,
          ...line,
        }
      })
  })
  for (let start = 0; start < rows.length; start += 1000)
    await tx
      .insertInto('notifications')
      .values(rows.slice(start, start + 1000))
      .execute()
}

const lineOf = (title: Sentence, body?: Sentence) => ({
  title: title.message.slice(0, 300),
  body: body?.message ?? '',
  words: JSON.stringify({ title: wordsOf(title), ...(body ? { body: wordsOf(body) } : {}) }),
})

async function threatLines(tx: Tx, { companyId, random }: DemoContext): Promise<Line[]> {
  const threats = await tx
    .selectFrom('threats')
    .select(['id', 'kind', 'title', 'source', 'severity', 'threat_type', 'published_at'])
    .where('company_id', '=', companyId)
    .where('stage', '=', 'published')
    .where('severity', '>=', 3)
    .where('published_at', 'is not', null)
    .orderBy('published_at', 'desc')
    .orderBy('id')
    .execute()
  // All of the newest notifications, and as many of the others as users would still scroll through.
  const newest = threats.slice(0, 15)
  const older = random.shuffled(threats.slice(15)).slice(0, threatsMax)
  return [...newest, ...older].map((threat) => ({
    type: 'threat',
    ...lineOf(
      messageOf('THREAT_NEW', {
        kind: threat.kind,
        severity: severityOfRank(threat.severity),
        title: threat.title,
      }),
      messageOf('THREAT_ABOUT', { threatType: threat.threat_type, source: everySource[threat.source].label }),
    ),
    href: `/${threat.kind}s/${threat.source}?id=${threat.id}`,
    at: required(threat.published_at, 'the publication'),
  }))
}

async function takedownLines(tx: Tx, { companyId }: DemoContext): Promise<Line[]> {
  const takedowns = await tx
    .selectFrom('takedowns')
    .innerJoin('threats', (join) =>
      join.onRef('threats.company_id', '=', 'takedowns.company_id').onRef('threats.id', '=', 'takedowns.threat_id'),
    )
    .select(['takedowns.id', 'takedowns.status', 'takedowns.updated_at', 'threats.title'])
    .where('takedowns.company_id', '=', companyId)
    .orderBy('takedowns.updated_at', 'desc')
    .orderBy('takedowns.id')
    .limit(takedownsMax)
    .execute()
  return takedowns.map(({ id, status, updated_at: at, title }) => ({
    type: 'takedown',
    ...lineOf(messageOf('CASE_MOVED', { case: 'takedown', title, status: takedownStatusLabels[status] })),
    href: `/takedown/${id}`,
    at,
  }))
}

function newsLines(demo: DemoContext): Line[] {
  return newsTextsOf(demo.company).map(({ daysBack, title }) => ({
    type: 'news',
    title,
    body: '',
    href: '/news',
    at: instantOf(demo, daysBack),
  }))
}

/** Why an email in a state was not delivered. */
const problems: Partial<Record<ColumnValue<'mails.state'>, string>> = {
  failed: JSON.stringify(wordsOf(messageOf('MAIL_SERVER_REPLIED', { reply: '550 5.1.1 No such user' }))),
  unknown: JSON.stringify(wordsOf(messageOf('MAIL_WORKER_ENDED', {}))),
}

/** The emails to the company's users, and the newest of them in the local catcher. */
async function loadMails(tx: Tx, demo: DemoContext): Promise<void> {
  const { company, companyId, random, users } = demo
  const readers = membersOf(demo).filter(({ role }) => isOneOf(clientRoles, role))
  const colleagues = ['soc', 'fraud.desk', 'press'].map((box) => ({
    name: `${company.name} ${box.replace('.', ' ')}`,
    email: `${box}@${company.domain}`,
  }))
  const people = [...readers, ...colleagues]
  const caught: { mailId: string; at: Date; to: string; subject: string; text: string; html: string }[] = []
  for (const { daysBack, ...words } of sendingTexts) {
    const [sendingId, at] = [random.uuid(), instantOf(demo, daysBack)]
    const audience = JSON.stringify({ companies: [company.key] })
    await tx
      .insertInto('email_sendings')
      .values({ id: sendingId, at, ...words, audience, by_name: users.superAdmin.name })
      .execute()
    await tx
      .updateTable('email_sendings')
      .set({ is_done: true, is_demo: true, recipients: people.length })
      .where('id', '=', sendingId)
      .execute()
    const mails = people.map(({ name, email }) => {
      const filled = fillIn(words, { name, company: company.name })
      const state: ColumnValue<'mails.state'> = random.weighted({ sent: 30, failed: 2, unknown: 1 })
      const mailId = random.uuid()
      caught.push({ mailId, at, to: `${name} <${email}>`, ...filled })
      return {
        company_id: companyId,
        id: mailId,
        template: `email-${words.template}`,
        once: null,
        sending_id: sendingId,
        from_name: null,
        from_address: null,
        to_name: name,
        to_address: email,
        ...filled,
        state,
        attempts: 1,
        error: problems[state] ?? null,
        is_demo: true,
        created_at: at,
        sending_at: at,
        ended_at: at,
      }
    })
    await tx.insertInto('mails').values(mails).execute()
  }
  await tx
    .insertInto('caught_mails')
    .values(
      caught.slice(0, caughtMax).map(({ mailId, at, to, subject, text, html }) => ({
        company_id: companyId,
        id: random.uuid(),
        mail_id: mailId,
        at,
        from_text: 'Signet <signet@mail.example>',
        to_text: to,
        subject,
        text,
        html,
        raw: Buffer.from(`From: Signet <signet@mail.example>\r\nTo: ${to}\r\nSubject: ${subject}\r\n\r\n${text}\r\n`),
      })),
    )
    .execute()
}
