import { randomUUID } from 'node:crypto'
import { eventsOfThreats, noticeRulesMax } from '@signet/contract/takedowns/notice-rules'
import type * as contract from '@signet/contract/takedowns/notice-rules'
import type { NoticeRule } from '@signet/contract/takedowns/notice-rules'
import type { Handler } from '../../app/handler.ts'
import type { Context } from '../../app/context.ts'
import type { Row } from '../../db/rows.ts'
import { AppError, found } from '../../errors.ts'
import { recordAudit } from '../audit/audit.queries.ts'
import { isMailAddress } from '../mail/mail-address.ts'
import { companyKeys } from '../../db/companies.queries.ts'
import {
  changeRule,
  countHits,
  countRules,
  deleteRule,
  insertRule,
  listRules,
  lockRule,
} from './notice-rules.queries.ts'
import { failedMails } from './sendings.queries.ts'

type NoticeRuleRow = Row<'notice_rules'>
type Keys = ReadonlyMap<number, string>

export const listNoticeRules: Handler<typeof contract.listNoticeRules> = async (context) => {
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
}

/** @throws AppError `CONFLICT` if there are already fifty, `COMPANY_NOT_FOUND` for a company that doesn't exist */
export const addNoticeRule: Handler<typeof contract.addNoticeRule> = async (context, { body }) => {
  const { tx, actor } = context
  refuseUnsendable(body)
  if ((await countRules(tx)) >= noticeRulesMax) {
    throw new AppError('TOO_MANY_RULES', { max: noticeRulesMax })
  }
  const keys = await context.identity(companyKeys)
  const row = await insertRule(tx, { id: randomUUID(), by_name: actor.name, ...columnsOf(body, keys) })
  const rule = toRule(row, keys)
  await recordAudit(context, { action: 'noticeRule.added', targetType: 'noticeRule', targetId: row.id, after: rule })
  return rule
}

/** @throws AppError `CONFLICT` if it has changed since it was read */
export const changeNoticeRule: Handler<typeof contract.changeNoticeRule> = async (context, { params, body }) => {
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
    action: 'noticeRule.changed',
    targetType: 'noticeRule',
    targetId: row.id,
    before,
    after,
  })
  return after
}

export const deleteNoticeRule: Handler<typeof contract.deleteNoticeRule> = async (context, { params }) => {
  const row = await ruleOf(context, params.ruleId)
  await deleteRule(context.tx, row.id)
  const before = toRule(row, await context.identity(companyKeys))
  await recordAudit(context, { action: 'noticeRule.deleted', targetType: 'noticeRule', targetId: row.id, before })
  return undefined
}

async function ruleOf({ tx }: Context, ruleId: string): Promise<NoticeRuleRow> {
  return found(await lockRule(tx, ruleId), 'rule')
}

type Settings = Pick<NoticeRule, 'event' | 'severities' | 'companies' | 'channels' | 'roles' | 'addresses' | 'name'>

function refuseUnsendable({ channels, roles, addresses }: Settings): void {
  const odd = addresses.findIndex((address) => !isMailAddress(address))
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

function toRule(row: NoticeRuleRow, keys: Keys): NoticeRule {
  return {
    id: row.id,
    name: row.name,
    event: row.event,
    severities: row.severities,
    companies: row.company_ids.flatMap((id) => keys.get(id) ?? []),
    channels: row.channels,
    roles: row.roles as NoticeRule['roles'],
    addresses: row.addresses,
    isPaused: row.paused_at !== null,
    by: row.by_name,
    version: row.version,
  }
}
