import type { Caller, DemoInput } from './demo-input.ts'
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { RouteName } from '@signet/contract'
import { theWorld } from './harness.ts'

const used = new Set<string>()

/** A record that no other call has used, also of tables without a company. */
async function one(table: string, where: string): Promise<{ id: string; version: number }> {
  const { rows } = await theWorld().database.pool.query<{ id: string; version: number }>(
    `select id, version from ${table} where ${where} and not (id = any($1::uuid[])) order by id limit 1`,
    [[...used]],
  )
  const [row] = rows
  if (!row) return expect.fail(`the demo has no ${table} where ${where}`)
  used.add(row.id)
  return row
}

const news = ({ company }: Caller) => one('news', `company_id = ${company.id}`)
const whatsNew = () => one('bulletins', `kind = 'whatsNew'`)
const scheduled = () => one('announcements', 'started_at is null')

const announcement = (key: string) => ({
  audience: { companies: [key] },
  title: 'Maintenance',
  body: 'On Sunday.',
  from: '2099-01-01T08:00:00Z',
  channels: ['bell'],
})
const noticeRule = (key: string) => ({
  name: 'Critical takedowns',
  event: 'takedownRequested',
  severities: ['Critical'],
  companies: [key],
  channels: ['bell'],
  roles: ['admin'],
  addresses: [],
})
/** A news entry that isn't deleted by the call. */
async function newsOnce(caller: Caller): Promise<DemoInput> {
  const { id: newsId } = await news(caller)
  used.delete(newsId)
  return { params: { newsId } }
}
const mail = ({ company }: Caller) => ({
  body: { template: 'message', companies: [company.key], subject: 'To {{company}}', body: 'Dear {{name}}' },
})

/** The caller's account is new, so it gets a notification first. */
async function newNotification({ user, company }: Caller): Promise<DemoInput> {
  await theWorld().database.pool.query(
    `insert into notifications (company_id, id, user_id, type, title) values ($1, $2, $3, 'threat', 'Something new')`,
    [company.id, randomUUID(), user.id],
  )
  return {}
}

/** Valid input of the calls about messages, on the data of the demo. */
export const messageInputs: Partial<Record<RouteName, (caller: Caller) => Promise<DemoInput> | DemoInput>> = {
  putGlossaryEntry: () => ({
    params: { entryId: randomUUID() },
    body: { Indicators: 'A new one', Description: 'What it means.', Category: 'General', version: 0 },
  }),
  deleteGlossaryEntry: async () => {
    const id = randomUUID()
    await theWorld().database.pool.query(
      `insert into glossary_entries (id, name, category, description) values ($1, 'To be deleted', 'General', 'x')`,
      [id],
    )
    return { params: { entryId: id } }
  },
  listNotifications: newNotification,
  markNotificationsRead: async (caller) => ({ ...(await newNotification(caller)), body: { all: true } }),
  addAnnouncement: ({ company }) => ({ body: announcement(company.key) }),
  changeAnnouncement: async () => {
    const { id: announcementId, version } = await scheduled()
    used.delete(announcementId)
    return { params: { announcementId }, body: { title: 'Maintenance moved', version } }
  },
  addNoticeRule: ({ company }) => ({ body: noticeRule(company.key) }),
  changeNoticeRule: async () => {
    const { id: ruleId, version } = await one('notice_rules', 'true')
    used.delete(ruleId)
    return { params: { ruleId }, body: { isPaused: true, version } }
  },
  deleteNoticeRule: async () => ({ params: { ruleId: (await one('notice_rules', 'true')).id } }),
  saveNews: async (caller) => newsOnce(caller),
  unsaveNews: async (caller) => newsOnce(caller),
  deleteAnnouncement: async () => ({ params: { announcementId: (await scheduled()).id } }),
  previewEmail: mail,
  sendEmail: mail,
  putAlerts: async ({ company }) => {
    const { rows } = await theWorld().database.pool.query<{ version: number }>(
      'select version from alert_settings where company_id = $1',
      [company.id],
    )
    const rule = { name: 'Worst', sources: [], severities: ['Critical'], channels: ['bell'] }
    return { body: { rules: [rule], recipients: ['soc@bank.example'], version: rows[0]?.version ?? 0 } }
  },
  getNews: async (caller) => newsOnce(caller),
  addNews: () => ({ body: { title: 'A new wave', body: 'It began today.', tags: ['Campaign'] } }),
  changeNews: async (caller) => {
    const { id: newsId, version } = await news(caller)
    return { params: { newsId }, body: { title: 'Corrected', version } }
  },
  deleteNews: async (caller) => ({ params: { newsId: (await news(caller)).id } }),
  addWhatsNew: () => ({ body: { title: 'Something new', body: 'Look here.' } }),
  changeWhatsNew: async () => {
    const { id: whatsNewId, version } = await whatsNew()
    return { params: { whatsNewId }, body: { body: 'Other words', version } }
  },
  deleteWhatsNew: async () => ({ params: { whatsNewId: (await whatsNew()).id } }),
}
