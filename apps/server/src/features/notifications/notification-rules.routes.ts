import { isEmailAddress } from '@signet/contract/access/credentials'
import { randomUUID } from 'node:crypto'
import {
  eventsOfThreats,
  notificationRulesMax,
  type NotificationRule,
} from '@signet/contract/messages/notification-rules'
import type * as contract from '@signet/contract/messages/notification-rules'
import type { IdentityHandler } from '../../app/handler.ts'
import type { Context } from '../../app/context.ts'
import type { Row } from '../../db/rows.ts'
import { AppError, found } from '../../errors.ts'
import { recordAudit } from '../audit/audit.queries.ts'
import { companyKeys } from '../../db/company-keys.queries.ts'
import {
  changeRule,
  countHits,
  countRules,
  deleteRule,
  insertRule,
  listRules,
  lockRule,
} from './notification-rules.queries.ts'
import { failedMails } from './sendings.queries.ts'

type NotificationRuleRow = Row<'notification_rules'>
type Keys = ReadonlyMap<number, string>

export const listNotificationRules: IdentityHandler<typeof contract.listNotificationRules> = {
  withIdentity: async (context) => {
    const { tx, companies } = context
    const rows = await listRules(tx)
    const keys = await context.identity(companyKeys)
    const companyIds = companies.map(({ id }) => id)
    const ids = rows.map(({ id }) => id)
    const [sent, failed] = [await countHits(tx, companyIds, ids), await failedMails(tx, companyIds, ids)]
    return rows.map((row) => ({
      ...toRule(row, keys),
      lastSentAt: sent.get(row.id)?.last.toISOString() ?? null,
      sent30Days: Number(sent.get(row.id)?.recent ?? 0),
      failed: failed.get(row.id) ?? 0,
    }))
  },
}

/** @throws AppError `CONFLICT` if there are already fifty, `COMPANY_NOT_FOUND` for a company that doesn't exist */
export const addNotificationRule: IdentityHandler<typeof contract.addNotificationRule> = {
  withIdentity: async (context, { body }) => {
    const { tx, actor } = context
    refuseUnsendable(body)
    if ((await countRules(tx)) >= notificationRulesMax) {
      throw new AppError('TOO_MANY_RULES', { max: notificationRulesMax })
    }
    const keys = await context.identity(companyKeys)
    const row = await insertRule(tx, { id: randomUUID(), by_name: actor.name, ...columnsOf(body, keys) })
    const rule = toRule(row, keys)
    await recordAudit(context, {
      action: 'notificationRule.added',
      targetType: 'notificationRule',
      targetId: row.id,
      after: rule,
    })
    return rule
  },
}

/** @throws AppError `CONFLICT` if it has changed since it was read */
export const changeNotificationRule: IdentityHandler<typeof contract.changeNotificationRule> = {
  withIdentity: async (context, { params, body }) => {
    const row = await ruleOf(context, params.ruleId)
    if (row.version !== body.version) {
      throw new AppError('STALE_VERSION', { what: 'rule' })
    }
    const keys = await context.identity(companyKeys)
    const before = toRule(row, keys)
    const { isPaused = before.isPaused, version } = body
    const next = {
      name: body.name ?? before.name,
      event: body.event ?? before.event,
      severities: body.severities ?? before.severities,
      companies: body.companies ?? before.companies,
      channels: body.channels ?? before.channels,
      roles: body.roles ?? before.roles,
      addresses: body.addresses ?? before.addresses,
    }
    refuseUnsendable(next)
    const changed = await changeRule(context.tx, row.id, {
      ...columnsOf(next, keys),
      paused_at: isPaused ? (row.paused_at ?? new Date()) : null,
      version: version + 1,
    })
    const after = toRule(changed, keys)
    await recordAudit(context, {
      action: 'notificationRule.changed',
      targetType: 'notificationRule',
      targetId: row.id,
      before,
      after,
    })
    return after
  },
}

export const deleteNotificationRule: IdentityHandler<typeof contract.deleteNotificationRule> = {
  withIdentity: async (context, { params }) => {
    const row = await ruleOf(context, params.ruleId)
    await deleteRule(context.tx, row.id)
    const before = toRule(row, await context.identity(companyKeys))
    await recordAudit(context, {
      action: 'notificationRule.deleted',
      targetType: 'notificationRule',
      targetId: row.id,
      before,
    })
    return undefined
  },
}

async function ruleOf({ tx }: Context, ruleId: string): Promise<NotificationRuleRow> {
  return found(await lockRule(tx, ruleId), 'rule')
}

type Settings = Pick<
  NotificationRule,
  'event' | 'severities' | 'companies' | 'channels' | 'roles' | 'addresses' | 'name'
>

function refuseUnsendable({ channels, roles, addresses }: Settings): void {
  const odd = addresses.findIndex((address) => !isEmailAddress(address))
  if (odd >= 0) throw new AppError('NOT_A_MAIL_ADDRESS', {}, { at: `body.addresses.${odd}` })
  if (roles.length === 0 && addresses.length === 0) throw new AppError('NO_RECIPIENTS', {}, { at: 'body.roles' })
  if (roles.length === 0 && !channels.includes('mail'))
    throw new AppError('ADDRESS_WITHOUT_MAIL', {}, { at: 'body.channels' })
}

function columnsOf(settings: Settings, keys: Keys) {
  const ids = new Map([...keys].map(([id, key]) => [key, id]))
  return {
    name: settings.name,
    event: settings.event,
    severities: eventsOfThreats.has(settings.event) ? settings.severities : [],
    company_ids: settings.companies.map((key) => {
      const id = ids.get(key)
      if (id === undefined) throw new AppError('COMPANY_NOT_FOUND')
      return id
    }),
    channels: settings.channels,
    roles: settings.roles,
    addresses: settings.addresses.map((address) => address.toLowerCase()),
  }
}

function toRule(row: NotificationRuleRow, keys: Keys): NotificationRule {
  return {
    id: row.id,
    name: row.name,
    event: row.event,
    severities: row.severities,
    companies: row.company_ids.flatMap((id) => keys.get(id) ?? []),
    channels: row.channels,
    roles: row.roles,
    addresses: row.addresses,
    isPaused: row.paused_at !== null,
    by: row.by_name,
    version: row.version,
  }
}
