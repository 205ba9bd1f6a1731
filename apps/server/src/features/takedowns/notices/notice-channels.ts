import type { NoticeDraft } from '@signet/contract/takedowns/takedown-work'
import type * as contract from '@signet/contract/takedowns/takedown-work'
import { attemptChannelNames, type AttemptChannel, type AttemptWay } from '@signet/contract/takedowns/attempts'
import type { Context } from '../../../app/context.ts'
import type { Handler } from '../../../app/handler.ts'
import type { MailAddress } from '../../../app/mailer.ts'
import type { Tx } from '../../../db/database.ts'
import { recordAudit } from '../../audit/audit.queries.ts'
import { policyOf } from '../following/takedown-policy.queries.ts'
import { isChannelOn, switchChannel, usedSwitches } from './notice-channels.queries.ts'

/** Reports need an address of their sender, even while nothing is sent. The domain can't be registered (RFC 2606). */
export const dryRunSender: MailAddress = { name: 'Signet', address: 'signet@mail.example' }

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

/** The same for a notice that a person writes, which may have to wait for a second one. */
export async function sendingOfWritten(
  context: Pick<Context, 'tx' | 'company' | 'installation'>,
  channel: AttemptChannel,
  way: AttemptWay,
): Promise<NoticeDraft['sending']> {
  const sending = await sendingOf(context, channel, way)
  const { needsSecondPerson } = await policyOf(context.tx, context.company.id)
  return sending === 'on' && needsSecondPerson ? 'secondPerson' : sending
}

export const listNoticeChannels: Handler<typeof contract.listNoticeChannels> = (context) => channelsOf(context)

export const putNoticeChannel: Handler<typeof contract.putNoticeChannel> = async (context, { params, body }) => {
  const { tx, actor } = context
  const { channel } = params
  if ((await isChannelOn(tx, channel)) === body.isOn) return channelsOf(context)
  const id = await switchChannel(tx, channel, body.isOn, actor.name)
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
  const rows = await usedSwitches(tx)
  return {
    channels: attemptChannelNames.map((channel) => {
      const row = rows.find((one) => one.channel === channel)
      if (!row) return { channel, isOn: false }
      return { channel, isOn: row.is_on, changedBy: row.changed_by_name, changedAt: row.changed_at.toISOString() }
    }),
    hasMailServer: installation.mailFrom !== null,
  }
}
