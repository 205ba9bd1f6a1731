import { dayMs, hourMs, minuteMs } from '@signet/contract/time'
import type { Fakenet } from './fakenet.ts'
import { registrar } from './providers.ts'

/** When things happen in the story, in time of the local internet. */
export const storyTimes = {
  acknowledgedAfterMs: 5 * minuteMs,
  questionAfterMs: 30 * minuteMs,
  offlineAfterMs: hourMs,
  relapseAfterMs: 2 * dayMs,
}

/**
 * Lets the takedown of a host take its course: the registrar returns its notice; the provider acknowledges the first one and asks a
 * question, suspends the page after the answer, and it comes back cloaked; the next notice ends it.
 */
export function playTakedown(net: Fakenet, name: string, times = storyTimes): void {
  const host = net.hosts.get(name)
  if (!host) throw new Error(`${name} is not a host of this internet`)
  const desk = net.providers[host.provider].abuse
  const { acknowledgedAfterMs, questionAfterMs, offlineAfterMs, relapseAfterMs } = times
  net.setDesk(registrar.abuse, { delivery: 'bounces' })
  net.setDesk(desk, {
    answers: [
      { kind: 'acknowledges', afterMs: acknowledgedAfterMs },
      { kind: 'asks', afterMs: questionAfterMs },
    ],
  })
  let notices = 0
  net.onMail(({ to }) => {
    if (to !== desk) return
    notices += 1
    if (notices === 1) net.setDesk(desk, { answers: [{ kind: 'done', afterMs: offlineAfterMs }] })
    if (notices === 2 || notices === 3) net.after(offlineAfterMs, () => net.setHost(name, { shows: 'suspended' }))
    if (notices === 2) net.after(relapseAfterMs, () => net.setHost(name, { shows: 'cloaked' }))
  })
}
