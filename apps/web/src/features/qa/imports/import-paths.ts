import { useUser } from '../../../session/use-session.ts'

const clients = {
  add: '/addThreats',
  list: '/addThreats/imports',
  one: '/addThreats/imports/$importId',
  tips: '/addThreats/reports',
} as const
const reviewers = {
  add: '/QA/addThreats',
  list: '/QA/addThreats/imports',
  one: '/QA/addThreats/imports/$importId',
  tips: '/QA/addThreats/reports',
} as const

/** Where the pages of imports and reports are: below Add Threats, whose place depends on the role. */
export const useImportPaths = () => (useUser().role === 'qa' ? reviewers : clients)
