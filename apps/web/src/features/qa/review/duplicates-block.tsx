import { isOneOf } from '@signet/contract/narrow'
import { qaStages } from '@signet/contract/review/qa'
import { shownTitle } from '../../../format/names/shown-title.ts'
import { SeverityMark } from '../../../parts/threats/severity-mark.tsx'
import { SourceIcon } from '../../../parts/threats/source-icon.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Stack } from '../../../ui/layout/parts.tsx'
import { Rich } from '../../../ui/text/rich.tsx'
import { TimeAgo } from '../../../ui/text/time-text.tsx'
import type { QaRecordDetail } from '../qa-kind.ts'
import { stageNames } from '../stage-words.ts'
import { EvidenceBlock } from './evidence-block.tsx'
import css from './review-evidence.module.css'
import { t } from './words.ts'

/** The possible duplicates of a record, each with a button that compares both before they are merged. */
export function DuplicatesBlock({
  related,
  onCompare,
  headingId,
}: {
  related: QaRecordDetail['related']
  /** Undefined where merging is no longer possible. */
  onCompare: ((otherId: string) => void) | undefined
  headingId: string | undefined
}) {
  return (
    <EvidenceBlock title={t('possibleDuplicates')} aside={String(related.length)} headingId={headingId}>
      <ul className={`${css.rows} ruled`} aria-label={t('possibleDuplicates')}>
        {related.map((one, index) => (
          <li key={one.id}>
            <SourceIcon source={one.source} />
            <Stack as="span" gap={0} tone="plain" grow className={css.rowTitle}>
              {shownTitle(one.source, one.title)}
              <small>
                <Rich
                  text={(values) =>
                    one.match === 'domain' ? t('sameDomainStageTime', values) : t('sameTitleStageTime', values)
                  }
                  values={{
                    stage: stageNames[isOneOf(qaStages, one.stage) ? one.stage : 'published'](),
                    time: <TimeAgo isWithin at={one.firstSeen} />,
                  }}
                />
              </small>
            </Stack>
            <SeverityMark severity={one.severity} />
            {onCompare && one.stage !== 'deletionPending' ? (
              <Button {...(index === 0 ? { shortcut: 'M' } : {})} onClick={() => onCompare(one.id)}>
                {t('merge')}
                <span className="visually-hidden"> {shownTitle(one.source, one.title)}</span>
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
    </EvidenceBlock>
  )
}
