import { huntOutcomes, type RuleHunt } from '@signet/contract/collection/rule-hunts'
import { defang } from '@signet/contract/threats/defang'
import { shownTitle } from '../../format/names/shown-title.ts'
import { exactNumber } from '../../format/numbers/exact-number.ts'
import { percent } from '../../format/numbers/percent.ts'
import { SimpleTable, type SimpleColumn } from '../../ui/grid/simple-table.tsx'
import { Stack, Text } from '../../ui/layout/parts.tsx'
import { sourceName } from '../../words/named/threats.ts'
import { t } from './words.ts'

type Row = RuleHunt['sources'][number]

/** What a search found so far, and what people decided about it. */
export function HuntResult({ hunt: { read, matched, sources, labels, names } }: { hunt: RuleHunt }) {
  return (
    <Stack gap={3}>
      <Text as="p">{t('caught', { matched, read: exactNumber(read) })}</Text>
      {matched > 0 && <Text as="p">{precisionText(labels)}</Text>}
      {sources.length > 0 && (
        <SimpleTable label={t('bySource')} columns={columns()} rows={sources} idOf={({ source }) => source} />
      )}
      {sources.length > 0 && <Examples sources={sources} />}
      {names && (
        <Stack gap={1}>
          <Text as="p">{t('namesCaught', { matched: names.matched, read: exactNumber(names.read) })}</Text>
          {names.examples.length > 0 && (
            <Text as="p" size="meta" tone="quiet" className="mono">
              {names.examples.map(({ name }) => defang(name)).join(', ')}
            </Text>
          )}
        </Stack>
      )}
    </Stack>
  )
}

function precisionText({ confirmed, rejected, precision, low, high }: RuleHunt['labels']): string {
  if (precision === null || low === null || high === null) return t('noDecisions')
  const shares = { share: percent(precision), low: percent(low), high: percent(high) }
  return t('precision', { decided: confirmed + rejected, ...shares })
}

const columns = (): SimpleColumn<Row>[] => [
  { key: 'source', label: t('source'), render: ({ source }) => sourceName(source) },
  { key: 'matched', label: t('matched'), isFigure: true, render: ({ matched }) => exactNumber(matched) },
  ...huntOutcomes.map((outcome): SimpleColumn<Row> => ({
    key: outcome,
    label: t(`outcome.${outcome}`),
    isFigure: true,
    isWide: true,
    render: ({ outcomes }) => exactNumber(outcomes[outcome]),
  })),
  {
    key: 'confirmed',
    label: t('confirmedShare'),
    isFigure: true,
    render: ({ labels: { precision } }) => (precision === null ? '–' : percent(precision)),
  },
]

function Examples({ sources }: { sources: readonly Row[] }) {
  return (
    <Stack gap={2}>
      <Text as="h3" weight="strong">
        {t('examples')}
      </Text>
      <ul className="ruled">
        {sources.flatMap(({ source, examples }) =>
          examples.map(({ threatId, title, value, outcome }) => (
            <li key={threatId}>
              <Stack gap="half" grow basis={320}>
                <Text className="mono">{shownTitle(source, title)}</Text>
                <small>
                  {sourceName(source)} · {t(`outcome.${outcome}`)}
                  {value !== title && (
                    <>
                      {' · '}
                      <span className="mono">{shownTitle(source, value)}</span>
                    </>
                  )}
                </small>
              </Stack>
            </li>
          )),
        )}
      </ul>
    </Stack>
  )
}
