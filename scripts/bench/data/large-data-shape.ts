/** A signed-in user of the large data set. */
export interface Reader {
  userId: string
  sessionId: string
}

/** The largest company of the large data set, with the users who read it. */
export interface LargeData {
  companyId: number
  companyKey: string
  /** Number of its threats, in every stage. */
  largest: number
  readers: Record<'client' | 'superAdmin' | 'qa', Reader>
}
