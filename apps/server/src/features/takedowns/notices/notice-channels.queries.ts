import type { AttemptChannel } from '@signet/contract/takedowns/attempts'
import type { Tx } from '../../../db/database.ts'

/** The switches that someone has used; sending is off for the other channels. */
export function usedSwitches(tx: Tx) {
  return tx.selectFrom('notice_channels').select(['channel', 'is_on', 'changed_by_name', 'changed_at']).execute()
}

/** Whether someone turned the sending of notices through a channel on. */
export async function isChannelOn(tx: Tx, channel: AttemptChannel): Promise<boolean> {
  const row = await tx.selectFrom('notice_channels').select('is_on').where('channel', '=', channel).executeTakeFirst()
  return row?.is_on ?? false
}

/** Turns a channel on or off; returns the id of its switch. */
export async function switchChannel(tx: Tx, channel: AttemptChannel, isOn: boolean, byName: string): Promise<string> {
  const change = { is_on: isOn, changed_by_name: byName, changed_at: new Date() }
  const { id } = await tx
    .insertInto('notice_channels')
    .values({ channel, ...change })
    .onConflict((conflict) => conflict.column('channel').doUpdateSet(change))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
