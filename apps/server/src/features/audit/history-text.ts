import { analysisStatusLabels, type AnalysisStatus } from '@signet/contract/deeper-analyses'
import { takedownStatusLabels, type TakedownStatus } from '@signet/contract/takedowns'

const texts: Record<string, string> = {
  'threat.whitelist': 'Marked whitelist',
  'threat.falsePositive': 'Marked false positive',
  'threat.takedown': 'Marked for takedown',
  'threat.deeperAnalysis': 'Marked for deeper analysis',
  'threat.reopen': 'Decision taken back',
  'threat.allowedOver': 'Whitelisting ran out, and it was seen again',
  'threat.allowedOther': 'Its content changed since it was whitelisted',
  'threat.remarked': 'Remark added',
  'threat.bookmark': 'Bookmarked',
  'threat.bookmarkNoted': 'Note to a bookmark written',
  'threat.corrected': 'Severity or type corrected',
  'threat.added': 'Added by hand',
  'threat.enriched': 'Looked up',
  'threat.observed': 'The domain changed',
  'threat.reopened': 'Reopened by a change of the domain',
  'qa.publish': 'Published',
  'qa.claim': 'Taken for review',
  'qa.watch': 'Put on the watchlist',
  'qa.unwatch': 'Returned to the queue',
  'qa.recheck': 'Looked at again, stays on the watchlist',
  'qa.requestDeletion': 'Deletion requested',
  'qa.approveDeletion': 'Deleted',
  'qa.refuseDeletion': 'Deletion refused',
  'qa.restore': 'Restored to the queue',
  'qa.merge': 'Merged into another',
  'qa.mergedInto': 'A duplicate was merged into it',
  'qa.unmerge': 'Merge taken back',
  'qa.unmergedFrom': 'A duplicate was taken out of it',
  'takedown.requested': 'Takedown requested',
  'takedown.withdrawn': 'Takedown withdrawn',
  'deeperAnalysis.requested': 'Deeper analysis requested',
  'deeperAnalysis.aborted': 'Deeper analysis withdrawn',
  'evidence.preserved': 'Evidence preserved',
  'evidence.added': 'Evidence added',
  'export.requested': 'Export asked for',
  'export.deleted': 'Export deleted',
  'schedule.added': 'Report scheduled',
  'schedule.deleted': 'Scheduled report ended',
  'report.published': 'Report published',
  'report.deleted': 'Report taken back',
  'request.added': 'Request made',
  'request.answered': 'Request answered',
  'request.moved': 'Request moved',
  'takedown.checked': 'Live check',
  'takedown.fileAdded': 'File added',
  'takedown.written': 'Message',
  'takedown.attemptAdded': 'Channel tried',
  'takedown.attemptChanged': 'News from a channel',
  'deeperAnalysis.written': 'Message',
  'deeperAnalysis.fileAdded': 'File added',
}

/** What an audit record says on a timeline. */
export function historyText(action: string, after: unknown): string {
  if (action === 'takedown.moved') {
    const status = (after as { status?: TakedownStatus } | null)?.status
    return status ? takedownStatusLabels[status] : 'Takedown moved'
  }
  if (action === 'deeperAnalysis.moved') {
    const status = (after as { status?: AnalysisStatus } | null)?.status
    return status ? analysisStatusLabels[status] : 'Deeper analysis moved'
  }
  return texts[action] ?? action
}
