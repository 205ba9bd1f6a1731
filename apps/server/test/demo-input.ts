import type { RouteName } from '@signet/contract'
import type { Role } from '@signet/contract/access/permissions'
import type { TestCompany, TestForm, TestUser } from './harness.ts'

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
export type Inputs = Partial<Record<RouteName, (caller: Caller) => Promise<DemoInput> | DemoInput>>
