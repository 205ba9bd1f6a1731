import { lastDay } from '../../../format/time/last-day.ts'
import { Timeline } from '../../../ui/layout/timeline.tsx'
import { sentenceOf } from '../../../words/messages.ts'
import { actorName } from '../../../words/named/actor-name.ts'
import { valueName } from '../../../words/named/name-of.ts'
import type { QaRecordDetail } from '../qa-kind.ts'
import { EvidenceBlock } from '../review/evidence-block.tsx'
import { t } from './words.ts'

/** What was done with a record, newest first. */
export function StageHistory({ history }: Pick<QaRecordDetail, 'history'>) {
  if (history.length === 0) return null
  return (
    <EvidenceBlock title={t('history')}>
      <Timeline
        label={t('history')}
        entries={history.map(({ id, at, by, text, remark, words, until }) => ({
          id,
          at,
          title: until ? t('decisionUntil', { decision: valueName(text), day: lastDay(until) }) : valueName(text),
          text: actorName(by),
          quote: words ? sentenceOf({ ...words, message: remark ?? '' }) : remark && valueName(remark),
        }))}
      />
    </EvidenceBlock>
  )
}
