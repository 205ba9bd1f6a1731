import type * as contract from '@signet/contract/threats/mail-threats'
import type { SteppedHandler } from '../../../app/handler.ts'
import { AppError } from '../../../errors.ts'
import { findingsOfMail, keyOf, readUploadedMail } from '../../reported-mails/mail-findings.ts'
import { addEach } from './keep-threat.ts'

/** @throws AppError `MAIL_FILE_UNREADABLE` naming the file */
export const addMailThreats: SteppedHandler<typeof contract.addMailThreats> = {
  inSteps: async ({ before, last }, { body, file }) => {
    const { name, type, size, sha256 } = file
    const bytes = await before(({ files }) => files.open(sha256))
    if (!bytes) throw new AppError('FILE_NOT_KEPT', {}, { retryAfter: 1 })
    const mail = await readUploadedMail(bytes)
    if (!mail) throw new AppError('MAIL_FILE_UNREADABLE', { name }, { at: 'body.file' })
    return last(async (context) => {
      const all = await findingsOfMail(context.tx, context.company.id, mail)
      const chosen = new Set(body.chosen)
      const findings = body.dryRun ? all : all.filter((finding) => chosen.has(keyOf(finding)))
      const evidence = { name, type, size, sha256, capturedAt: new Date() }
      const results = await addEach(
        context,
        findings.map(({ threat }) => threat),
        findings.map(({ score, brandId, indicators }) => ({ score, brandId, indicators, file: evidence })),
        body,
      )
      return {
        subject: mail.messages[0]?.subject ?? '',
        findings: findings.flatMap((finding, at) => {
          const { source, threatType, severity, title } = finding.threat
          const reasons = finding.indicators.map((indicator) => indicator.name)
          const result = results[at]
          return result ? [{ key: keyOf(finding), source, threatType, severity, title, reasons, result }] : []
        }),
      }
    })
  },
}
