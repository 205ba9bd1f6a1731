import { originalOf } from '@signet/contract/threats/file-types'
import type { Kind } from '@signet/contract/threats/sources'
import { sourceInfoOf } from '@signet/contract/touts/tout-sources'
import { Suspense, useState } from 'react'
import { lazy } from '../../../api/lazy.ts'
import { defang } from '@signet/contract/threats/defang'
import { exactNumber } from '../../../format/numbers/exact-number.ts'
import { fileSize } from '../../../format/numbers/file-size.ts'
import { shownTitle } from '../../../format/names/shown-title.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { FieldValue } from '../../../parts/threats/field-value.tsx'
import { ownFieldsOf } from '../../../parts/threats/own-fields.ts'
import { Rich } from '../../../ui/text/rich.tsx'
import { SourceIcon } from '../../../parts/threats/source-icon.tsx'
import { Box, Card, Stack, Text } from '../../../ui/layout/parts.tsx'
import { TimeAgo } from '../../../ui/text/time-text.tsx'
import { t } from './words.ts'
import { SharersBlock, type ShowTogether } from './sharers-block.tsx'
import { EvidenceBlock } from './evidence-block.tsx'
import css from './review-evidence.module.css'
import { valueName } from '../../../words/named/name-of.ts'
import { sourceName } from '../../../words/named/threats.ts'
import type { QaRecordDetail } from '../qa-kind.ts'

const CopyField = lazy(() =>
  import('../../../parts/threats/copy-field.tsx').then(({ CopyField: button }) => ({ default: button })),
)
const TechnicalBlock = lazy(() =>
  import('./technical-block.tsx').then(({ TechnicalBlock: block }) => ({ default: block })),
)
const LookUps = lazy(() =>
  import('../../../parts/look-ups/look-ups.tsx').then(({ LookUps: part }) => ({ default: part })),
)

/** Further data on a threat: other threats that share its traits, records merged into it, its fields, its domain, and its sightings. */
export function ReviewBackground({
  kind,
  threat,
  records,
  onTakeApart,
  onOpen,
  onTogether,
}: {
  kind: Kind
  threat: QaRecordDetail
  /** The stored evidence other than captures. */
  records: QaRecordDetail['evidence']
  onTakeApart: (merged: QaRecordDetail['merged'][number]) => void
  /** Opens another record. */
  onOpen: (id: string) => void
  onTogether: ShowTogether | undefined
}) {
  const hasDomain = kind === 'threat' && (threat.source === 'Domain' || threat.source === 'URL')
  return (
    <>
      {hasDomain ? <SharersBlock threatId={threat.id} onOpen={onOpen} onTogether={onTogether} /> : null}
      {threat.merged.length > 0 ? (
        <EvidenceBlock title={t('mergedDuplicates')} aside={String(threat.merged.length)}>
          <ul className={`${css.rows} ruled`} aria-label={t('mergedDuplicates')}>
            {threat.merged.map((one) => (
              <li key={one.id}>
                <SourceIcon source={one.source} />
                <Stack as="span" gap={0} tone="plain" grow className={css.rowTitle}>
                  {shownTitle(one.source, one.title)}
                  <small>
                    <Rich
                      text={(values) => t('byNameTime', values)}
                      values={{ name: one.by, time: <TimeAgo isWithin at={one.at} /> }}
                    />
                  </small>
                </Stack>
                <Button
                  aria-label={t('unmergeTitle', { title: shownTitle(one.source, one.title) })}
                  onClick={() => onTakeApart(one)}
                >
                  {t('unmerge')}
                </Button>
              </li>
            ))}
          </ul>
        </EvidenceBlock>
      ) : null}
      <Details kind={kind} threat={threat} />
      {hasDomain ? <Technical key={threat.id} threatId={threat.id} /> : null}
      {kind === 'threat' ? (
        <Suspense fallback={null}>
          <LookUps key={threat.id} threatId={threat.id} frame={EvidenceBlock} />
        </Suspense>
      ) : null}
      <EvidenceBlock title={t('evidenceFiles')} aside={records.length > 0 ? String(records.length) : undefined}>
        {records.length > 0 ? (
          <ul className={`${css.rows} ruled`} aria-label={t('evidenceFiles')}>
            {records.map((record) => (
              <li key={record.id}>
                <Stack as="span" gap={0} tone="plain" grow className={css.rowTitle}>
                  <a href={originalOf(record.href)} download>
                    {record.name}
                  </a>
                  <small className="mono" title={t('sha256Hash', { hash: record.sha256 })}>
                    {t('sha256Hash', { hash: `${record.sha256.slice(0, 16)}…` })}
                  </small>
                </Stack>
                <span className="num">{fileSize(record.size)}</span>
                <TimeAgo at={record.capturedAt} />
              </li>
            ))}
          </ul>
        ) : (
          <Text as="p" tone="quiet">
            {t('noEvidenceFiles')}
          </Text>
        )}
      </EvidenceBlock>
      <Sightings threat={threat} />
    </>
  )
}

function Details({ kind, threat }: { kind: Kind; threat: QaRecordDetail }) {
  const rows = ownFieldsOf(sourceInfoOf(kind, threat.source), threat)
  if (rows.length === 0) return null
  return (
    <EvidenceBlock title={sourceName(threat.source)}>
      <dl className="facts">
        {rows.map((row) => (
          <div key={row.field}>
            <dt>{valueName(row.label)}</dt>
            <dd>
              <FieldValue {...row} />
              <Suspense fallback={null}>
                <CopyField {...row} />
              </Suspense>
            </dd>
          </div>
        ))}
      </dl>
    </EvidenceBlock>
  )
}

/** Technical observations of the domain, loaded when the section is opened. */
function Technical({ threatId }: { threatId: string }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Card as="details" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <Box as="summary" least={24} weight="strong" className={css.open}>
        {t('technicalDetails')}
      </Box>
      {isOpen ? (
        <Suspense fallback={null}>
          <TechnicalBlock threatId={threatId} />
        </Suspense>
      ) : null}
    </Card>
  )
}

function Sightings({ threat }: { threat: QaRecordDetail }) {
  if (threat.sightingList.length === 0) return null
  return (
    <EvidenceBlock title={t('sightings')} aside={t('timesCount', { count: threat.sightings })}>
      <ul className={`${css.rows} ruled`} aria-label={t('sightings')}>
        {threat.sightingList.map((seen) => (
          <li key={`${seen.feed} ${seen.line} ${seen.seenAt}`}>
            <Stack as="span" gap={0} tone="plain" grow className={css.rowTitle}>
              {seen.feed}
              {seen.line === null ? '' : `, ${t('lineNumber', { n: exactNumber(seen.line) })}`}
              <small className="mono">{defang(seen.text)}</small>
            </Stack>
            <TimeAgo at={seen.seenAt} />
          </li>
        ))}
      </ul>
    </EvidenceBlock>
  )
}
