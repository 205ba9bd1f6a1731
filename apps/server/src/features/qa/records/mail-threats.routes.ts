import type * as contract from '@signet/contract/threats/mail-threats'
import type { Handler } from '../../../app/handler.ts'
import { AppError } from '../../../errors.ts'
import { findingsInMail, keyOf } from '../../reported-mails/mail-findings.ts'
import { addEach } from './keep-threat.ts'

/** @throws AppError `MAIL_FILE_UNREADABLE` naming the file */
export const addMailThreats: Handler<typeof contract.addMailThreats> = async (context, { body, file }) => {
  const { tx, company, files } = context
  const { name, type, size, sha256 } = file
  const bytes = await files.open(sha256)
  if (!bytes) throw new AppError('FILE_NOT_KEPT', {}, { retryAfter: 1 })
  const mail = await findingsInMail(tx, company.id, bytes)
  if (!mail) throw new AppError('MAIL_FILE_UNREADABLE', { name }, { at: 'body.file' })
  const chosen = new Set(body.chosen)
  const findings = body.dryRun ? mail.findings : mail.findings.filter((finding) => chosen.has(keyOf(finding)))
  const evidence = { name, type, size, sha256, capturedAt: new Date() }
  const results = await addEach(
    context,
    findings.map(({ threat }) => threat),
    findings.map(({ score, brandId, indicators }) => ({ score, brandId, indicators, file: evidence })),
    body,
  )
  return {
    subject: mail.subject,
    findings: findings.flatMap((finding, at) => {
      const { source, threatType, severity, title } = finding.threat
      const reasons = finding.indicators.map((indicator) => indicator.name)
      const result = results[at]
      return result ? [{ key: keyOf(finding), source, threatType, severity, title, reasons, result }] : []
    }),
  }
}
