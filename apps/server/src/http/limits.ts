/** Every limit on requests, in one place; tests and benches open a server with others. */
export interface Limits {
  urlBytes: number
  /** Of all headers together; more answers 431. */
  headerBytes: number
  jsonBytes: number
  formBytes: number
  queryParameters: number
  /** Objects and lists inside each other, the outermost counted. */
  jsonDepth: number
  /** Keys of objects and items of lists, all together. */
  jsonKeys: number
  /** Of one user, in all processes together; see `rate-gates.ts`. */
  requestsPerMinute: number
  /** Answered by one process at the same time, of one company and of all; more answers 503. They guard the process, not the account. */
  companyRequestsAtOnce: number
  requestsAtOnce: number
  /** Mean delay of the event loop over a second, and share of the heap in use, beyond which requests are turned away. */
  loopDelayMs: number
  heapShare: number
  headersTimeoutMs: number
  keepAliveTimeoutMs: number
}

/** Far above what the portal needs; each is there for an abuse case of docs/security.md (18). */
export const defaultLimits: Limits = {
  urlBytes: 8 * 1024,
  headerBytes: 16 * 1024,
  jsonBytes: 1024 * 1024,
  formBytes: 16 * 1024,
  queryParameters: 50,
  jsonDepth: 32,
  jsonKeys: 10_000,
  requestsPerMinute: 600,
  companyRequestsAtOnce: 100,
  requestsAtOnce: 1000,
  loopDelayMs: 500,
  heapShare: 0.8,
  headersTimeoutMs: 10_000,
  keepAliveTimeoutMs: 5_000,
}
