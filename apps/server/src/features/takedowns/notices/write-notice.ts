import { randomUUID } from 'node:crypto'
import type { NoticeDraft, NoticeLanguage } from '@signet/contract/takedowns/takedown-work'
import type * as contract from '@signet/contract/takedowns/takedown-work'
import { fieldOf } from '@signet/contract/threats/sources'
import { missingRights, type Rights } from '@signet/contract/companies/rights'
import type { AttemptChannel } from '@signet/contract/takedowns/takedowns'
import type { Handler } from '../../../app/handler.ts'
import type { MailAddress } from '../../../app/mailer.ts'
import { found } from '../../../errors.ts'
import { readyServices } from '../../abuse-report-accounts/abuse-report-accounts.queries.ts'
import { rightsOf } from '../../rights/rights.queries.ts'
import { asOneLine } from '../../mail/mail-address.ts'
import { mailTextsFor } from '../../mail/mail-texts.ts'
import { findMail } from '../../mail/mails.queries.ts'
import { lockAttempt } from './attempts.queries.ts'
import { noticeFilesOf } from '../packs/case-files.ts'
import { sendingOfWritten } from './notice-channels.ts'
import { abuseReportOf, noticeSubjectOf, type NoticeSubject } from './notice-subject.ts'
import { takedownOf } from '../takedown-detail.ts'

/** Reports need an address of their sender, even while nothing is sent. The domain can't be registered (RFC 2606). */
export const dryRunSender: MailAddress = { name: 'Signet', address: 'signet@mail.example' }

/** @throws AppError `NOT_FOUND` if the takedown is outside the company */
export const draftNotice: Handler<typeof contract.draftNotice> = async (context, { params, query }) => {
  const { tx, company, installation } = context
  const row = await takedownOf(context, params.takedownId)
  const subject = await noticeSubjectOf(tx, row)
  const sender = installation.mailFrom ?? dryRunSender
  const rights = await rightsOf(context)
  const result = abuseReportOf(subject, company, sender, randomUUID())
  return {
    ...letterOf(subject, { ...query, rights, company: company.name, sender: sender.name || sender.address }),
    xarf: 'report' in result ? JSON.stringify(result.report, null, 2) : null,
    xarfMissing: 'missing' in result ? result.missing : [],
    fields: formFieldsOf(subject, rights, company.name, sender),
    missingRights: missingRights(rights, query.channel, today()),
    files: (await noticeFilesOf(context, row)).map(({ id, name, type, size }) => ({ id, name, type, size })),
    services: subject.address ? await readyServices(tx, company.id) : [],
    from: installation.mailFrom ? `${installation.mailFrom.name} <${installation.mailFrom.address}>` : null,
    sending: await sendingOfWritten(context, query.channel, query.way),
  }
}

export interface Letter {
  channel: AttemptChannel
  language: NoticeLanguage
  company: string
  sender: string
  rights: Rights
}

/** The text that a notice begins with; people edit it before they send it. */
export function letterOf(subject: NoticeSubject, { channel, language, company, sender, rights }: Letter) {
  const t = mailTextsFor(language)
  const { reference, brand } = subject
  const facts: [string, string | null][] = [
    ['address', subject.address],
    ['domain', subject.domain],
    ...(subject.address || subject.domain ? [] : ([['title', subject.title]] satisfies [string, string][])),
    ['brand', brand],
    ...trademarksOf(rights, language).map((mark): [string, string] => ['trademark', mark]),
    ['officialSite', officialSite(subject)],
    ['ip', fieldOf(subject.fields, 'address')],
    ['registrar', fieldOf(subject.fields, 'registrar')],
    ['firstSeen', utc(subject.firstSeen)],
    ['lastSeen', utc(subject.lastSeen)],
  ]
  return {
    subject: asOneLine(t('NOTICE_SUBJECT', { title: asOneLine(subject.title, 140), reference })),
    text: [
      t('NOTICE_HELLO', {}),
      t('NOTICE_OPENING', { company }),
      facts
        .flatMap(([fact, value]) => (value ? t('NOTICE_FACT', { fact, value: asOneLine(value, 2000) }) : []))
        .join('\n'),
      brand ? t('NOTICE_WHY_BRAND', { brand, company }) : t('NOTICE_WHY', { company }),
      t('NOTICE_ASK', { channel }),
      t('NOTICE_REFERENCE', { reference }),
      t('NOTICE_REGARDS', { sender, company }),
      ...(rights.signatory ? [t('NOTICE_SIGNATORY', signatoryOf(rights, company))] : []),
    ].join('\n\n'),
  }
}

const today = () => new Date().toISOString().slice(0, 10)

/** The valid trademarks of a company, each on one line. */
const trademarksOf = ({ trademarks }: Rights, language: NoticeLanguage): string[] =>
  trademarks
    .filter(({ expiresOn }) => expiresOn === null || expiresOn >= today())
    .map(({ name, office, number, classes }) =>
      mailTextsFor(language)('NOTICE_TRADEMARK', { name, office, number, classes: classes.join(', ') || 'none' }),
    )

const signatoryOf = ({ signatory, signatoryTitle, legalName }: Rights, company: string) => ({
  signatory: [signatory, signatoryTitle].filter(Boolean).join(', '),
  owner: legalName || company,
})

const utc = (at: Date) => at.toISOString().slice(0, 16).replace('T', ' ')
const officialSite = ({ officialHost }: NoticeSubject) => (officialHost ? `https://${officialHost}/` : null)

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
    ['officialSite', officialSite(subject)],
    ['contact', rights.email || (sender === dryRunSender ? null : sender.address)],
    ['reference', subject.reference],
  ]
  return values.flatMap(([key, value]) => (value ? [{ key, value }] : []))
}

/** @throws AppError `NOT_FOUND` if the takedown is outside the company, or the attempt has no email */
export const getNotice: Handler<typeof contract.getNotice> = async (context, { params }) => {
  const { tx, company } = context
  const row = await takedownOf(context, params.takedownId)
  const attempt = found(await lockAttempt(tx, company.id, row.id, params.attemptId), 'attempt')
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
