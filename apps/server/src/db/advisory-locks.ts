/**
 * The numbers of the advisory locks of PostgreSQL, each for one kind of work. Of those marked with "company", the id of the company is the
 * second number.
 */
export const advisoryLocks = {
  migrations: 7_305_511,
  queue: 7_305_512,
  logPartitions: 7_305_513,
  signing: 7_305_514,
  /** Company. */
  packs: 7_305_515,
  keyRotation: 7_305_516,
  /** Company. */
  mails: 7_305_517,
  superAdmins: 7_305_520,
  /** Company. */
  scans: 7_305_521,
  ctLogs: 7_305_523,
  mailboxes: 7_305_524,
  /** Against removing stored files while a backup copies them. */
  storedFiles: 7_305_526,
  /** Company. */
  detectionRules: 7_305_525,
  /** Company. */
  counts: 7_305_527,
  /** Company. The first of several: one for each export that runs at the same time. */
  exports: 7_305_600,
} as const
