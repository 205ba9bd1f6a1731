import { useUser } from '../../../session/use-session.ts'

const clients = { add: '/addThreats', list: '/addThreats/imports', one: '/addThreats/imports/$importId' } as const
const reviewers = {
  add: '/QA/addThreats',
  list: '/QA/addThreats/imports',
  one: '/QA/addThreats/imports/$importId',
} as const

/** Where the pages of imports are: below Add Threats, whose place depends on the role. */
export const useImportPaths = () => (useUser().role === 'qa' ? reviewers : clients)
