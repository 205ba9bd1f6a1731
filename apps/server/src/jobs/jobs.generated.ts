// Written by `npm run generate`.
import type { Job } from '../app/jobs.ts'
import { testAccountJob } from '../features/abuse-report-accounts/abuse-report-accounts.jobs.ts'
import { announceJob } from '../features/announcements/announcements.jobs.ts'
import { readAppFileJob, fetchAppJob } from '../features/app-files/app-files.jobs.ts'
import { proposeAssetsJob } from '../features/assets/proposals/proposals.jobs.ts'
import { joinThreatsJob } from '../features/campaigns/campaigns.jobs.ts'
import { captureJob, compareCaptureJob, captureNewJob } from '../features/captures/captures.jobs.ts'
import { preserveEvidenceJob } from '../features/cases/cases.jobs.ts'
import { foldCountsJob } from '../features/counts/counts.jobs.ts'
import { decideSelectionJob } from '../features/decisions/decisions.jobs.ts'
import { assetHuntJob } from '../features/detection-rules/asset-hunts.jobs.ts'
import { ruleHuntJob } from '../features/detection-rules/rule-hunts.jobs.ts'
import { sendEmailsJob } from '../features/email/email.jobs.ts'
import { observeJob, blockListsJob } from '../features/enrichment/enrichment.jobs.ts'
import { exportJob, scheduledReportsJob } from '../features/exports/exports.jobs.ts'
import { sortMailJob, followMailboxesJob } from '../features/inbound-mail/inbound-mail.jobs.ts'
import {
  collectDueJob,
  collectJob,
  alertOfTroublesJob,
  testConnectorJob,
} from '../features/intake/connectors/connectors.jobs.ts'
import { importJob, undoImportJob } from '../features/intake/imports/imports.jobs.ts'
import { scanJob, followCtJob } from '../features/intake/intake.jobs.ts'
import { lookUpJob } from '../features/intake/look-ups/look-ups.jobs.ts'
import { judgeTipJob } from '../features/intake/tips/tips.jobs.ts'
import { captureOfficialPagesJob } from '../features/lookalike-proofs/lookalike-proofs.jobs.ts'
import { prepareMailJob, sendMailJob } from '../features/mail/mail.jobs.ts'
import { digestsJob, subscribedViewsJob } from '../features/notifications/notifications.jobs.ts'
import { automaticDecisionsJob, announcementJob } from '../features/qa/qa.jobs.ts'
import { readRequestJob } from '../features/requests/requests.jobs.ts'
import { forgotPasswordJob } from '../features/sessions/sessions.jobs.ts'
import { probeJob, watchInstallationJob, measureDiskUseJob } from '../features/system-health/system-health.jobs.ts'
import { takeNextStepsJob, lookUpTicketsJob } from '../features/takedowns/takedowns.jobs.ts'
import { enrichJob } from '../features/threats/threats.jobs.ts'
import { backFillJob } from './back-fill.jobs.ts'
import { cleanUpJob } from './clean-up.jobs.ts'
import { resealJob } from '../secrets/secrets.jobs.ts'

export const jobs: readonly Job[] = [
  testAccountJob,
  announceJob,
  readAppFileJob,
  fetchAppJob,
  proposeAssetsJob,
  joinThreatsJob,
  captureJob,
  compareCaptureJob,
  captureNewJob,
  preserveEvidenceJob,
  foldCountsJob,
  decideSelectionJob,
  assetHuntJob,
  ruleHuntJob,
  sendEmailsJob,
  observeJob,
  blockListsJob,
  exportJob,
  scheduledReportsJob,
  sortMailJob,
  followMailboxesJob,
  collectDueJob,
  collectJob,
  alertOfTroublesJob,
  testConnectorJob,
  importJob,
  undoImportJob,
  scanJob,
  followCtJob,
  lookUpJob,
  judgeTipJob,
  captureOfficialPagesJob,
  prepareMailJob,
  sendMailJob,
  digestsJob,
  subscribedViewsJob,
  automaticDecisionsJob,
  announcementJob,
  readRequestJob,
  forgotPasswordJob,
  probeJob,
  watchInstallationJob,
  measureDiskUseJob,
  takeNextStepsJob,
  lookUpTicketsJob,
  enrichJob,
  backFillJob,
  cleanUpJob,
  resealJob,
]
