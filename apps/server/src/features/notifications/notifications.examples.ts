import { randomUUID } from 'node:crypto'
import { pickAnywhere, lookAnywhere } from '../../../test/demo-records.ts'
import type { Caller, DemoInput, Examples } from '../../../test/every-call/examples.ts'
import { theWorld } from '../../../test/harness.ts'

const notificationRule = (key: string) => ({
  name: 'Critical takedowns',
  event: 'takedownRequested',
  severities: ['Critical'],
  companies: [key],
  channels: ['bell'],
  roles: ['admin'],
  addresses: [],
})

/** The caller's account is new, so it gets a notification first. */
async function newNotification({ user, company }: Caller): Promise<DemoInput> {
  await theWorld().database.pool.query(
    `insert into notifications (company_id, id, user_id, type, title) values ($1, $2, $3, 'threat', 'Something new')`,
    [company.id, randomUUID(), user.id],
  )
  return {}
}

export const examples: Examples = {
  inputs: {
    listMentionable: () => ({ params: { kind: 'threat' } }),
    listNotifications: newNotification,
    markNotificationsRead: async (caller) => ({ ...(await newNotification(caller)), body: { all: true } }),
    addNotificationRule: ({ company }) => ({ body: notificationRule(company.key) }),
    changeNotificationRule: async () => {
      const { id: ruleId, version } = await lookAnywhere('notification_rules', 'true')
      return { params: { ruleId }, body: { isPaused: true, version } }
    },
    deleteNotificationRule: async () => ({ params: { ruleId: (await pickAnywhere('notification_rules', 'true')).id } }),
    putAlerts: async ({ company }) => {
      const { rows } = await theWorld().database.pool.query<{ version: number }>(
        'select version from alert_settings where company_id = $1',
        [company.id],
      )
      const rule = { name: 'Worst', sources: [], severities: ['Critical'], channels: ['bell'] }
      return { body: { rules: [rule], recipients: ['soc@bank.example'], version: rows[0]?.version ?? 0 } }
    },
  },
  async rows(tx, { company, base, userId, marker }) {
    await tx
      .insertInto('notifications')
      .values({
        company_id: company.id,
        id: randomUUID(),
        user_id: userId,
        type: 'threat',
        title: marker,
        href: null,
        once: null,
        read_at: null,
      })
      .execute()
    await tx.insertInto('alert_settings').values({ company_id: company.id, rules: '[]', recipients: [] }).execute()
    await tx
      .insertInto('alert_hits')
      .values({ ...base, rule: marker })
      .execute()
    await tx
      .insertInto('notification_rule_hits')
      .values({ company_id: company.id, rule_id: randomUUID(), cause: marker })
      .execute()
    await tx
      .insertInto('live_events')
      .values({ company_id: company.id, id: randomUUID(), type: 'toast', user_id: null })
      .execute()
  },
}
