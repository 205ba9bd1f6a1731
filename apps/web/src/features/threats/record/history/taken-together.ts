import type { Evidence, HistoryEvent } from '@signet/contract/threats/threats'
import { minuteMs } from '@signet/contract/time'

/** The visits of one capture begin within this time, and the event that it ended follows within it. */
const sameCaptureMs = 10 * minuteMs

/** Pictures of one capture. */
export interface Taken {
  /** When the first was taken. */
  at: string
  pictures: Evidence[]
}

/** Captured pictures by capture, oldest first. */
export function takenTogether(evidence: readonly Evidence[]): Taken[] {
  const groups: Taken[] = []
  const pictures = evidence.filter(({ kind, type }) => kind === 'capture' && type.startsWith('image/'))
  for (const picture of pictures.toSorted((a, b) => Date.parse(a.capturedAt) - Date.parse(b.capturedAt))) {
    const open = groups.at(-1)
    if (open && isClose(open, picture.capturedAt)) open.pictures.push(picture)
    else groups.push({ at: picture.capturedAt, pictures: [picture] })
  }
  return groups
}

/** The recorded event of a capture; undefined for pictures that came another way. */
export const eventOf = (taken: Taken, history: readonly HistoryEvent[]): HistoryEvent | undefined =>
  history.find(({ action, at }) => action === 'threat.captured' && isClose(taken, at))

const isClose = (taken: Taken, at: string) => Math.abs(Date.parse(at) - Date.parse(taken.at)) < sameCaptureMs
