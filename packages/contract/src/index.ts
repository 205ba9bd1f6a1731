import * as activity from './activity.ts'
import * as account from './account.ts'
import * as allowList from './allow-list.ts'
import * as alerts from './alerts.ts'
import * as analytics from './analytics.ts'
import * as apiKeys from './api-keys.ts'
import * as announcements from './announcements.ts'
import * as noticeRules from './notice-rules.ts'
import * as assets from './assets.ts'
import * as brandCaptures from './brand-captures.ts'
import * as brandLogos from './brand-logos.ts'
import * as byHand from './by-hand.ts'
import * as companies from './companies.ts'
import * as ctLogs from './ct-logs.ts'
import * as companyPages from './company-pages.ts'
import * as deeperAnalyses from './deeper-analyses.ts'
import * as factors from './factors.ts'
import * as detector from './detector.ts'
import * as diagnostics from './diagnostics.ts'
import * as events from './events.ts'
import * as email from './email.ts'
import * as exports from './exports.ts'
import * as files from './files.ts'
import * as glossary from './glossary.ts'
import * as loginAnalytics from './login-analytics.ts'
import * as mail from './mail.ts'
import * as logs from './logs.ts'
import * as news from './news.ts'
import * as notifications from './notifications.ts'
import * as observations from './observations.ts'
import * as onboarding from './onboarding.ts'
import * as overview from './overview.ts'
import * as ingest from './ingest.ts'
import * as kmp from './kmp.ts'
import * as leaks from './leaks.ts'
import * as qa from './qa.ts'
import * as qaCampaign from './qa-campaign.ts'
import * as qaMerge from './qa-merge.ts'
import * as qaTouts from './qa-touts.ts'
import * as reportSchedules from './report-schedules.ts'
import * as reports from './reports.ts'
import * as requests from './requests.ts'
import * as qaWork from './qa-work.ts'
import * as remarks from './remarks.ts'
import type { AnyRoute, PlainRoute, RouteDefinition } from './route.ts'
import * as scans from './scans.ts'
import * as sso from './sso.ts'
import * as takedownWork from './takedown-work.ts'
import * as takedowns from './takedowns.ts'
import * as threats from './threats.ts'
import * as touts from './touts.ts'
import * as userAdmin from './user-admin.ts'
import * as users from './users.ts'
import * as views from './views.ts'

/** Every call of the API by name. The server mounts exactly these and refuses to start when one has no handler. */
export const routes = {
  getClientInfo: companies.getClientInfo,
  listCompanyChoices: companies.listCompanyChoices,
  getCompanyPage: companyPages.getCompanyPage,
  listCompanies: onboarding.listCompanies,
  addCompany: onboarding.addCompany,
  getCompany: onboarding.getCompany,
  changeCompany: onboarding.changeCompany,
  archiveCompany: onboarding.archiveCompany,
  putFeatures: onboarding.putFeatures,
  putLogo: onboarding.putLogo,
  startScan: scans.startScan,
  listScans: scans.listScans,
  listSetups: scans.listSetups,
  listUsers: userAdmin.listUsers,
  addUser: userAdmin.addUser,
  getUser: userAdmin.getUser,
  changeUser: userAdmin.changeUser,
  disableUser: userAdmin.disableUser,
  enableUser: userAdmin.enableUser,
  resetFactor: userAdmin.resetFactor,
  endSessions: userAdmin.endSessions,
  resendInvite: userAdmin.resendInvite,
  getUserDetails: users.getUserDetails,
  listAudit: users.listAudit,
  getGlossary: glossary.getGlossary,
  putGlossaryEntry: glossary.putGlossaryEntry,
  deleteGlossaryEntry: glossary.deleteGlossaryEntry,

  listCaughtMails: mail.listCaughtMails,
  listNotifications: notifications.listNotifications,
  markNotificationsRead: notifications.markNotificationsRead,
  listAnnouncements: announcements.listAnnouncements,
  addAnnouncement: announcements.addAnnouncement,
  changeAnnouncement: announcements.changeAnnouncement,
  deleteAnnouncement: announcements.deleteAnnouncement,
  listNoticeRules: noticeRules.listNoticeRules,
  addNoticeRule: noticeRules.addNoticeRule,
  changeNoticeRule: noticeRules.changeNoticeRule,
  deleteNoticeRule: noticeRules.deleteNoticeRule,
  getEmailTemplates: email.getEmailTemplates,
  previewEmail: email.previewEmail,
  sendEmail: email.sendEmail,
  listSentEmails: email.listSentEmails,
  getAlerts: alerts.getAlerts,
  putAlerts: alerts.putAlerts,
  listNews: news.listNews,
  getNews: news.getNews,
  saveNews: news.saveNews,
  unsaveNews: news.unsaveNews,
  addNews: news.addNews,
  changeNews: news.changeNews,
  deleteNews: news.deleteNews,
  getWhatsNew: news.getWhatsNew,
  addWhatsNew: news.addWhatsNew,
  changeWhatsNew: news.changeWhatsNew,
  deleteWhatsNew: news.deleteWhatsNew,

  changeDetails: account.changeDetails,
  changePassword: account.changePassword,
  listOwnSessions: account.listOwnSessions,
  endOwnSession: account.endOwnSession,
  endOtherSessions: account.endOtherSessions,
  listOwnSignIns: account.listOwnSignIns,
  getPreferences: account.getPreferences,
  putPreferences: account.putPreferences,
  startTotp: factors.startTotp,
  confirmTotp: factors.confirmTotp,
  removeTotp: factors.removeTotp,
  passkeyOptions: factors.passkeyOptions,
  passkeyAssertion: factors.passkeyAssertion,
  listPasskeys: factors.listPasskeys,
  addPasskey: factors.addPasskey,
  removePasskey: factors.removePasskey,

  listApiKeys: apiKeys.listApiKeys,
  addApiKey: apiKeys.addApiKey,
  endApiKey: apiKeys.endApiKey,
  getSso: sso.getSso,
  putSso: sso.putSso,
  addScimToken: sso.addScimToken,
  listIngestJobs: ingest.listIngestJobs,

  listThreats: threats.listThreats,
  listAllThreats: threats.listAllThreats,
  getThreat: threats.getThreat,
  triageThreat: threats.triageThreat,
  triageThreats: threats.triageThreats,
  getObservations: observations.getObservations,
  getObservationsForReview: observations.getObservationsForReview,
  addBookmark: threats.addBookmark,
  removeBookmark: threats.removeBookmark,
  getSeveritiesPerSource: threats.getSeveritiesPerSource,
  getTypesPerSource: threats.getTypesPerSource,
  getSeveritiesForAllSources: threats.getSeveritiesForAllSources,
  getTypesForAllSources: threats.getTypesForAllSources,
  getSourceOptions: threats.getSourceOptions,
  getCategories: threats.getCategories,
  getThreatFacet: threats.getThreatFacet,

  getThreatSourceSummary: analytics.getThreatSourceSummary,
  getThreatDistribution: analytics.getThreatDistribution,
  getThreatSeverityDistribution: analytics.getThreatSeverityDistribution,
  getThreatTypeDistribution: analytics.getThreatTypeDistribution,
  getRecentThreats: analytics.getRecentThreats,
  getThreatFrequency: analytics.getThreatFrequency,
  getLoginAnalytics: loginAnalytics.getLoginAnalytics,
  getCompanyOverview: overview.getCompanyOverview,
  getPeopleActivity: overview.getPeopleActivity,
  getTakedownFigures: overview.getTakedownFigures,
  getLastScan: overview.getLastScan,
  listEvents: events.listEvents,
  getAssets: assets.getAssets,
  getDiagnostics: diagnostics.getDiagnostics,
  listFeeds: diagnostics.listFeeds,
  listCtLogs: ctLogs.listCtLogs,
  getCtCoverage: ctLogs.getCtCoverage,
  probeMail: diagnostics.probeMail,
  probeQueue: diagnostics.probeQueue,
  probeStorage: diagnostics.probeStorage,
  putAssets: assets.putAssets,
  listBrandLogos: brandLogos.listBrandLogos,
  putBrandLogo: brandLogos.putBrandLogo,
  deleteBrandLogo: brandLogos.deleteBrandLogo,
  listBrandCaptures: brandCaptures.listBrandCaptures,
  putBrandCapture: brandCaptures.putBrandCapture,
  deleteBrandCapture: brandCaptures.deleteBrandCapture,
  matchNames: detector.matchNames,
  backTestAssets: detector.backTestAssets,
  listAllowEntries: allowList.listAllowEntries,
  addAllowEntry: allowList.addAllowEntry,
  changeAllowEntry: allowList.changeAllowEntry,
  removeAllowEntry: allowList.removeAllowEntry,

  listQueued: qa.listQueued,
  listWatched: qa.listWatched,
  listDeletionQueue: qa.listDeletionQueue,
  listDeleted: qa.listDeleted,
  getQueued: qa.getQueued,
  publishThreat: qa.publishThreat,
  watchThreat: qa.watchThreat,
  unwatchThreat: qa.unwatchThreat,
  requestDeletion: qa.requestDeletion,
  restoreThreat: qa.restoreThreat,
  approveDeletion: qa.approveDeletion,
  refuseDeletion: qa.refuseDeletion,
  correctThreat: qa.correctThreat,
  claimThreats: qaWork.claimThreats,
  openForReview: qaWork.openForReview,
  getQaClaims: qaWork.getQaClaims,
  getCampaign: qaCampaign.getCampaign,
  mergeThreat: qaMerge.mergeThreat,
  unmergeThreat: qaMerge.unmergeThreat,
  mergeTout: qaMerge.mergeTout,
  unmergeTout: qaMerge.unmergeTout,
  getQaUsers: qaWork.getQaUsers,
  getUserActivityWithEmail: qaWork.getUserActivityWithEmail,
  getSourceDistribution: qaWork.getSourceDistribution,
  getReviewerFigures: qaWork.getReviewerFigures,
  getTeamActivity: qaWork.getTeamActivity,
  addThreat: byHand.addThreat,
  addThreats: byHand.addThreats,
  patchThreat: byHand.patchThreat,
  patchTout: byHand.patchTout,
  reviewThreats: qa.reviewThreats,
  recheckWatched: qa.recheckWatched,
  getQaDashboard: qa.getQaDashboard,
  getQaSources: qa.getQaSources,
  getQaTypes: qa.getQaTypes,
  getQaSeverities: qa.getQaSeverities,
  getQaUrlSources: qa.getQaUrlSources,

  listTouts: touts.listTouts,
  listAllTouts: touts.listAllTouts,
  getTout: touts.getTout,
  triageTout: touts.triageTout,
  addToutBookmark: touts.addToutBookmark,
  removeToutBookmark: touts.removeToutBookmark,
  listToutRemarks: touts.listToutRemarks,
  addToutRemark: touts.addToutRemark,
  getToutSeverities: touts.getToutSeverities,
  getToutTypes: touts.getToutTypes,
  getToutCategories: touts.getToutCategories,
  getToutSourceOptions: touts.getToutSourceOptions,
  getToutFacet: touts.getToutFacet,
  getToutDistribution: touts.getToutDistribution,
  getToutFrequency: touts.getToutFrequency,
  getRecentTouts: touts.getRecentTouts,
  getToutSourceSummary: touts.getToutSourceSummary,

  listQueuedTouts: qaTouts.listQueuedTouts,
  listWatchedTouts: qaTouts.listWatchedTouts,
  listToutDeletionQueue: qaTouts.listToutDeletionQueue,
  listDeletedTouts: qaTouts.listDeletedTouts,
  getQueuedTout: qaTouts.getQueuedTout,
  publishTout: qaTouts.publishTout,
  watchTout: qaTouts.watchTout,
  unwatchTout: qaTouts.unwatchTout,
  requestToutDeletion: qaTouts.requestToutDeletion,
  restoreTout: qaTouts.restoreTout,
  approveToutDeletion: qaTouts.approveToutDeletion,
  refuseToutDeletion: qaTouts.refuseToutDeletion,
  correctTout: qaTouts.correctTout,

  listTakedowns: takedowns.listTakedowns,
  getTakedown: takedowns.getTakedown,
  getTakedownSources: takedowns.getTakedownSources,
  getTakedownTypes: takedowns.getTakedownTypes,
  getTakedownSeverities: takedowns.getTakedownSeverities,
  getTakedownStatuses: takedowns.getTakedownStatuses,
  requestTakedown: takedownWork.requestTakedown,
  moveTakedown: takedownWork.moveTakedown,
  reopenTakedown: takedownWork.reopenTakedown,
  authoriseTakedown: takedownWork.authoriseTakedown,
  writeOnTakedown: takedownWork.writeOnTakedown,
  addAttempt: takedownWork.addAttempt,
  changeAttempt: takedownWork.changeAttempt,
  addTakedownFile: files.addTakedownFile,

  listDeeperAnalyses: deeperAnalyses.listDeeperAnalyses,
  getDeeperAnalysis: deeperAnalyses.getDeeperAnalysis,
  moveDeeperAnalysis: deeperAnalyses.moveDeeperAnalysis,
  writeOnAnalysis: deeperAnalyses.writeOnAnalysis,
  addAnalysisFile: files.addAnalysisFile,
  getAnalysisSources: deeperAnalyses.getAnalysisSources,
  getAnalysisTypes: deeperAnalyses.getAnalysisTypes,
  getAnalysisSeverities: deeperAnalyses.getAnalysisSeverities,
  getAnalysisStatuses: deeperAnalyses.getAnalysisStatuses,

  addEvidence: files.addEvidence,
  addToutEvidence: files.addToutEvidence,

  listReports: reports.listReports,
  publishReport: reports.publishReport,
  deleteReport: reports.deleteReport,

  listViews: views.listViews,
  addView: views.addView,
  changeView: views.changeView,
  deleteView: views.deleteView,

  listExports: exports.listExports,
  addExport: exports.addExport,
  getExport: exports.getExport,
  deleteExport: exports.deleteExport,
  listReportSchedules: reportSchedules.listReportSchedules,
  addReportSchedule: reportSchedules.addReportSchedule,
  deleteReportSchedule: reportSchedules.deleteReportSchedule,

  listRequests: requests.listRequests,
  addRequest: requests.addRequest,
  getRequest: requests.getRequest,
  answerRequest: requests.answerRequest,
  moveRequest: requests.moveRequest,

  listRemarks: remarks.listRemarks,
  addRemark: remarks.addRemark,

  getSignInLogs: logs.getSignInLogs,
  getSignInRequestsByIp: logs.getSignInRequestsByIp,
  getIpBreakdown: logs.getIpBreakdown,
  getLogs: logs.getLogs,
  getMethodBreakdown: logs.getMethodBreakdown,
  getStatusCodeBreakdown: logs.getStatusCodeBreakdown,
  getLogsByDate: logs.getLogsByDate,
  getAverageRequests: logs.getAverageRequests,
  getTopEndpoints: logs.getTopEndpoints,

  listActivity: activity.listActivity,
  getActivitySources: activity.getActivitySources,
  listRecentActivity: activity.listRecentActivity,
  getRecentActivitySources: activity.getRecentActivitySources,
  getRecentActivitySeverities: activity.getRecentActivitySeverities,

  getLeakSummary: leaks.getLeakSummary,
  getLeaks: leaks.getLeaks,
  getDatabaseList: leaks.getDatabaseList,
  getPackageList: leaks.getPackageList,
  getDocCategoryList: leaks.getDocCategoryList,
  getDocSourcesList: leaks.getDocSourcesList,
  getURLTypesList: leaks.getURLTypesList,
  getSubDomainList: leaks.getSubDomainList,
  getStealerList: leaks.getStealerList,
  getLeakDistribution: leaks.getLeakDistribution,
  getLeakFrequency: leaks.getLeakFrequency,
  getLeakEntityStats: leaks.getLeakEntityStats,
  getLeakPasswords: leaks.getLeakPasswords,
  topNAffectedURLS: leaks.topNAffectedURLS,
  getLeak: leaks.getLeak,
  changeLeaks: leaks.changeLeaks,
  changeLeak: leaks.changeLeak,
  revealLeak: leaks.revealLeak,
  listWatchedPeople: kmp.listWatchedPeople,
  listPeopleLeaks: kmp.listPeopleLeaks,
  exportPeople: kmp.exportPeople,
} as const satisfies Record<string, AnyRoute>

/** Calls whose answer is no JSON; they are mounted by hand and stand in the OpenAPI document like the others. */
export const plainRoutes = {
  streamNotifications: notifications.streamNotifications,
} as const satisfies Record<string, PlainRoute>
/** The name of a call, which is also its `operationId` in the OpenAPI document. */
export type RouteName = keyof typeof routes

/** The same calls with all that is said of them. */
export const definitions = routes as Record<RouteName, RouteDefinition>
