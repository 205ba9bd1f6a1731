import { keysIn } from '@signet/contract/narrow'
import type * as contract from '@signet/contract/takedowns/takedown-work'
import { attemptChannels, type AttemptChannel, type AttemptWay } from '@signet/contract/takedowns/takedowns'
import type { Context } from '../../app/context.ts'
import type { Handler } from '../../app/handler.ts'
import type { Tx } from '../../db/database.ts'
import { recordAudit } from '../audit/audit.queries.ts'

/** Whether notices through a channel are sent; otherwise why they are only stored. Sending is off until someone turns it on. */
export async function sendingOf(
  { tx, installation }: Pick<Context, 'tx' | 'installation'>,
  channel: AttemptChannel,
  way: AttemptWay = 'email',
): Promise<'on' | 'off' | 'noServer'> {
  // A service with an API is reached without a mail server.
  if (way === 'email' && !installation.mailFrom) return 'noServer'
  return (await isChannelOn(tx, channel)) ? 'on' : 'off'
}

/** Whether someone turned the sending of notices through a channel on. */
export async function isChannelOn(tx: Tx, channel: AttemptChannel): Promise<boolean> {
  const row = await tx.selectFrom('notice_channels').select('is_on').where('channel', '=', channel).executeTakeFirst()
  return row?.is_on ?? false
}

export const listNoticeChannels: Handler<typeof contract.listNoticeChannels> = (context) => channelsOf(context)

export const putNoticeChannel: Handler<typeof contract.putNoticeChannel> = async (context, { params, body }) => {
  const { tx, actor } = context
  const { channel } = params
  const before = await tx
    .selectFrom('notice_channels')
    .select('is_on')
    .where('channel', '=', channel)
    .executeTakeFirst()
  if ((before?.is_on ?? false) === body.isOn) return channelsOf(context)
  const change = { is_on: body.isOn, changed_by_name: actor.name, changed_at: new Date() }
  const { id } = await tx
    .insertInto('notice_channels')
    .values({ channel, ...change })
    .onConflict((conflict) => conflict.column('channel').doUpdateSet(change))
    .returning('id')
    .executeTakeFirstOrThrow()
  await recordAudit(context, {
    action: 'noticeChannel.changed',
    targetType: 'noticeChannel',
    targetId: id,
    before: { channel, isOn: !body.isOn },
    after: { channel, isOn: body.isOn },
  })
  return channelsOf(context)
}

async function channelsOf({ tx, installation }: { tx: Tx; installation: Context['installation'] }) {
  const rows = await tx
    .selectFrom('notice_channels')
    .select(['channel', 'is_on', 'changed_by_name', 'changed_at'])
    .execute()
  return {
    channels: keysIn(attemptChannels).map((channel) => {
      const row = rows.find((one) => one.channel === channel)
      if (!row) return { channel, isOn: false }
      return { channel, isOn: row.is_on, changedBy: row.changed_by_name, changedAt: row.changed_at.toISOString() }
    }),
    hasMailServer: installation.mailFrom !== null,
  }
}
