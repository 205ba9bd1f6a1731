import { getSharers, type SharerGroup } from '@signet/contract/review/qa-sharers'
import type { TraitKind } from '@signet/contract/threats/traits'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { defang } from '@signet/contract/threats/defang'
import { exactNumber } from '../../../format/numbers/exact-number.ts'
import { shownTitle } from '../../../format/names/shown-title.ts'
import { useCompany } from '../../../session/company.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { SeverityMark } from '../../../parts/threats/severity-mark.tsx'
import { SourceIcon } from '../../../parts/threats/source-icon.tsx'
import { TimeAgo } from '../../../ui/text/time-text.tsx'
import { useShortcuts } from '../../../ui/keys/shortcuts.ts'
import { Stack } from '../../../ui/layout/parts.tsx'
import { traitValue } from '../../../parts/threats/trait-value.ts'
import { traitName } from '../../../words/named/threats.ts'
import { inSentence } from '../../../format/names/in-sentence.ts'
import { t } from './words.ts'
import { Rich } from '../../../ui/text/rich.tsx'
import { FailedLine } from '../../../ui/feedback/data-state.tsx'
import { EvidenceBlock } from './evidence-block.tsx'
import { stageNames } from '../stage-words.ts'

/** Filters the queue by a threat and those that share traits with it, and selects the ones that are in the queue. */
export type ShowTogether = (threatId: string, waiting: readonly string[]) => void

const shownItems = 4

/** Other threats that share traits with one, in groups of the same traits; nothing if there are none. */
export function SharersBlock({
  threatId,
  onOpen,
  onTogether,
}: {
  threatId: string
  /** Opens another record. */
  onOpen: (id: string) => void
  onTogether: ShowTogether | undefined
}) {
  const company = useCompany()
  const {
    data: sharers,
    isError,
    refetch,
  } = useQuery({
    queryKey: [company, 'qa', 'sharers', threatId],
    queryFn: ({ signal }) => call(getSharers, { params: { threatId }, query: { company }, signal }),
  })
  if (isError && !sharers) {
    return (
      <EvidenceBlock title={t('sharersTitle')}>
        <FailedLine retry={() => void refetch()}>{t('sharersFailed')}</FailedLine>
      </EvidenceBlock>
    )
  }
  if (!sharers || sharers.total === 0) return null
  const { groups, total, waiting } = sharers
  return (
    <EvidenceBlock title={t('sharersTitle')} aside={exactNumber(total)}>
      <Stack gap={3} align="start">
        {groups.map((group) => (
          <Group key={group.shared.map(({ value }) => value).join(' ')} group={group} onOpen={onOpen} />
        ))}
        {onTogether && waiting.length > 1 ? (
          <Together count={waiting.length} onTake={() => onTogether(threatId, waiting)} />
        ) : null}
      </Stack>
    </EvidenceBlock>
  )
}

/** Selects all of them that are in the queue, by button or key, so that the next key decides all of them. */
function Together({ count, onTake }: { count: number; onTake: () => void }) {
  useShortcuts({ c: onTake }, { c: t('reviewSharers') })
  return (
    <Button shortcut="C" onClick={onTake}>
      {t('reviewAllTogether', { count })}
    </Button>
  )
}

function Group({ group: { shared, total, items }, onOpen }: { group: SharerGroup; onOpen: (id: string) => void }) {
  const kinds = [...new Set(shared.map(({ kind }) => kind))]
  const what = kinds.map((kind) => inSentence(traitName(kind))).join(' + ')
  const words = t('othersWithSameTrait', { count: total, what })
  const more = total - Math.min(items.length, shownItems)
  return (
    <Stack as="section" gap={1} wide aria-label={words}>
      <Stack as="p" gap={0}>
        <b>{words}</b>
        {shared.map(({ kind, value }) => (
          <small key={`${kind} ${value}`} className="mono">
            {valueOf(kind, value)}
          </small>
        ))}
      </Stack>
      <ul className="ruled">
        {items.slice(0, shownItems).map((one) => (
          <li key={one.id}>
            <SourceIcon source={one.source} />
            <Stack as="span" gap={0} grow>
              <button type="button" className="link" onClick={() => onOpen(one.id)}>
                {shownTitle(one.source, one.title)}
              </button>
              <small>
                <Rich
                  text={(values) => t('stageTime', values)}
                  values={{ stage: stageNames[one.stage](), time: <TimeAgo isWithin at={one.firstSeen} /> }}
                />
              </small>
            </Stack>
            <SeverityMark severity={one.severity} />
          </li>
        ))}
      </ul>
      {more > 0 ? <small>{t('andMore', { n: exactNumber(more) })}</small> : null}
    </Stack>
  )
}

/** The value of a shared trait, defanged so that nobody opens it by accident. */
function valueOf(kind: TraitKind, value: string): string {
  const shown = traitValue({ kind, value })
  if (kind === 'address') return shown.replaceAll('.', '[.]')
  return kind === 'nameServers' || kind === 'messenger' ? shown.split(', ').map(defang).join(', ') : shown
}
