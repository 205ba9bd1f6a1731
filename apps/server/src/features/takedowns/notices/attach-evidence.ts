import { companyOf } from '../../../db/company-keys.queries.ts'
import type { Enqueue } from '../../../app/jobs.ts'
import type { PrepareMail } from '../../../app/mailer.ts'
import type { MailAttachment } from '../../../db/columns.ts'
import { holdBytes } from '../../evidence/files.queries.ts'
import { waitingAttachments } from '../../mail/mails.queries.ts'
import { sendWithMadeFile } from '../../mail/queue-mail.ts'
import { writeReport } from '../packs/pack-report.ts'
import { readCase } from '../packs/packed-case.ts'
import { printPictures } from '../packs/print-pictures.ts'
import { attemptOfMail } from './attempts.queries.ts'

/** The report of the evidence pack, which every first notice to a provider carries with the state of the case when it is sent. */
export const evidenceReport = {
  name: 'evidence.pdf',
  type: 'application/pdf',
  isMadeOnSending: true,
} as const satisfies MailAttachment

/** Makes the evidence PDF of a notice. It is stored before the notice is sent, so that sending again sends the same file. */
export const attachEvidence =
  (enqueue: Enqueue): PrepareMail =>
  async ({ database, files }, mail) => {
    const { companyId, mailId } = mail
    const inCompany = <T>(work: Parameters<typeof database.inCompanies<T>>[1]) =>
      database.inCompanies([companyId], work)
    const found = await inCompany(async (tx) => {
      const isWanted = (await waitingAttachments(tx, companyId, mailId)).some((file) => 'isMadeOnSending' in file)
      const attempt = isWanted && (await attemptOfMail(tx, companyId, mailId))
      // Providers get what the client sees: nothing that was not published.
      return attempt ? readCase(tx, await companyOf(tx, companyId), { role: 'client' }, attempt.takedown_id) : null
    })
    if (!found) return
    const report = await writeReport(found, await printPictures(found.files, files), new Date())
    const { sha256 } = await files.put(report)
    await inCompany(async (tx) => {
      await holdBytes({ tx, files }, { sha256 })
      await sendWithMadeFile(tx, enqueue, mail, { sha256, size: report.length })
    })
  }
