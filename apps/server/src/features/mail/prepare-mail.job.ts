import type { JobParts, JobRun } from '../../app/jobs.ts'
import { messageOf } from '../../errors/sentences.ts'
import { recordUnprepared } from './mails.queries.ts'
import { mailLimits } from './send-mail.job.ts'

/**
 * Makes the files of one email that are made on sending, and queues the job that sends it. After the last failure the email counts as not
 * sent.
 *
 * @throws what the preparation throws, so that the queue retries the job
 */
export async function prepareMail(
  parts: Pick<JobParts, 'database' | 'files' | 'prepareMail' | 'mailRefusal' | 'mailSettled' | 'log'>,
  mail: { companyId: number; mailId: string },
  { attempt }: Pick<JobRun, 'attempt'>,
): Promise<void> {
  try {
    await parts.prepareMail(parts, mail)
  } catch (error) {
    const isLast = attempt >= mailLimits.attempts
    await parts.database.inCompanies([mail.companyId], async (tx) => {
      // Before the email is locked: those who cancel emails lock in the same order.
      await parts.mailRefusal(tx, mail)
      const isRecorded = await recordUnprepared(
        tx,
        mail,
        isLast ? 'failed' : 'queued',
        messageOf('MAIL_EVIDENCE_FAILED', {}),
      )
      if (isLast && isRecorded) await parts.mailSettled(tx, mail, 'failed')
    })
    if (!isLast) throw error
    parts.log.error({ mailId: mail.mailId, error }, 'the evidence of a notice cannot be made')
  }
}
