import type { Decision } from '@signet/contract/threats/threats'
import { isNamedByHost } from '@signet/contract/threats/sources'
import { Link } from '@tanstack/react-router'
import { defangWords } from '@signet/contract/threats/defang'
import { shownTitle } from '../../../format/names/shown-title.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { DecisionButtons } from '../decide/decision-buttons.tsx'
import { SeverityMark } from '../../../parts/threats/severity-mark.tsx'
import { SourceIcon } from '../../../parts/threats/source-icon.tsx'
import { StatusChip } from '../../../ui/feedback/status-chip.tsx'
import { exactNumber } from '../../../format/numbers/exact-number.ts'
import { Card, Inline, Stack, Text } from '../../../ui/layout/parts.tsx'
import { t } from './words.ts'
import { useRecords, type AnyDetail, type Group } from '../records.ts'
import css from './threat-panel.module.css'
import { traitValue } from '../../../parts/threats/trait-value.ts'
import { isMixed, type ListSource } from '../threat-source.ts'
import { idParam } from '../use-open-threat.ts'
import { traitName } from '../../../words/named/threats.ts'

type Related = AnyDetail['related'][number]

/** The traits that both have in common, in one line. */
function whyOf(match: Related['match'], shared: Related['shared']): string {
  const words = shared.map((trait) => t(`shared.${trait.kind}`, { value: traitValue(trait) }))
  if (match === 'domain') words.unshift(t('sameDomain'))
  if (match === 'title') words.unshift(t('sameTitle'))
  return words.join(' · ')
}

/** What the threat was compared by, where that led to no other. */
function NothingShared({ threat }: { threat: AnyDetail }) {
  const title = shownTitle(threat.source, threat.title)
  return (
    <>
      <h3>{t('noRelated')}</h3>
      <Text as="p" tone="quiet" below={2}>
        {t('comparedBy')}
      </Text>
      <Stack as="dl" gap={0} className={css.fields} aria-label={t('comparedBy')}>
        <div>
          <dt>{t(isNamedByHost(threat.source) ? 'domain' : 'title')}</dt>
          <dd>
            <span>{title}</span>
            <Text nowrap tone="quiet" className={css.aside}>
              {t('notShared')}
            </Text>
          </dd>
        </div>
        {threat.traits.map(({ kind, value, isCommon }) => (
          <div key={`${kind} ${value}`}>
            <dt>{traitName(kind)}</dt>
            <dd>
              <span>{defangWords(traitValue({ kind, value }))}</span>
              <Text nowrap tone="quiet" className={css.aside}>
                {t(isCommon ? 'tooCommon' : 'notShared')}
              </Text>
            </dd>
          </div>
        ))}
      </Stack>
    </>
  )
}

/** Threats that share a trait with this one. Each opens in the panel. Undecided ones can be decided together. */
export function SimilarTab({
  threat,
  page,
  group,
  onDecideGroup,
}: {
  threat: AnyDetail
  page: ListSource
  /** The row of the list that groups this threat with others; omitted if there is none. */
  group?: { count: number; isHead: boolean; isShown: boolean; toggle: () => void } | undefined
  onDecideGroup?: ((group: Group, decision: Decision) => void) | undefined
}) {
  const { listRoute } = useRecords()
  if (threat.related.length === 0 && !group) return <NothingShared threat={threat} />
  // A threat of another source opens on the page of all sources.
  const pageFor = (source: ListSource) => (page === source || page === 'All' ? page : 'All')
  const undecided = [threat, ...threat.related].filter(({ status }) => status === 'open')
  return (
    <>
      {group && (
        <Inline as="p" gap={4} wrap tone="quiet" below={4}>
          <Text basis={200}>
            {group.isHead
              ? t('rowGroupsSimilar', { n: exactNumber(group.count) })
              : t('oneOfSimilar', { n: exactNumber(group.count) })}{' '}
            {onDecideGroup && group.isHead && !group.isShown && t('decisionAsksHint', { n: exactNumber(group.count) })}
          </Text>
          <Button onClick={group.toggle}>{group.isShown ? t('hideInList') : t('showInList')}</Button>
        </Inline>
      )}
      {onDecideGroup && undecided.length > 1 && threat.status === 'open' && (
        <Card kind="inset" gap={2} tone="quiet" below={4} aria-label={t('decideOnRelated')}>
          <p>{t('decideOnAllHint', { n: exactNumber(undecided.length) })}</p>
          <DecisionButtons
            status="open"
            sources={undecided.map(({ source }) => source)}
            onDecide={(decision) =>
              onDecideGroup(
                {
                  ids: undecided.map(({ id }) => id),
                  titles: undecided.map(({ source, title }) => shownTitle(source, title)),
                  sources: undecided.map(({ source }) => source),
                },
                decision,
              )
            }
          />
        </Card>
      )}
      <Stack as="ul" gap={2}>
        {threat.related.map(({ id, source, title, severity, status, match, shared }) => (
          <li key={id}>
            <Link
              className={`${css.similar} row choice`}
              to={listRoute}
              params={{ source: pageFor(source) }}
              search={(old: object) => ({
                ...(isMixed(page) || page === source ? old : {}),
                id: idParam(pageFor(source), { source, threatId: id }),
              })}
            >
              <SeverityMark severity={severity} isShort />
              <SourceIcon source={source} />
              <Stack as="span" gap={0} grow>
                <Text as="b" cut>
                  {shownTitle(source, title)}
                </Text>
                <small>{whyOf(match, shared)}</small>
              </Stack>
              <StatusChip status={status} />
            </Link>
          </li>
        ))}
      </Stack>
    </>
  )
}
