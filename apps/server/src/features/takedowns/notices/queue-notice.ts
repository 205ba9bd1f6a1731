import { isEmailAddress } from '@signet/contract/access/credentials'
import { noticeBytesMax } from '@signet/contract/takedowns/takedown-work'
import type * as work from '@signet/contract/takedowns/takedown-work'
import type { BodyOf } from '@signet/contract/route'
import type { Context } from '../../../app/context.ts'
import { AppError } from '../../../errors.ts'
import { readyServices } from '../../abuse-report-accounts/abuse-report-accounts.queries.ts'
import type { TakedownWithThreat } from '../../cases/takedowns.queries.ts'
import { noticeTemplate, queueMail } from '../../mail/queue-mail.ts'
import { noticeFilesOf } from '../packs/case-files.ts'
import { rightsOf } from '../../rights/rights.queries.ts'
import { evidenceReport } from './attach-evidence.ts'
import { earlierMails, noticesAnHourMax, noticesInLastHour } from './attempts.queries.ts'
import { attachedReport, noticeSubjectOf } from './notice-subject.ts'
import { dryRunSender } from './notice-channels.ts'

/** A notice as it was written; `isHeld`: it is only stored. */
type Body = BodyOf<typeof work.addAttempt> & { isHeld: boolean }

/** @throws AppError `TOO_MANY_REQUESTS` */
async function checkRate({ tx, company }: Context, recipient: string): Promise<void> {
  if ((await noticesInLastHour(tx, company.id, recipient)) < noticesAnHourMax) return
  throw new AppError('TOO_MANY_NOTICES', { max: noticesAnHourMax }, { at: 'body.recipient', retryAfter: 3600 })
}

/** Adds the report of an attempt to the outbox; the API of a service gets it instead of an email. */
export async function writeAbuseReport(context: Context, takedown: TakedownWithThreat, body: Body) {
  const { tx, company, enqueue, installation } = context
  const { recipient, service, text } = body
  if (!service) throw new AppError('REQUIRED', {}, { at: 'body.service' })
  if (!text) throw new AppError('REQUIRED', {}, { at: 'body.text' })
  if (!(await readyServices(tx, company.id)).includes(service)) {
    throw new AppError('ABUSE_REPORT_ACCOUNT_MISSING', {}, { at: 'body.service' })
  }
  await checkRate(context, recipient)
  const subject = await noticeSubjectOf(tx, takedown)
  if (!subject.address) throw new AppError('ABUSE_REPORT_NEEDS_ADDRESS', {}, { at: 'body.service' })
  const sender = installation.mailFrom ?? dryRunSender
  const { email } = await rightsOf(context)
  return queueMail(tx, enqueue, {
    companyId: company.id,
    to: { name: recipient, address: service },
    template: noticeTemplate,
    subject: `${recipient}: ${subject.title}`.slice(0, 200),
    text,
    via: {
      service,
      report: {
        reference: subject.reference,
        url: subject.address,
        kind: subject.source === 'APK' || /malware/i.test(subject.threatType) ? 'malware' : 'phishing',
        brand: subject.brand ?? company.name,
        officialUrl: subject.officialHost ? `https://${subject.officialHost}/` : null,
        text,
        reporter: { name: company.name, email: email || sender.address },
      },
    },
    isHeld: body.isHeld,
  })
}

/** Adds the email of an attempt to the outbox, with its report and files. */
export async function writeEmail(context: Context, takedown: TakedownWithThreat, attemptId: string, body: Body) {
  const { tx, company, enqueue, installation } = context
  const { recipient, subject, text } = body
  if (!isEmailAddress(recipient)) throw new AppError('NOT_A_MAIL_ADDRESS', {}, { at: 'body.recipient' })
  if (!subject) throw new AppError('REQUIRED', {}, { at: 'body.subject' })
  if (!text) throw new AppError('REQUIRED', {}, { at: 'body.text' })
  await checkRate(context, recipient)
  const known = await noticeFilesOf(context, takedown)
  const files = body.files.map((id, index) => {
    const file = known.find((one) => one.id === id)
    if (!file) throw new AppError('FILE_NOT_OF_CASE', {}, { at: `body.files.${index}` })
    return { name: file.name, type: file.type, sha256: file.sha256, size: file.size }
  })
  if (files.reduce((sum, { size }) => sum + size, 0) > noticeBytesMax) {
    throw new AppError('NOTICE_FILES_TOO_LARGE', { megabytes: noticeBytesMax / 1_000_000 }, { at: 'body.files' })
  }
  const subjectOfReport = await noticeSubjectOf(tx, takedown)
  const report = attachedReport(subjectOfReport, company, installation.mailFrom ?? dryRunSender, attemptId)
  return queueMail(tx, enqueue, {
    companyId: company.id,
    to: { name: '', address: recipient },
    template: noticeTemplate,
    subject,
    text,
    attachments: [...report, evidenceReport, ...files],
    follows: await earlierMails(tx, company.id, takedown.id, recipient),
    isHeld: body.isHeld,
  })
}
