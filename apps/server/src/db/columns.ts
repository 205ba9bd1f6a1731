import { hostStates } from '@signet/contract/collection/discovered-hosts'
import { hostOrigins } from '@signet/contract/collection/host-readings'
import { secondVerdicts } from '@signet/contract/review/second-reviews'
import { proposalKinds, proposalStates } from '@signet/contract/companies/asset-proposals'
import { connectorNames, credentialNames, type CompanyConnector } from '@signet/contract/collection/connectors'
import type { AbuseReport, CtCursor } from '@signet/connectors'
import { keysIn } from '@signet/contract/narrow'
import { abuseReportServiceNames } from '@signet/contract/takedowns/abuse-report-services'
import { contactOrigins, contactRoles, contactRules } from '@signet/contract/takedowns/abuse-contacts'
import { mailRhythms, signInReasons, signInResults } from '@signet/contract/access/account'
import { alertChannels, type AlertRule } from '@signet/contract/messages/alerts'
import { lookUpKinds, type LookUpFact } from '@signet/contract/collection/look-up-kinds'
import { lookUpStates } from '@signet/contract/review/look-ups'
import { appFileStates } from '@signet/contract/threats/app-files'
import { ownAssetKinds } from '@signet/contract/threats/own-assets'
import { assignedKinds } from '@signet/contract/threats/assignees'
import { allowKinds } from '@signet/contract/threats/allow-list'
import { announcementChannels, type AnnouncementAudience } from '@signet/contract/messages/announcements'
import { apiKeyScopes } from '@signet/contract/access/api-keys'
import type { Assets } from '@signet/contract/companies/assets'
import { blockEntryKinds, blockFeedNames } from '@signet/contract/takedowns/block-feeds'
import {
  captureFailures,
  captureStatuses,
  captureTriggers,
  visitDifferences,
  type CaptureVisit,
} from '@signet/contract/takedowns/captures'
import { pageVerdicts, type FoundPlace } from '@signet/contract/threats/lookalike-proofs'
import { ctLogKinds, ctLogStates } from '@signet/contract/collection/ct-logs'
import { ruleEffects, type DetectionRuleBody, type RuleCondition } from '@signet/contract/collection/detection-rules'
import { huntStates, type HuntOutcome, type RuleHunt } from '@signet/contract/collection/rule-hunts'
import { confidences, taskStates } from '@signet/contract/requests/analysis-parts'
import { analysisStatuses, type AnalysisReached } from '@signet/contract/requests/deeper-analyses'
import { exportFormats, exportKinds } from '@signet/contract/reports/exports'
import { shownPictureTypes, type ShownPictureType } from '@signet/contract/threats/file-types'
import type { Indicator } from '@signet/contract/threats/findings'
import { glossaryCategories } from '@signet/contract/threats/glossary'
import { evidenceKinds } from '@signet/contract/threats/records'
import {
  importKinds,
  importStates,
  type ImportDetail,
  type ImportMapping,
  type keptReasons,
  type RowProblem,
} from '@signet/contract/collection/imports'
import type { BrokenRow, FileRow } from '@signet/readers/rows/rows'
import { ingestStates, type IngestAnswer } from '@signet/contract/collection/ingest'
import { disclosureKinds } from '@signet/contract/leaks/disclosures'
import { leakStatuses, leakTypeKeys, passwordKindKeys, urlTypeKeys } from '@signet/contract/leaks/leaks'
import { notificationEvents } from '@signet/contract/messages/notification-rules'
import { liveEvents, notificationTypes, type Notification } from '@signet/contract/messages/notifications'
import { observationKinds, type Facts, type ObservedChange } from '@signet/contract/threats/observations'
import type { StoredConfig } from '@signet/contract/companies/onboarding'
import { roles, staffRoles } from '@signet/contract/access/permissions'
import type { ColumnChoice, PortalSettings } from '@signet/contract/companies/portal-settings'
import { checkDays, openStages, qaStages, reviewSteps } from '@signet/contract/review/qa'
import { rightsDocumentKinds, type Rights } from '@signet/contract/companies/rights'
import { scheduleRhythms } from '@signet/contract/reports/report-schedules'
import { reportKinds } from '@signet/contract/reports/reports'
import {
  requestKinds,
  requestStatuses,
  type RequestDueHours,
  type RequestReached,
} from '@signet/contract/requests/requests'
import { scanStages, scanStageStates } from '@signet/contract/collection/scans'
import { runStates } from '@signet/contract/run-states'
import { severities } from '@signet/contract/threats/severities'
import {
  everySourceName,
  kinds,
  threatSources,
  type AnySource,
  type SourceFields,
  type ThreatSource,
} from '@signet/contract/threats/sources'
import { ssoProtocols } from '@signet/contract/access/sso'
import { assetStates, knownAssetStates, checkReasons, type CheckView } from '@signet/contract/takedowns/asset-checks'
import {
  attemptChannelNames,
  attemptPurposes,
  attemptWays,
  storedAttemptStatuses,
  noticeLanguages,
} from '@signet/contract/takedowns/attempts'
import { takedownStatuses, type TakedownStatus } from '@signet/contract/takedowns/takedown-status'
import { followUpModes, type TakedownPolicy } from '@signet/contract/takedowns/takedown-policy'
import { mailboxSecurities, type MailboxOAuth } from '@signet/contract/takedowns/mailboxes'
import { ruledClasses } from '@signet/contract/takedowns/reply-rules'
import { mailKinds, mailMatches, mailStates, mailWays, replyClasses } from '@signet/contract/takedowns/replies'
import { threatStatuses } from '@signet/contract/threats/threats'
import { traitKinds } from '@signet/contract/threats/traits'
import { viewLists } from '@signet/contract/threats/views'
import type { TipPage, TipReport } from '@signet/contract/collection/tips'
import type { Words } from '@signet/contract/wire'

/*
 * What the database can't tell about its columns: which enumeration of the contract a text comes from, and the shape of JSON. `tables.ts`
 * is generated with it.
 */

/** The files of a brand: pictures that somebody uploaded, and captures of its own page. */
export const brandFileKinds = ['brandLogo', 'brandCapture', 'officialPage'] as const

/** What became of the things that people report on a public page; `new` until it was judged. */
const tipStoredStates = ['new', 'waiting', 'threat', 'suppressed', 'dismissed'] as const

/** What a link or answer allows its holder: to set a new password, to accept an invitation, to set up a second factor. */
export const userTokenKinds = ['reset', 'invite', 'enrol'] as const

/** Columns whose values a check constraint lists. `tables.test.ts` compares the lists with the constraints. */
export const checkedValues = {
  'abuse_contacts.origin': contactOrigins,
  'abuse_contacts.role': contactRoles,
  'abuse_contacts.rule': contactRules,
  'allow_entries.kind': allowKinds,
  'assignments.kind': assignedKinds,
  'analysis_findings.confidence': confidences,
  'analysis_tasks.state': taskStates,
  'announcements.channels': announcementChannels,
  'api_keys.scopes': apiKeyScopes,
  'app_files.state': appFileStates,
  'audit.result': ['ok', 'refused'],
  'block_entries.kind': blockEntryKinds,
  'block_feed_files.file': blockFeedNames,
  'bulletins.kind': ['news', 'whatsNew'],
  'campaign_ignored_traits.kind': traitKinds,
  'automatic_decisions.decision': ['release', 'filter'],
  'captures.failure': captureFailures,
  'captures.trigger': captureTriggers,
  'captures.status': captureStatuses,
  'ct_logs.kind': ctLogKinds,
  'ct_logs.state': ctLogStates,
  'data_keys.purpose': ['seal', 'lookup'],
  'deeper_analyses.status': analysisStatuses,
  'detection_rules.effect': ruleEffects,
  'domain_observations.kind': observationKinds,
  'domain_watches.asset_state': knownAssetStates,
  'evidence.kind': evidenceKinds,
  'exports.format': exportFormats,
  'exports.kind': exportKinds,
  'exports.status': runStates,
  'files.owner_kind': [
    'takedown',
    'deeperAnalysis',
    'report',
    'export',
    'request',
    'logo',
    ...brandFileKinds,
    'rights',
  ],
  'imports.kind': importKinds,
  'imports.record_kind': kinds,
  'imports.state': importStates,
  'inbound_mails.class': replyClasses,
  'inbound_mails.kind': mailKinds,
  'inbound_mails.matched_by': mailMatches,
  'inbound_mails.state': mailStates,
  'inbound_mails.way': mailWays,
  'ingest_jobs.state': ingestStates,
  'lookalike_proofs.verdict': pageVerdicts,
  'leak_disclosures.kind': disclosureKinds,
  'leaks.leak_type': leakTypeKeys,
  'leaks.password_kind': passwordKindKeys,
  'leaks.status': leakStatuses,
  'mailboxes.security': mailboxSecurities,
  'reply_rules.class': ruledClasses,
  // `unknown`: its worker ended while the email was being sent.
  'mails.service': abuseReportServiceNames,
  'mails.state': ['held', 'queued', 'sending', 'sent', 'failed', 'unknown', 'suppressed'],
  'notification_rules.channels': alertChannels,
  'passkey_challenges.purpose': ['register', 'signIn', 'stepUp'],
  'qa_last_steps.every_days': checkDays,
  'qa_last_steps.stage': qaStages,
  'qa_last_steps.step': [...keysIn(reviewSteps), 'recheck'],
  'qa_watches.every_days': checkDays,
  'report_schedules.format': exportFormats,
  'report_schedules.rhythm': scheduleRhythms,
  'reports.kind': reportKinds,
  'requests.kind': requestKinds,
  'requests.severity': severities,
  'requests.status': requestStatuses,
  'saved_views.list': viewLists,
  'scan_stages.stage': scanStages,
  'scan_stages.state': scanStageStates,
  'scans.state': runStates,
  'sign_ins.result': signInResults,
  'sso_settings.protocol': ssoProtocols,
  'notice_channels.channel': attemptChannelNames,
  'notice_letters.channel': attemptChannelNames,
  'notice_letters.kind': attemptPurposes,
  'notice_letters.language': noticeLanguages,
  'abuse_report_accounts.service': abuseReportServiceNames,
  'asset_proposals.kind': proposalKinds,
  'asset_proposals.state': proposalStates,
  'discovered_hosts.state': hostStates,
  'own_findings.kind': ownAssetKinds,
  'rights_documents.kind': rightsDocumentKinds,
  'second_reviews.first_verdict': secondVerdicts,
  'second_reviews.second_verdict': secondVerdicts,
  'asset_hunts.state': huntStates,
  'rule_hunts.state': huntStates,
  'takedown_attempts.channel': attemptChannelNames,
  'takedown_attempts.language': noticeLanguages,
  'takedown_attempts.held_for': ['approval', 'limit', 'secondPerson'],
  'takedown_attempts.purpose': attemptPurposes,
  'takedown_attempts.way': attemptWays,
  'takedown_attempts.status': storedAttemptStatuses,
  'takedown_checks.state': assetStates,
  'takedown_policies.follow_ups': followUpModes,
  'takedown_periods.axis': ['status', 'asset'],
  'takedown_periods.state': assetStates,
  'takedown_periods.status': takedownStatuses,
  'takedowns.asset_state': assetStates,
  'takedowns.status': takedownStatuses,
  'threat_merges.from_stage': openStages,
  'threat_traits.kind': traitKinds,
  'threats.kind': kinds,
  'threats.stage': qaStages,
  'threats.status': threatStatuses,
  'tips.state': tipStoredStates,
  'user_preferences.mail': mailRhythms,
  'look_ups.kind': lookUpKinds,
  'look_ups.state': lookUpStates,
  'user_tokens.kind': userTokenKinds,
  'users.role': roles,
} as const

/** Columns whose values only the contract lists: a new value needs no migration. */
export const uncheckedValues = {
  'detection_rules.sources': threatSources,
  'evidence.shown_type': shownPictureTypes,
  'files.shown_type': shownPictureTypes,
  'captures.differences': visitDifferences,
  'companies.threat_sources': threatSources,
  'connectors.connector': connectorNames,
  'look_ups.connector': connectorNames,
  'connectors.credentials': credentialNames,
  'glossary_entries.category': glossaryCategories,
  'imports.source': everySourceName,
  'ingest_jobs.source': everySourceName,
  'leak_counts.leak_type': ['', ...leakTypeKeys],
  'leak_imports.leak_type': leakTypeKeys,
  'leaks.url_type': urlTypeKeys,
  'live_events.type': keysIn(liveEvents),
  'notification_rules.event': notificationEvents,
  'notification_rules.roles': staffRoles,
  'notification_rules.severities': severities,
  'notifications.type': notificationTypes,
  'asset_proposals.source': everySourceName,
  'discovered_hosts.origins': hostOrigins,
  'own_findings.source': everySourceName,
  'report_schedules.sections': exportKinds,
  'requests.source': everySourceName,
  'rule_effects.source': threatSources,
  'sign_ins.reason': signInReasons,
  'takedown_checks.reason': checkReasons,
  'threats.source': everySourceName,
  'tips.source': threatSources,
  'user_preferences.severities': severities,
  'user_preferences.sources': threatSources,
} as const

type Values = typeof checkedValues & typeof uncheckedValues
/** The values of a column (for an array: of its elements). */
export type ColumnValue<Column extends keyof Values> = Values[Column][number]

/** What a hunt matched, by source. */
type HuntedBySource = Partial<
  Record<
    ThreatSource,
    { outcomes: Partial<Record<HuntOutcome, number>>; examples: RuleHunt['sources'][number]['examples'] }
  >
>

/** The type of a jsonb column after parsing; it is written as text. */
export interface JsonColumns {
  'alert_settings.rules': AlertRule[]
  'announcements.audience': AnnouncementAudience
  'app_files.fields': Record<string, string>
  'app_files.indicators': Indicator[]
  'app_files.problem': Words
  'audit.after': Record<string, unknown>
  'audit.before': Record<string, unknown>
  'brands.handles': StoredHandle[]
  'captures.visits': CaptureVisit[]
  'companies.config': StoredConfig
  'companies.modules': Record<string, boolean>
  'company_assets.apps': Assets['apps']
  'company_assets.partners': Assets['partners']
  'company_assets.people': StoredPerson[]
  'company_assets.search_problems': SiteProblem[]
  'ct_logs.error': Words
  'deeper_analyses.reached_at': AnalysisReached
  'detection_rules.condition': RuleCondition
  'domain_observations.changes': ObservedChange[]
  'domain_observations.facts': Facts
  'domain_watches.added': Indicator[]
  'email_sendings.audience': { companies: string[] } | { users: string[] }
  'exports.filters': Record<string, string | string[]>
  'idempotency_keys.answer': object & { sealed?: string }
  'look_ups.facts': Partial<Record<LookUpFact, string>>
  'look_ups.problem': Words
  'imports.columns': ImportDetail['columns']
  'imports.kept': Partial<Record<(typeof keptReasons)[number], number>>
  'imports.mapping': ImportMapping
  'imports.problem': Words
  'imports.problems': RowProblem[]
  'imports.sample': (FileRow | BrokenRow)[]
  'ingest_jobs.rejected': IngestAnswer['rejected']
  'live_events.data': Record<string, unknown>
  'domain_answers.answer': object
  'lookalike_proofs.indicators': Indicator[]
  'lookalike_proofs.places': FoundPlace[]
  'mailboxes.oauth': MailboxOAuth
  'mailboxes.postponed': PostponedMail[]
  'mailboxes.problem': Words
  'mails.attachments': MailAttachment[]
  'mails.error': Words
  'mails.request': AbuseReport
  'mail_suppressions.reason': Words
  'notifications.words': NonNullable<Notification['words']>
  'abuse_report_accounts.test_problem': Words
  'connectors.problem': Words
  'connectors.bound': NonNullable<CompanyConnector['bound']>
  'connectors.skips': CompanyConnector['skips']
  'connectors.test_problem': Words
  'requests.reached_at': RequestReached
  'review_policies.request_due_hours': RequestDueHours
  'rights.accounts': Rights['accounts']
  'asset_hunts.assets': Omit<Assets, 'version'>
  'asset_hunts.caught': HuntedBySource
  'asset_hunts.suppressed': HuntedBySource
  'asset_hunts.names': NonNullable<RuleHunt['names']>
  'rule_hunts.found': HuntedBySource
  'rule_hunts.names': NonNullable<RuleHunt['names']>
  'rule_hunts.rule': Omit<DetectionRuleBody, 'explanation'>
  'saved_views.columns': ColumnChoice[]
  'saved_views.filters': Record<string, string>
  'scan_logs.cursor': CtCursor
  'scan_stages.note': Words
  'scans.error': Words
  'takedowns.set_manually': Partial<Record<TakedownStatus, { by: string; reason: string }>>
  'takedown_policies.timers': TakedownPolicy['timers']
  'takedown_checks.views': CheckView[]
  'takedowns.reached_at': Partial<Record<TakedownStatus, string>>
  'threats.fields': SourceFields
  'threats.indicators': Indicator[]
  'tip_pages.intro': Partial<TipPage['intro']>
  'tip_reports.details': TipDetails
  'tip_reports.picture': TipPicture
  'user_preferences.portal': PortalSettings
}

/** An email of a mailbox that could not be read, since when, and when it was last tried; instants in ISO 8601. */
export interface PostponedMail {
  uid: number
  since: string
  triedAt: string
}

interface StoredHandle {
  source: AnySource
  handle: string
}

/** A file of an email: its bytes are in the file store, it is a short text, or it is made just before the email is sent (`PrepareMail`). */
export type MailAttachment = { name: string; type: string } & (
  | { sha256: string; size: number }
  | { text: string }
  | { isMadeOnSending: true }
)

/** What a report says, without how to reach who sent it. */
export type TipDetails = Pick<TipReport, 'address' | 'platform' | 'handle' | 'phone' | 'text'>

/** The picture of a report as it was drawn again. */
interface TipPicture {
  type: ShownPictureType
  size: number
}

/** A site of a company that couldn't be read. */
export interface SiteProblem {
  host: string
  problem: Words
}

/** A protected person as stored; lists of leaked credentials refer to its id. */
export interface StoredPerson {
  id: string
  name: string
  title: string
  /** In lower case. */
  emails: string[]
  handles: StoredHandle[]
  isDemo?: boolean
}
