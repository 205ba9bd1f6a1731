import { isEmailAddress } from '@signet/contract/access/credentials'
import type * as contract from '@signet/contract/messages/alerts'
import type { Handler } from '../../app/handler.ts'
import type { Context } from '../../app/context.ts'
import { AppError } from '../../errors.ts'
import { recordAudit } from '../audit/audit.queries.ts'
import { findAlertSettings, putAlertSettings } from './alerts.queries.ts'

const settingsOf = async ({ tx, company }: Context): Promise<contract.AlertSettings> =>
  (await findAlertSettings(tx, company.id)) ?? { rules: [], recipients: [], version: 0 }

export const getAlerts: Handler<typeof contract.getAlerts> = (context) => settingsOf(context)

/** @throws AppError `CONFLICT` if they have changed since they were read */
export const putAlerts: Handler<typeof contract.putAlerts> = async (context, { body }) => {
  const { tx, company } = context
  const odd = body.recipients.findIndex((address) => !isEmailAddress(address))
  if (odd >= 0) throw new AppError('NOT_A_MAIL_ADDRESS', {}, { at: `body.recipients.${odd}` })
  const before = await settingsOf(context)
  const isKept = await putAlertSettings(tx, company.id, body)
  if (!isKept || before.version !== body.version) throw new AppError('STALE_VERSION', { what: 'alertSettings' })
  const after = await settingsOf(context)
  await recordAudit(context, {
    action: 'alerts.changed',
    targetType: 'user',
    targetId: context.actor.userId,
    before,
    after,
  })
  return after
}
