// Written by `npm run generate`.
import type { Job } from '../app/jobs.ts'
import { announceJob } from '../features/announcements/announcements.jobs.ts'
import { captureJob, captureNewJob } from '../features/captures/captures.jobs.ts'
import { preserveEvidenceJob } from '../features/cases/cases.jobs.ts'
import { decideSelectionJob } from '../features/decisions/decisions.jobs.ts'
import { sendEmailsJob } from '../features/email/email.jobs.ts'
import { observeJob } from '../features/enrichment/enrichment.jobs.ts'
import { exportJob, scheduledReportsJob } from '../features/exports/exports.jobs.ts'
import { sortMailJob } from '../features/inbound-mail/inbound-mail.jobs.ts'
import { scanJob, followCtJob } from '../features/intake/intake.jobs.ts'
import { sendMailJob } from '../features/mail/mail.jobs.ts'
import { digestsJob } from '../features/notifications/notifications.jobs.ts'
import { testAccountJob } from '../features/report-accounts/report-accounts.jobs.ts'
import { forgotPasswordJob } from '../features/sessions/sessions.jobs.ts'
import { probeJob } from '../features/system-health/system-health.jobs.ts'
import { lookUpTicketsJob } from '../features/takedowns/takedowns.jobs.ts'
import { enrichJob } from '../features/threats/threats.jobs.ts'
import { cleanUpJob } from './clean-up.jobs.ts'
import { resealJob } from '../secrets/secrets.jobs.ts'

export const jobs: readonly Job[] = [
  announceJob,
  captureJob,
  captureNewJob,
  preserveEvidenceJob,
  decideSelectionJob,
  sendEmailsJob,
  observeJob,
  exportJob,
  scheduledReportsJob,
  sortMailJob,
  scanJob,
  followCtJob,
  sendMailJob,
  digestsJob,
  testAccountJob,
  forgotPasswordJob,
  probeJob,
  lookUpTicketsJob,
  enrichJob,
  cleanUpJob,
  resealJob,
]
