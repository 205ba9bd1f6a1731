import { takedownFlow, type TakedownStatus } from '@signet/contract/takedowns/takedown-status'

/** The statuses staff can move a case to; reopening needs a reason and has its own button. */
export function nextStatuses(status: TakedownStatus): TakedownStatus[] {
  const next: readonly TakedownStatus[] = takedownFlow[status]
  return next.filter((one) => one !== 'reopened')
}
