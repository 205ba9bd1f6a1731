import { analysisStatusLabels, type AnalysisStatus } from '@signet/contract/requests/deeper-analyses'
import { takedownStatusLabels, type TakedownStatus } from '@signet/contract/takedowns/takedowns'

const texts: Record<string, string> = {
  'threat.whitelist': 'Decision: whitelist',
  'threat.falsePositive': 'Decision: false positive',
  'threat.takedown': 'Decision: takedown',
  'threat.deeperAnalysis': 'Decision: deeper analysis',
  'threat.reopen': 'Decision undone',
  'threat.allowedOver': 'Whitelisting expired and the threat was seen again',
  'threat.allowedOther': 'Content changed after whitelisting',
  'threat.remarked': 'Remark added',
  'threat.bookmark': 'Bookmark added',
  'threat.bookmarkNoted': 'Bookmark note changed',
  'threat.corrected': 'Severity or type corrected',
  'threat.added': 'Added manually',
  'threat.enriched': 'Domain checked',
  'threat.observed': 'Domain changed',
  'threat.captured': 'Page captured',
  'threat.captureRequested': 'Capture requested',
  'threat.reopened': 'Reopened because the domain changed',
  'qa.publish': 'Published',
  'qa.claim': 'Claimed for review',
  'qa.watch': 'Moved to the watchlist',
  'qa.unwatch': 'Returned to the queue',
  'qa.recheck': 'Checked again, stays on the watchlist',
  'qa.requestDeletion': 'Deletion requested',
  'qa.approveDeletion': 'Deleted',
  'qa.refuseDeletion': 'Deletion rejected',
  'qa.restore': 'Restored to the queue',
  'qa.merge': 'Merged into another record',
  'qa.mergedInto': 'Duplicate merged into this record',
  'qa.unmerge': 'Merge undone',
  'qa.unmergedFrom': 'Merged duplicate separated',
  'takedown.requested': 'Takedown requested',
  'takedown.withdrawn': 'Takedown withdrawn',
  'deeperAnalysis.requested': 'Deeper analysis requested',
  'deeperAnalysis.aborted': 'Deeper analysis withdrawn',
  'evidence.preserved': 'Evidence preserved',
  'evidence.added': 'Evidence added',
  'export.requested': 'Export requested',
  'export.deleted': 'Export deleted',
  'schedule.added': 'Report scheduled',
  'schedule.deleted': 'Scheduled report deleted',
  'report.published': 'Report published',
  'report.deleted': 'Report deleted',
  'request.added': 'Request submitted',
  'request.answered': 'Request answered',
  'request.moved': 'Request status changed',
  'takedown.checked': 'Check',
  'takedown.fileAdded': 'File added',
  'takedown.packMade': 'Evidence pack made',
  'takedown.written': 'Message',
  'takedown.attemptAdded': 'Notice written',
  'takedown.attemptChanged': 'Notice updated',
  'takedown.noticeReleased': 'Notice released for sending',
  'takedown.noticeSent': 'Notice handed to the mail server',
  'takedown.noticeFailed': 'Notice not delivered',
  'takedown.noticeUnknown': 'Not known whether the notice arrived',
  'takedown.formAdded': 'Form added',
  'takedown.formSubmitted': 'Form submitted',
  'deeperAnalysis.written': 'Message',
  'deeperAnalysis.fileAdded': 'File added',
}

/** The text of an audit record on a timeline. */
export function historyText(action: string, after: unknown): string {
  if (action === 'takedown.moved') {
    const status = (after as { status?: TakedownStatus } | null)?.status
    return status ? takedownStatusLabels[status] : 'Takedown status changed'
  }
  if (action === 'deeperAnalysis.moved') {
    const status = (after as { status?: AnalysisStatus } | null)?.status
    return status ? analysisStatusLabels[status] : 'Deeper analysis status changed'
  }
  return texts[action] ?? action
}
