/** A call that is measured, and what it is compared with. */
export interface BenchCall {
  name: string
  path: string
  as: 'client' | 'superAdmin' | 'qa'
}

/** Every list and dashboard call that a screen makes by itself, on the largest company. */
export const benchCalls: readonly BenchCall[] = [
  { name: 'list, page 1', path: '/threats/getAllThreats?limit=100', as: 'client' },
  { name: 'list, page 50', path: '/threats/getAllThreats?limit=100&pageNumber=50', as: 'client' },
  {
    name: 'list, filtered',
    path: '/threats/Domain?limit=100&threatSeverity=Critical,High&fromDate=2026-01-01',
    as: 'client',
  },
  { name: 'list, filtered, page 50', path: '/threats/Domain?pageNumber=50&threatSeverity=Critical,High', as: 'client' },
  { name: 'list, by title', path: '/threats/getAllThreats?sortField=title&sortDirection=asc', as: 'client' },
  { name: 'list, by severity', path: '/threats/getAllThreats?sortField=severity', as: 'client' },
  { name: 'search, rare', path: '/threats/getAllThreats?searchQuery=bench-1234', as: 'client' },
  { name: 'search, common', path: '/threats/getAllThreats?searchQuery=secure', as: 'client' },
  { name: 'source summary', path: '/analytics/getThreatSourceSummary', as: 'client' },
  { name: 'distribution, 30 days', path: '/analytics/getThreatDistribution?daysBack=30', as: 'client' },
  { name: 'distribution, 365 days', path: '/analytics/getThreatDistribution?daysBack=365', as: 'client' },
  { name: 'severities, 30 days', path: '/analytics/getThreatSeverityDistribution?daysBack=30', as: 'client' },
  { name: 'types, 30 days', path: '/analytics/getThreatTypeDistribution?daysBack=30', as: 'client' },
  { name: 'frequency, 30 days', path: '/analytics/getThreatFrequency?daysBack=30', as: 'client' },
  { name: 'frequency, 365 days', path: '/analytics/getThreatFrequency?daysBack=365', as: 'client' },
  { name: 'recent threats', path: '/analytics/getRecentThreats?daysBack=30', as: 'client' },
  { name: 'types of a source', path: '/threats/getThreatTypesPerSource?threatSource=Domain', as: 'client' },
  { name: 'takedowns', path: '/takedown/getTakedown', as: 'client' },
  { name: 'deeper analyses', path: '/deeperAnalysis/getDeeperAnalysis', as: 'client' },
  { name: 'review queue', path: '/qa/getQAThreats?limit=100', as: 'qa' },
  { name: 'review dashboard', path: '/qa/getDashboard', as: 'qa' },
]
