import * as analytics from './analytics.ts'
import * as companies from './companies.ts'
import * as qa from './qa.ts'
import type { AnyRoute } from './route.ts'
import * as takedowns from './takedowns.ts'
import * as threats from './threats.ts'
import * as users from './users.ts'

/** Every call of the API by name. The server mounts exactly these and refuses to start when one has no handler. */
export const routes = {
  getClientInfo: companies.getClientInfo,
  listCompanyChoices: companies.listCompanyChoices,
  getUserDetails: users.getUserDetails,
  listAudit: users.listAudit,

  listThreats: threats.listThreats,
  listAllThreats: threats.listAllThreats,
  getThreat: threats.getThreat,
  triageThreat: threats.triageThreat,
  triageThreats: threats.triageThreats,
  addBookmark: threats.addBookmark,
  removeBookmark: threats.removeBookmark,
  getSeveritiesPerSource: threats.getSeveritiesPerSource,
  getTypesPerSource: threats.getTypesPerSource,
  getSeveritiesForAllSources: threats.getSeveritiesForAllSources,
  getTypesForAllSources: threats.getTypesForAllSources,
  getSourceOptions: threats.getSourceOptions,
  getCategories: threats.getCategories,

  getThreatSourceSummary: analytics.getThreatSourceSummary,
  getThreatDistribution: analytics.getThreatDistribution,
  getThreatSeverityDistribution: analytics.getThreatSeverityDistribution,
  getThreatTypeDistribution: analytics.getThreatTypeDistribution,
  getRecentThreats: analytics.getRecentThreats,
  getThreatFrequency: analytics.getThreatFrequency,

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
  reviewThreats: qa.reviewThreats,
  getQaDashboard: qa.getQaDashboard,
  getQaSources: qa.getQaSources,
  getQaTypes: qa.getQaTypes,
  getQaSeverities: qa.getQaSeverities,
  getQaUrlSources: qa.getQaUrlSources,

  listTakedowns: takedowns.listTakedowns,
  getTakedown: takedowns.getTakedown,
  getTakedownSources: takedowns.getTakedownSources,
  getTakedownTypes: takedowns.getTakedownTypes,
  getTakedownSeverities: takedowns.getTakedownSeverities,
  getTakedownStatuses: takedowns.getTakedownStatuses,
} as const satisfies Record<string, AnyRoute>
export type RouteName = keyof typeof routes
