// Written by `npm run generate`.
import type { Feature } from '../app/feature.ts'
import type { Handlers } from '../app/handler.ts'
import { feature as abuseContacts } from '../features/abuse-contacts/feature.ts'
import { feature as abuseReportAccounts } from '../features/abuse-report-accounts/feature.ts'
import { feature as account } from '../features/account/feature.ts'
import { feature as activity } from '../features/activity/feature.ts'
import { feature as allowList } from '../features/allow-list/feature.ts'
import { feature as analytics } from '../features/analytics/feature.ts'
import { feature as announcements } from '../features/announcements/feature.ts'
import { feature as apiKeys } from '../features/api-keys/feature.ts'
import { feature as appFiles } from '../features/app-files/feature.ts'
import { feature as assets } from '../features/assets/feature.ts'
import { feature as assignments } from '../features/assignments/feature.ts'
import { feature as audit } from '../features/audit/feature.ts'
import { feature as blockFeeds } from '../features/block-feeds/feature.ts'
import { feature as campaigns } from '../features/campaigns/feature.ts'
import { feature as captures } from '../features/captures/feature.ts'
import { feature as companies } from '../features/companies/feature.ts'
import { feature as counts } from '../features/counts/feature.ts'
import { feature as decisions } from '../features/decisions/feature.ts'
import { feature as deeperAnalyses } from '../features/deeper-analyses/feature.ts'
import { feature as detectionQuality } from '../features/detection-quality/feature.ts'
import { feature as detectionRules } from '../features/detection-rules/feature.ts'
import { feature as detector } from '../features/detector/feature.ts'
import { feature as email } from '../features/email/feature.ts'
import { feature as enrichment } from '../features/enrichment/feature.ts'
import { feature as events } from '../features/events/feature.ts'
import { feature as evidence } from '../features/evidence/feature.ts'
import { feature as exports } from '../features/exports/feature.ts'
import { feature as glossary } from '../features/glossary/feature.ts'
import { feature as inboundMail } from '../features/inbound-mail/feature.ts'
import { feature as intake } from '../features/intake/feature.ts'
import { feature as leaks } from '../features/leaks/feature.ts'
import { feature as logs } from '../features/logs/feature.ts'
import { feature as lookalikeProofs } from '../features/lookalike-proofs/feature.ts'
import { feature as mail } from '../features/mail/feature.ts'
import { feature as news } from '../features/news/feature.ts'
import { feature as notifications } from '../features/notifications/feature.ts'
import { feature as onboarding } from '../features/onboarding/feature.ts'
import { feature as qa } from '../features/qa/feature.ts'
import { feature as reports } from '../features/reports/feature.ts'
import { feature as requests } from '../features/requests/feature.ts'
import { feature as rights } from '../features/rights/feature.ts'
import { feature as scim } from '../features/scim/feature.ts'
import { feature as sessions } from '../features/sessions/feature.ts'
import { feature as sso } from '../features/sso/feature.ts'
import { feature as systemHealth } from '../features/system-health/feature.ts'
import { feature as takedownStatistics } from '../features/takedown-statistics/feature.ts'
import { feature as takedowns } from '../features/takedowns/feature.ts'
import { feature as threats } from '../features/threats/feature.ts'
import { feature as users } from '../features/users/feature.ts'
import { feature as views } from '../features/views/feature.ts'

export const features: readonly Feature[] = [
  abuseContacts,
  abuseReportAccounts,
  account,
  activity,
  allowList,
  analytics,
  announcements,
  apiKeys,
  appFiles,
  assets,
  assignments,
  audit,
  blockFeeds,
  campaigns,
  captures,
  companies,
  counts,
  decisions,
  deeperAnalyses,
  detectionQuality,
  detectionRules,
  detector,
  email,
  enrichment,
  events,
  evidence,
  exports,
  glossary,
  inboundMail,
  intake,
  leaks,
  logs,
  lookalikeProofs,
  mail,
  news,
  notifications,
  onboarding,
  qa,
  reports,
  requests,
  rights,
  scim,
  sessions,
  sso,
  systemHealth,
  takedownStatistics,
  takedowns,
  threats,
  users,
  views,
]

/** What answers each route of the contract; one without a handler does not compile. */
export const handlers: Handlers = {
  ...abuseContacts.handlers,
  ...abuseReportAccounts.handlers,
  ...account.handlers,
  ...activity.handlers,
  ...allowList.handlers,
  ...analytics.handlers,
  ...announcements.handlers,
  ...apiKeys.handlers,
  ...appFiles.handlers,
  ...assets.handlers,
  ...assignments.handlers,
  ...audit.handlers,
  ...blockFeeds.handlers,
  ...campaigns.handlers,
  ...captures.handlers,
  ...companies.handlers,
  ...counts.handlers,
  ...decisions.handlers,
  ...deeperAnalyses.handlers,
  ...detectionQuality.handlers,
  ...detectionRules.handlers,
  ...detector.handlers,
  ...email.handlers,
  ...enrichment.handlers,
  ...events.handlers,
  ...evidence.handlers,
  ...exports.handlers,
  ...glossary.handlers,
  ...inboundMail.handlers,
  ...intake.handlers,
  ...leaks.handlers,
  ...logs.handlers,
  ...lookalikeProofs.handlers,
  ...mail.handlers,
  ...news.handlers,
  ...notifications.handlers,
  ...onboarding.handlers,
  ...qa.handlers,
  ...reports.handlers,
  ...requests.handlers,
  ...rights.handlers,
  ...scim.handlers,
  ...sessions.handlers,
  ...sso.handlers,
  ...systemHealth.handlers,
  ...takedownStatistics.handlers,
  ...takedowns.handlers,
  ...threats.handlers,
  ...users.handlers,
  ...views.handlers,
}
