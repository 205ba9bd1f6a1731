import { randomUUID } from 'node:crypto'
import type { NoticeDraft } from '@signet/contract/takedowns/takedown-work'
import type * as contract from '@signet/contract/takedowns/takedown-work'
import { isoToday } from '@signet/contract/time'
import { missingRights, type Rights } from '@signet/contract/companies/rights'
import type { Handler } from '../../../app/handler.ts'
import type { MailAddress } from '../../../app/mailer.ts'
import { found } from '../../../errors.ts'
import { readyServices } from '../../abuse-report-accounts/abuse-report-accounts.queries.ts'
import { rightsOf } from '../../rights/rights.queries.ts'
import { findMail } from '../../mail/mails.queries.ts'
import { findAttempt } from './attempts.queries.ts'
import { noticeFilesOf } from '../packs/case-files.ts'
import { dryRunSender, sendingOfWritten } from './notice-channels.ts'
import { abuseReportOf, noticeSubjectOf, type NoticeSubject } from './notice-subject.ts'
import { takedownOf } from '../takedown-detail.ts'
import { officialSiteOf, signatoryOf, trademarksOf } from '../letters/letter-values.ts'
import { caseValues, filledLetter, letterInForce } from '../letters/write-letter.ts'

/** @throws AppError `NOT_FOUND` if the takedown is outside the company */
export const draftNotice: Handler<typeof contract.draftNotice> = async (context, { params, query }) => {
  const { tx, company, installation } = context
  const row = await takedownOf(context, params.takedownId)
  const subject = await noticeSubjectOf(tx, row)
  const sender = installation.mailFrom ?? dryRunSender
  const rights = await rightsOf(context)
  const result = abuseReportOf(subject, company, sender, randomUUID())
  const letter = await letterInForce(tx, { kind: 'request', ...query })
  return {
    ...filledLetter(letter, {
      ...(await caseValues(tx, row, query.language)),
      sender: sender.name || sender.address,
    }),
    xarf: 'report' in result ? JSON.stringify(result.report, null, 2) : null,
    xarfMissing: 'missing' in result ? result.missing : [],
    fields: formFieldsOf(subject, rights, company.name, sender),
    missingRights: missingRights(rights, query.channel, isoToday()),
    files: (await noticeFilesOf(context, row)).map(({ id, name, type, size }) => ({ id, name, type, size })),
    services: subject.address ? await readyServices(tx, company.id) : [],
    from: installation.mailFrom ? `${installation.mailFrom.name} <${installation.mailFrom.address}>` : null,
    sending: await sendingOfWritten(context, query.channel, query.way),
  }
}

function formFieldsOf(
  subject: NoticeSubject,
  rights: Rights,
  company: string,
  sender: MailAddress,
): NoticeDraft['fields'] {
  type Field = [NoticeDraft['fields'][number]['key'], string | null]
  const values: Field[] = [
    ['address', subject.address],
    ['domain', subject.domain],
    ['title', subject.title],
    ['company', rights.legalName || company],
    ['postalAddress', rights.postalAddress],
    ['signatory', signatoryOf(rights, company).signatory],
    ['phone', rights.phone],
    ['brand', subject.brand],
    ...trademarksOf(rights, 'en').map((mark): Field => ['trademark', mark]),
    ...rights.accounts.map(({ platform, handle }): Field => ['account', `${platform}: ${handle}`]),
    ['officialSite', officialSiteOf(subject)],
    ['contact', rights.email || (sender === dryRunSender ? null : sender.address)],
    ['reference', subject.reference],
  ]
  return values.flatMap(([key, value]) => (value ? [{ key, value }] : []))
}

/** @throws AppError `NOT_FOUND` if the takedown is outside the company, or the attempt has no email */
export const getNotice: Handler<typeof contract.getNotice> = async (context, { params }) => {
  const { tx, company } = context
  const row = await takedownOf(context, params.takedownId)
  const attempt = found(await findAttempt(tx, company.id, row.id, params.attemptId), 'attempt')
  const mail = found(attempt.mail_id !== null && (await findMail(tx, company.id, attempt.mail_id)), 'attempt')
  return {
    to: mail.to_address,
    subject: mail.subject,
    text: mail.text,
    attachments: mail.attachments.map((file) =>
      'text' in file
        ? { name: file.name, type: file.type, size: Buffer.byteLength(file.text), text: file.text }
        : { name: file.name, type: file.type, size: 'size' in file ? file.size : null },
    ),
  }
}
