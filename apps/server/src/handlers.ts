import * as account from './features/account/account.routes.ts'
import * as activity from './features/activity/activity.routes.ts'
import * as analytics from './features/analytics/analytics.routes.ts'
import * as toutAnalytics from './features/analytics/tout-figures.routes.ts'
import { getLoginAnalytics } from './features/analytics/login-analytics.ts'
import * as overview from './features/analytics/overview.routes.ts'
import * as apiKeys from './features/api-keys/api-keys.routes.ts'
import { auditPage } from './features/audit/audit.queries.ts'
import * as allowList from './features/allow-list/allow-list.routes.ts'
import * as assets from './features/settings/assets.routes.ts'
import * as brandCaptures from './features/settings/brand-captures.ts'
import * as brandLogos from './features/settings/brand-logos.ts'
import * as companies from './features/companies/companies.routes.ts'
import * as deeperAnalyses from './features/deeper-analyses/deeper-analyses.routes.ts'
import * as detector from './features/detector/detector.routes.ts'
import * as diagnostics from './features/diagnostics/diagnostics.routes.ts'
import * as observations from './features/enrichment/observations.routes.ts'
import { listEvents } from './features/events/events.routes.ts'
import * as ctLogs from './features/diagnostics/ct-logs.routes.ts'
import * as exports from './features/exports/exports.routes.ts'
import { getGlossary } from './features/glossary/glossary.ts'
import * as mail from './features/mail/mail.routes.ts'
import * as logs from './features/logs/logs.routes.ts'
import { deleteGlossaryEntry, putGlossaryEntry } from './features/news/edit-glossary.ts'
import * as news from './features/news/news.routes.ts'
import * as announcements from './features/notifications/announcements.routes.ts'
import * as noticeRules from './features/notifications/notice-rules.routes.ts'
import * as email from './features/notifications/email.routes.ts'
import * as alerts from './features/notifications/alerts.routes.ts'
import * as notifications from './features/notifications/notifications.routes.ts'
import * as onboarding from './features/onboarding/onboarding.routes.ts'
import * as companyScans from './features/intake/company-scans.routes.ts'
import { listIngestJobs } from './features/intake/ingest.routes.ts'
import * as kmp from './features/leaks/kmp.routes.ts'
import * as leaks from './features/leaks/leaks.routes.ts'
import * as byHand from './features/qa/by-hand.routes.ts'
import * as qaCampaign from './features/qa/campaign.routes.ts'
import * as qaMerge from './features/qa/merge.routes.ts'
import * as qaWork from './features/qa/qa-work.routes.ts'
import * as qa from './features/qa/qa.routes.ts'
import { addAttempt, changeAttempt } from './features/takedowns/attempts.ts'
import { authoriseTakedown, moveTakedown, reopenTakedown } from './features/takedowns/move-takedown.ts'
import * as qaTouts from './features/qa/qa-touts.routes.ts'
import * as schedules from './features/exports/schedules.routes.ts'
import * as reports from './features/reports/reports.routes.ts'
import * as requests from './features/requests/requests.routes.ts'
import { addScimToken } from './features/scim/scim-token.ts'
import { getSso, putSso } from './features/sso/sso.routes.ts'
import * as takedowns from './features/takedowns/takedowns.routes.ts'
import { addEvidence, addToutEvidence } from './features/threats/add-evidence.ts'
import { remarkHandlers } from './features/threats/threat-remarks.ts'
import * as threats from './features/threats/threats.routes.ts'
import * as touts from './features/threats/touts.routes.ts'
import { requestTakedown } from './features/triage/request-takedown.ts'
import { triageSelection, triageThreat, triageTout } from './features/triage/triage.routes.ts'
import * as userAdmin from './features/user-admin/user-admin.routes.ts'
import * as users from './features/users/users.routes.ts'
import * as views from './features/views/views.routes.ts'
import type { Handlers } from './http/mount-contract.ts'

const { reviewMany, ...review } = qa
const remarks = remarkHandlers('threat')

/** Who answers each route of the contract. */
export const handlers: Handlers = {
  ...account,
  ...companyScans,
  ...activity,
  ...analytics,
  getLoginAnalytics,
  ...overview,
  listEvents,
  ...allowList,
  ...assets,
  ...brandCaptures,
  ...brandLogos,
  ...detector,
  ...diagnostics,
  ...ctLogs,
  ...toutAnalytics,
  ...apiKeys,
  ...companies,
  ...mail,
  ...news,
  ...notifications,
  ...alerts,
  ...announcements,
  ...noticeRules,
  ...email,
  ...onboarding,
  putGlossaryEntry,
  deleteGlossaryEntry,
  ...users,
  ...userAdmin,
  ...deeperAnalyses,
  ...exports,
  ...schedules,
  ...reports,
  ...requests,
  ...leaks,
  ...kmp,
  ...takedowns,
  ...threats,
  ...observations,
  ...touts,
  ...views,
  ...review,
  ...logs,
  ...byHand,
  ...qaWork,
  ...qaCampaign,
  ...qaMerge,
  ...qaTouts,
  getGlossary,
  listIngestJobs,
  getSso,
  putSso,
  addScimToken,
  listAudit: (context, { query }) => auditPage(context, query),
  reviewThreats: reviewMany,
  addEvidence,
  addToutEvidence,
  listRemarks: remarks.list,
  addRemark: remarks.add,
  requestTakedown,
  moveTakedown,
  authoriseTakedown,
  addAttempt,
  changeAttempt,
  reopenTakedown,
  triageThreat,
  triageTout,
  triageThreats: triageSelection,
}
