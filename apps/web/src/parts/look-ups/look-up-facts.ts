import type { LookUpFact } from '@signet/contract/collection/look-up-kinds'

/** The word for each thing that a provider says. */
export const factWords = {
  name: 'factName',
  title: 'factTitle',
  malware: 'factMalware',
  verdict: 'factVerdict',
  status: 'factStatus',
  description: 'factDescription',
  publisher: 'factPublisher',
  fileName: 'factFileName',
  size: 'factSize',
  tags: 'factTags',
  address: 'factAddress',
  followers: 'factFollowers',
  records: 'factRecords',
  createdAt: 'factCreatedAt',
  firstSeen: 'factFirstSeen',
  lastSeen: 'factLastSeen',
  reporter: 'factReporter',
} as const satisfies Record<LookUpFact, string>
