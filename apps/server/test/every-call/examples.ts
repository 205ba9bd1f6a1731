import type { RouteName } from '@signet/contract'
import type { Role } from '@signet/contract/access/permissions'
import type { Tx } from '../../src/db/database.ts'
import type { TestCompany, TestForm, TestUser } from '../harness.ts'

/** The input of a call; the company is added if it is missing. */
export interface DemoInput {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: object
  form?: TestForm
}

/** The caller and the company of the call. */
export interface Caller {
  role: Role
  user: TestUser
  company: TestCompany
}

/** What the rows of a company refer to. */
export interface Filling {
  company: TestCompany
  /** The columns of a row about a threat. */
  base: { company_id: number; threat_id: string }
  /** A record that was merged into the threat. */
  twinId: string
  takedownId: string
  userId: string
  /** A text that no other company's rows contain. */
  marker: string
}

/**
 * What the tests of all routes and tables need of a feature, in its `<feature>.examples.ts`. They find it there; one that is missing makes
 * them fail with the name of the route or table.
 */
export interface Examples {
  /**
   * Creates a record of the company for a path parameter, e.g. `leakId`, whose text contains the marker. A parameter without a maker gets
   * the id of a threat.
   */
  records?: Record<string, (company: TestCompany, marker: string) => Promise<string>>
  /** Valid input of every call that needs more than a company, on the data of the demo. */
  inputs?: Partial<Record<RouteName, (caller: Caller) => Promise<DemoInput> | DemoInput>>
  /** A body that passes validation, for a route that needs more than the required fields of its schema. */
  bodies?: Partial<Record<RouteName, object>>
  /** A row of each table of a company that no record maker writes to. */
  rows?(tx: Tx, filling: Filling): Promise<void>
}
