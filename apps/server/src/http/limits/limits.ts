/** All limits on requests; tests and benchmarks open a server with others. */
export interface Limits {
  urlBytes: number
  /** For all headers together; larger ones are answered with 431. */
  headerBytes: number
  jsonBytes: number
  formBytes: number
  queryParameters: number
  /** Nesting depth of objects and lists, including the outermost. */
  jsonDepth: number
  /** Total number of object keys and list items. */
  jsonKeys: number
  /** For one user, across all processes; see `rate-gates.ts`. */
  requestsPerMinute: number
  /**
   * Concurrent requests in one process, for one company and for all; further ones are answered with 503. They protect the process, not the
   * account.
   */
  companyRequestsAtOnce: number
  requestsAtOnce: number
  /** Mean delay of the event loop over a second, and share of the heap in use, above which requests are refused. */
  loopDelayMs: number
  heapShare: number
  headersTimeoutMs: number
  keepAliveTimeoutMs: number
}

/** Far above what the portal needs; each prevents an abuse case of docs/security.md (18). */
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
