import { eachAlone } from '../app/each-alone.ts'
import type { Feature } from '../app/feature.ts'
import type { FollowCheck } from '../app/follow-check.ts'
import type { MailRefusal, MailSettled, PrepareMail } from '../app/mailer.ts'
import { worker, type JobParts, type Queue, type Worker } from '../app/jobs.ts'
import { features } from '../http/features.generated.ts'
import { backFill } from './back-fill.job.ts'
import { backFillJob } from './back-fill.jobs.ts'
import { cleanUp } from './clean-up.job.ts'
import { cleanUpJob } from './clean-up.jobs.ts'
import { jobs } from './jobs.generated.ts'
import { resealCompany } from '../secrets/reseal.job.ts'
import { resealJob } from '../secrets/secrets.jobs.ts'

/** What jobs work with in addition to the queue; parts that are left out disable certificate logs and domain look-ups. */
type WorkerParts = Omit<
  JobParts,
  'enqueue' | 'follow' | 'mailSettled' | 'mailRefusal' | 'prepareMail' | 'submitAbuseReport' | 'ct' | 'lookUps'
> &
  Partial<Pick<JobParts, 'ct' | 'lookUps'>>

const workers: readonly Worker[] = [
  ...features.flatMap((feature) => feature.workers),
  worker(resealJob, async ({ database, secrets }, { companyId }, { signal }) => {
    await resealCompany({ database, secrets, signal }, companyId)
  }),
  worker(backFillJob, ({ database }, _data, { stopping }) => backFill(database, stopping)),
  worker(cleanUpJob, async (parts, { from }, { signal }) => {
    const now = new Date()
    // The clean-up, or work of a feature, that fails leaves the others to be done.
    await eachAlone(
      { ...parts, signal },
      [cleanUpFrom(from, signal), ...(from === undefined ? nightly : [])],
      ({ name }) => ({ work: name }),
      (work) => work(parts, now),
    )
  }),
]

type NightlyWork = NonNullable<Feature['nightly']>

const nightly = features.flatMap(({ nightly: work }) => work ?? [])

/** The clean-up from where it stopped last; adds a job for what is left. */
const cleanUpFrom = (from: number | undefined, signal: AbortSignal): NightlyWork =>
  async function cleanUpRows(parts, now) {
    const { database, enqueue, retention } = parts
    const kept = features.flatMap((feature) => feature.kept)
    const next = await cleanUp(parts, kept, now, { retention, from, signal })
    if (next !== null) await database.inCompanies([], (tx) => enqueue(tx, cleanUpJob, { from: next }))
  }

const mailRefusal: MailRefusal = async (...taken) => {
  for (const feature of features) {
    const why = await feature.mailRefusal?.(...taken)
    if (why) return why
  }
  return null
}

/**
 * Processes the jobs of all features.
 *
 * @throws Error if a job has no worker or several
 */
export function startWorkers(queue: Queue, parts: WorkerParts): Promise<void> {
  const wrong = jobs.find((job) => workers.filter((each) => each.job === job).length !== 1)
  if (wrong) throw new Error(`The job ${wrong.name} needs one worker`)
  const { enqueue } = queue
  const followers = features.flatMap((feature) => feature.followCheck?.(enqueue) ?? [])
  const follow: FollowCheck = async (...check) => {
    const wanted: number[] = []
    for (const each of followers) wanted.push((await each(...check)) ?? Infinity)
    const soonest = Math.min(...wanted)
    return soonest === Infinity ? null : soonest
  }
  const settlers = features.flatMap((feature) => feature.mailSettled?.(enqueue) ?? [])
  const mailSettled: MailSettled = async (...settled) => {
    for (const each of settlers) await each(...settled)
  }
  const preparers = features.flatMap((feature) => feature.prepareMail?.(enqueue) ?? [])
  const prepareMail: PrepareMail = async (...prepared) => {
    for (const each of preparers) await each(...prepared)
  }
  const submit = features.find((feature) => feature.submitAbuseReport)?.submitAbuseReport
  if (!submit) throw new Error('No feature submits reports')
  const submitAbuseReport: JobParts['submitAbuseReport'] = (notice) => submit(parts, notice)
  const ct = { list: null, stream: null, backfill: 0, lookback: 0 }
  return queue.work(workers, {
    ct,
    lookUps: null,
    ...parts,
    enqueue,
    follow,
    mailSettled,
    mailRefusal,
    prepareMail,
    submitAbuseReport,
  })
}
