import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { TipReport } from '@signet/contract/collection/tips'
import type { App } from '../../../app/app.ts'
import type { UploadedFile } from '../../../app/handler.ts'
import type { TipDetails } from '../../../db/columns.ts'
import { AppError } from '../../../errors.ts'
import { holdBytes } from '../../evidence/files.queries.ts'
import { subjectOf } from './reported-things.ts'
import { codeOf, hashOfCode, reporterOf } from './tip-form.ts'
import { judgeTipJob } from './tips.jobs.ts'
import { findReportByCode, findTipByFingerprint, hasRoom, insertReport, putTip } from './tips.queries.ts'

/** A report as it was sent. */
export interface SentTip {
  companyId: number
  challenge: string
  report: TipReport
  picture: Pick<UploadedFile, 'shown'> | null
  ip: string
}

/**
 * Stores a report and queues that it is judged. One that is sent again changes nothing and gets the same code.
 *
 * @returns the tracking code
 * @throws AppError `TIP_FORM_USED` if another report came with this challenge, `TIPS_TOO_MANY` if too much waits for reviewers
 */
export async function receiveTip(app: App, { companyId, challenge, report, picture, ip }: SentTip): Promise<string> {
  const { database, secrets, queue, files, keys } = app
  const code = codeOf(keys.tips, challenge)
  const codeHash = hashOfCode(code)
  const { address, platform, handle, phone, text, email } = report
  const details: TipDetails = { address, ...(platform ? { platform } : {}), handle, phone, text }
  const subject = subjectOf(details)
  await database.inCompanies([companyId], async (tx) => {
    const isKnown = (await findTipByFingerprint(tx, companyId, subject.fingerprint)) !== undefined
    if (!isKnown && !(await hasRoom(tx, companyId))) throw new AppError('TIPS_TOO_MANY', {}, { retryAfter: 3600 })
    const tipId = await putTip(tx, companyId, subject)
    const sent = await findReportByCode(tx, companyId, codeHash)
    if (sent) {
      if (isDeepStrictEqual(sent.details, details)) return
      throw new AppError('TIP_FORM_USED')
    }
    const id = randomUUID()
    const sealed = email && (await secrets.sealer(tx, companyId)).seal({ recordId: id, field: 'email' }, email)
    const shown = picture?.shown
    if (shown) await holdBytes({ tx, files }, { sha256: shown.sha256 })
    const isStored = await insertReport(tx, {
      company_id: companyId,
      id,
      tip_id: tipId,
      code_hash: codeHash,
      details: JSON.stringify(details),
      email: sealed || null,
      reporter: reporterOf(keys.tips, tipId, ip),
      sha256: shown?.sha256 ?? null,
      picture: shown ? JSON.stringify({ type: shown.type, size: shown.size }) : null,
      judged_at: null,
    })
    if (!isStored) throw new AppError('TIP_FORM_USED')
    await queue.enqueue(tx, judgeTipJob, { companyId, reportId: id })
  })
  return code
}
