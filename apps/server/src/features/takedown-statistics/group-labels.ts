import { keysIn } from '@signet/contract/narrow'
import { attemptChannelNames, attemptChannels } from '@signet/contract/takedowns/attempts'
import type { StatisticsGroup } from '@signet/contract/takedowns/takedown-statistics'
import { everySource } from '@signet/contract/threats/sources'

/** The English label of a group; registrars and hosts have their own names. */
export function labelOfGroup(by: StatisticsGroup, value: string): string {
  const channel = attemptChannelNames.find((key) => by === 'channel' && key === value)
  const source = keysIn(everySource).find((key) => by === 'source' && key === value)
  return channel ? attemptChannels[channel] : source ? everySource[source].label : value
}
