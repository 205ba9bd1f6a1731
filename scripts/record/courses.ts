import { isNamedByHost, fieldOf } from '@signet/contract/threats/sources'
import type { AttemptChannel } from '@signet/contract/takedowns/attempts'
import { dayMs, hourMs, minuteMs } from '@signet/contract/time'
import { hosterOf } from '../../apps/demo/src/threats/name-threats.ts'
import type { Case, CaseWork, Reply, Shown } from './case-work.ts'

/* What people do in a case, and what happens outside, until it reaches the status that it is to end in. */

/** Each step waits for the yielded ms. */
type Course = AsyncGenerator<number, void>

/** The course of a case, from its request. */
export async function* courseOf(work: CaseWork, of: Case): Course {
  await work.request(of)
  const { goal } = of.order
  if (goal === 'awaiting_authorisation') return
  if (of.requester === of.officer) {
    yield wait(work, of, 0.6, 14)
    if (goal === 'withdrawn') return work.withdraw(of)
    await work.authorise(of)
  }
  switch (goal) {
    case 'authorised':
      return
    case 'withdrawn':
      yield wait(work, of, 0.2, 0.28)
      return work.withdraw(of)
    case 'invalid':
      yield wait(work, of, 1, 9)
      return work.move(of, 'invalid', 'Run by an agency of the client, which has confirmed it')
    case 'duplicate':
      yield wait(work, of, 0.5, 7)
      return work.move(of, 'duplicate', 'Shows the same page as an earlier case, which continues')
    case 'stale':
      yield wait(work, of, 2, 6)
      work.show(of, 'unresolved')
      yield wait(work, of, 5, 20)
      return work.move(of, 'stale', 'Offline before a notice was sent')
    default:
      return yield* of.host === null || (await work.contacts(of)).every(({ email }) => email === null)
        ? throughForm(work, of)
        : throughEmail(work, of)
  }
}

/** A time in hours, shorter where the case has less time left. */
function wait(work: CaseWork, of: Case, min: number, max: number): number {
  const leftMs = work.parts.until - work.now()
  return Math.min((min + of.random.next() * (max - min)) * hourMs, leftMs * (0.2 + of.random.next() * 0.25))
}

const afterHours = (of: Case, min: number, max: number) => (min + of.random.next() * (max - min)) * hourMs

async function* throughEmail(work: CaseWork, of: Case): Course {
  const { goal } = of.order
  const { random } = of
  const leftMs = work.parts.until - work.now()
  const limited = (ms: number) => Math.min(ms, leftMs * (0.25 + random.next() * 0.2))
  const reply = (kind: Reply['kind'], min: number, max: number): Reply => ({
    kind,
    afterMs: limited(afterHours(of, min, max)),
  })
  const isLong = leftMs > 25 * dayMs
  const way =
    goal === 'resolved'
      ? random.weighted({
          quick: 5,
          answered: 4,
          question: 2,
          refused: 1,
          ...(isLong ? { relapse: 1, silent: 2 } : {}),
        })
      : goal === 'offline_monitoring'
        ? random.weighted({ quick: 1, answered: 1 })
        : null
  yield wait(work, of, 0.3, 3)
  const host = await work.contact(of, 'host')
  const registrar = await work.contact(of, 'registrar')
  const first = host ?? registrar
  // The address that this registrar has in its records no longer exists.
  const isLost = registrar?.recipient === lostAddress
  // Where nothing else is known, it is asked through its form.
  if (!first || (first === registrar && isLost)) return yield* throughForm(work, of)
  const act = afterHours(of, 3, 26)
  if (goal === 'reopened') {
    await work.submitForm(of, {
      channel: first.role === 'registrar' ? 'registrar' : 'hosting',
      recipient: first.name,
      link: `https://${first.recipient.slice(first.recipient.indexOf('@') + 1)}/abuse`,
    })
    yield wait(work, of, 2, 14)
    work.show(of, random.pick(gone))
    yield wait(work, of, 12, 60)
    work.show(of, 'page')
    return
  }
  const asks = goal === 'info_requested' || way === 'question'
  const refuses = goal === 'escalated' || goal === 'refused' || way === 'refused'
  of.answers = (channel, place) => {
    if (channel === 'registrar' && isLost) return [{ kind: 'bounces', afterMs: random.int(20, 200) * 1000 }]
    if (channel === 'registry') {
      if (goal === 'refused') return [reply('refuses', 6, 30)]
      return random.chance(0.4) && goal !== 'escalated' ? [reply('confirms', 1, 5)] : []
    }
    if (channel !== channelOf(first.role) || place > 1) return []
    if (asks) return [reply('asks', 3, 12)]
    if (refuses) return [reply('refuses', 3, 12)]
    if (goal === 'acknowledged' || way === 'answered') return [reply('confirms', 0.6, 8)]
    if (way === 'quick' && random.chance(0.5)) return [reply('done', act / hourMs, act / hourMs + 1)]
    return random.chance(0.4) ? [{ kind: 'acknowledges', afterMs: random.int(1, 6) * minuteMs }] : []
  }
  if (host && registrar && isLost && goal === 'resolved' && random.chance(0.3)) {
    await work.notify(of, registrar)
    yield random.int(8, 25) * minuteMs
  }
  await work.notify(of, first)
  if (host && registrar && !isLost && goal !== 'info_requested' && random.chance(0.35)) {
    yield random.int(3, 12) * minuteMs
    await work.notify(of, registrar)
  }
  if (goal === 'submitted' || goal === 'acknowledged' || goal === 'escalated') return
  if (asks) {
    // A person reads the question as soon as it is there.
    yield* until(of, async () => (await work.answeredAttempt(of)) !== null)
    yield wait(work, of, 0.3, 1.5)
    // By then another contact may have been notified because of a second provider that did not answer.
    if ((await work.status(of)) !== 'escalated') {
      await work.move(of, 'info_requested', 'The provider asks for the full address and a screenshot')
      if (goal === 'info_requested') return
      yield wait(work, of, 1, 8)
      await work.move(of, 'acknowledged', 'Answered with the address, the capture and the time in UTC')
    }
  }
  if (goal === 'refused') {
    yield* until(of, async () => (await work.refusals(of)) >= 2)
    yield wait(work, of, 1, 6)
    return work.move(of, 'refused', 'The provider and its carrier have refused to act')
  }
  if (goal === 'unsuccessful') {
    yield afterHours(of, 150, 230)
    return work.move(of, 'unsuccessful', 'Every contact was notified, reminded and escalated, without result')
  }
  if (way === 'refused') yield* until(of, async () => (await work.status(of)) === 'escalated')
  if (way === 'silent') yield afterHours(of, 50, 118)
  yield Math.min(act, (work.parts.until - work.now()) * 0.4)
  work.show(of, random.pick(gone))
  if (way !== 'relapse') return
  yield afterHours(of, 30, 130)
  work.show(of, random.pick(['page', 'cloaked']))
  yield afterHours(of, 12, 30)
  work.show(of, random.pick(gone))
}

const lostAddress = 'abuse@saltmarsh.example'
const gone: readonly Shown[] = ['missing', 'suspended', 'unresolved']
const channelOf = (role: string): AttemptChannel => (role === 'registrar' ? 'registrar' : 'hosting')

/** Waits until something has happened, looking at it now and then. */
async function* until(of: Case, has: () => Promise<boolean>): Course {
  while (!(await has())) yield (20 + of.random.int(0, 40)) * minuteMs
}

/** A provider without an address: people fill in its form and note what it answers. */
async function* throughForm(work: CaseWork, of: Case): Course {
  const { goal } = of.order
  const { random, threat } = of
  yield wait(work, of, 0.3, 3)
  const attemptId = await work.submitForm(of, await formOf(work, of))
  if (goal === 'submitted') return
  const answer = async (status: 'acknowledged' | 'actioned' | 'refused', text: string) => {
    await work.change(of, attemptId, { status, answer: text })
  }
  if (goal === 'escalated') {
    yield wait(work, of, 20, 40)
    return work.move(of, 'escalated', 'No answer to the form; raised with our contact at the provider')
  }
  if (goal === 'unsuccessful') {
    yield wait(work, of, 90, 220)
    return work.move(of, 'unsuccessful', 'No answer to the form, and it can still be seen')
  }
  if (goal === 'refused') {
    yield wait(work, of, 8, 60)
    await answer('refused', 'This does not violate our terms.')
    await work.pass(random.int(1, 5) * minuteMs)
    return work.move(of, 'refused')
  }
  if (goal === 'acknowledged' || goal === 'info_requested' || random.chance(0.5)) {
    yield wait(work, of, 1, 10)
    const isQuestion = goal === 'info_requested' || (goal !== 'acknowledged' && random.chance(0.2))
    await answer(
      'acknowledged',
      isQuestion ? 'Please provide proof that you own the trademark.' : 'Your report is being reviewed.',
    )
    await work.pass(random.int(1, 5) * minuteMs)
    await work.move(of, isQuestion ? 'info_requested' : 'acknowledged')
    if (isQuestion && goal !== 'info_requested') {
      yield wait(work, of, 1, 8)
      await work.move(of, 'acknowledged', 'Answered with the registration of the trademark')
    }
    if (goal === 'acknowledged' || goal === 'info_requested') return
  }
  yield wait(work, of, 3, 26)
  if (of.host === null) {
    await answer('actioned', random.pick(['It has been removed.', 'The account was suspended.']))
    await work.pass(random.int(1, 5) * minuteMs)
    await work.move(of, 'offline_monitoring', 'Opened from two networks: it is no longer there')
  } else work.show(of, random.pick(gone))
  if (goal === 'offline_monitoring') return
  if (goal === 'reopened') {
    yield wait(work, of, 12, 60)
    if (of.host !== null) work.show(of, 'page')
    else await work.move(of, 'reopened', `Back under the same name: ${threat.title}`.slice(0, 300))
    return
  }
  if (of.host !== null) return
  yield 7 * dayMs + random.int(5, 300) * minuteMs
  await work.move(of, 'resolved', 'Opened again after seven days: it is still gone')
}

/** The form of the provider of a target without an address for reports. */
async function formOf(
  work: CaseWork,
  of: Case,
): Promise<{ channel: AttemptChannel; recipient: string; link?: string }> {
  const { threat } = of
  if (isNamedByHost(threat.source)) return { channel: 'hosting', recipient: hosterOf(threat.title) }
  const store = fieldOf(threat.fields, 'store')
  if (store !== null) return { channel: 'appStore', recipient: store }
  const platform = (await work.contacts(of)).find(({ role }) => role === 'platform')
  if (platform)
    return { channel: 'platform', recipient: platform.name, ...(platform.form ? { link: platform.form } : {}) }
  return {
    channel: 'other',
    recipient: fieldOf(threat.fields, 'forum') ?? fieldOf(threat.fields, 'bank') ?? 'Operator',
  }
}
