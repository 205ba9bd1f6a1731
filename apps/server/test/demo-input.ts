import type { RouteName } from '@signet/contract'
import type { Role } from '@signet/contract/permissions'
import type { TestCompany, TestForm, TestUser } from './harness.ts'

/** What a call is sent with; the company is added where it is missing. */
export interface DemoInput {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: object
  form?: TestForm
}

/** Who calls, about which company. */
export interface Caller {
  role: Role
  user: TestUser
  company: TestCompany
}
export type Inputs = Partial<Record<RouteName, (caller: Caller) => Promise<DemoInput> | DemoInput>>
