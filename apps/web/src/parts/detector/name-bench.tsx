import { benchLimits, matchNames, type BenchRow, type BenchState } from '@signet/contract/collection/detector'
import { severityOf } from '@signet/contract/threats/severity-bands'
import { IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { classWords } from '../../format/names/class-words.ts'
import { defang } from '@signet/contract/threats/defang'
import { exactNumber } from '../../format/numbers/exact-number.ts'
import { indicatorName } from '../../format/names/indicator-name.ts'
import { useCompanyItems, useCompanyNames } from '../../session/client-info.ts'
import { useCompany } from '../../session/company.ts'
import { t, type Word } from './words.ts'
import { AllowedNote } from './allowed-note.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { DataState } from '../../ui/feedback/data-state.tsx'
import { copyText } from '../../ui/feedback/copy-text.ts'
import { csvText } from '../../ui/grid/csv-file.ts'
import { FormSection } from '../../ui/forms/form-section.tsx'
import { IndicatorRow } from '../threats/indicator-row.tsx'
import { MarkedName } from '../threats/names/marked-name.tsx'
import { techniqueOf } from '../threats/names/technique.ts'
import { SeverityMark } from '../threats/severity-mark.tsx'
import css from './name-bench.module.css'
import { PagesNav } from '../../ui/controls/pages-nav.tsx'
import { Segments } from '../../ui/controls/segments.tsx'
import { SimpleTable } from '../../ui/grid/simple-table.tsx'
import { Chip, type ChipTone } from '../../ui/feedback/status-chip.tsx'
import { Box, Inline, Stack, Text } from '../../ui/layout/parts.tsx'
import { useAction } from '../../ui/controls/use-action.ts'
import { AreaField, SelectField } from '../../ui/forms/field.tsx'

const states: Readonly<Record<BenchState, { label: Word; tone: ChipTone }>> = {
  finding: { label: 'finding', tone: 'critical' },
  below: { label: 'belowThreshold', tone: 'medium' },
  nothing: { label: 'nothing', tone: 'closed' },
  official: { label: 'official', tone: 'good' },
  unreadable: { label: 'invalid', tone: 'stopped' },
}
type Order = 'pasted' | 'score' | 'name' | 'class'
const perPage = 50

/** One name per line. Commas, semicolons and spaces also end a name. */
const namesOf = (text: string) => text.split(/[\s,;]+/).filter(Boolean)

const scoreOf = ({ verdicts }: BenchRow) => verdicts[0]?.score ?? -1
const compare: Readonly<Record<Order, (a: BenchRow, b: BenchRow) => number>> = {
  pasted: () => 0,
  score: (a, b) => scoreOf(b) - scoreOf(a),
  name: (a, b) => a.name.localeCompare(b.name),
  class: (a, b) => classOf(a).localeCompare(classOf(b)) || scoreOf(b) - scoreOf(a),
}
const classOf = ({ verdicts: [best] }: BenchRow) => (best ? techniqueOf(best.class, best.indicators) : '')

/** Tests pasted names against the brands of a company: verdict, class, score, and all terms of the score. */
export function NameBench() {
  const current = useCompany()
  const choices = useCompanyItems()
  const nameOf = useCompanyNames()
  const [chosen, setChosen] = useState<string | null>(null)
  const company = chosen ?? current
  const [text, setText] = useState('')
  const [tested, setTested] = useState<{ rows: readonly BenchRow[]; company: string } | null>(null)
  const names = namesOf(text)
  const tooMany = names.length > benchLimits.names
  const { isBusy, problem, run } = useAction(
    async () => {
      const body = { company, names: names.map((name) => name.slice(0, benchLimits.nameLength)) }
      setTested({ ...(await call(matchNames, { query: { company }, body })), company })
    },
    { isInline: true },
  )
  return (
    <FormSection title={t('testNames')} hint={t('testNamesHint')}>
      <Stack
        as="form"
        gap={3}
        onSubmit={(event) => {
          event.preventDefault()
          run()
        }}
      >
        <DataState query={choices} what={t('companiesToLoad')} loading={null}>
          {(all) =>
            all.length > 1 && (
              <SelectField
                label={t('company')}
                all={all.map(({ key }) => key)}
                labelOf={nameOf}
                value={company}
                onChange={setChosen}
              />
            )
          }
        </DataState>
        <AreaField
          label={names.length > 0 ? t('namesWithCount', { n: exactNumber(names.length) }) : t('names')}
          hint={t('namesHint', { n: exactNumber(benchLimits.names) })}
          problem={tooMany ? t('tooManyNames', { n: exactNumber(benchLimits.names) }) : null}
          spellCheck={false}
          autoCapitalize="none"
          value={text}
          onChange={setText}
        />
        <Inline gap={4} wrap>
          <Button type="submit" kind="primary" isBusy={isBusy} disabled={names.length === 0 || tooMany}>
            {t('test')}
          </Button>
        </Inline>
      </Stack>
      {problem && (
        <Text as="p" tone="danger" role="alert">
          {problem}
        </Text>
      )}
      {tested && <Verdicts rows={tested.rows} company={nameOf(tested.company)} />}
    </FormSection>
  )
}

/** The results of a pasted text. A reload drops the text and its results, so their order and page are not in the address. */
function Verdicts({ rows, company }: { rows: readonly BenchRow[]; company: string }) {
  const [order, setOrder] = useState<Order>('score')
  const [page, setPage] = useState<{ of: readonly BenchRow[]; number: number }>({ of: rows, number: 1 })
  const pageNumber = page.of === rows ? page.number : 1
  const sorted = order === 'pasted' ? rows : rows.toSorted(compare[order])
  const shown = sorted
    .slice((pageNumber - 1) * perPage, pageNumber * perPage)
    .map((row, index) => ({ ...row, place: String(index) }))
  const found = rows.filter(({ state }) => state === 'finding')
  const silent = found.filter(({ allowed }) => allowed !== null).length
  return (
    <Stack gap={3} className={css.bench}>
      <Inline gap={4} wrap>
        <Text as="p" tone="quiet" num role="status">
          {t('namesCount', { count: rows.length })}, {t('findingsCount', { count: found.length })}
          {silent > 0 && `, ${t('suppressedCount', { count: silent })}`} · {company}
        </Text>
        <Text grow />
        <Inline>
          <Text tone="quiet" aria-hidden="true">
            {t('sortBy')}
          </Text>
          <Segments
            label={t('sortBy')}
            choices={[
              { value: 'score', label: t('byScore') },
              { value: 'class', label: t('byClass') },
              { value: 'name', label: t('byName') },
              { value: 'pasted', label: t('asPasted') },
            ]}
            value={order}
            onChange={(next) => {
              setOrder(next)
              setPage({ of: rows, number: 1 })
            }}
          />
        </Inline>
        <Button
          icon={<IconCopy size={16} stroke={1.7} aria-hidden="true" />}
          onClick={() => copyText(csvOf(sorted), t('csv'))}
        >
          {t('copyAsCsv')}
        </Button>
      </Inline>
      <SimpleTable
        label={t('verdicts')}
        rows={shown}
        idOf={({ place }) => place}
        columns={[
          { key: 'name', label: t('name'), render: (row) => <Named row={row} /> },
          {
            key: 'state',
            label: t('verdict'),
            render: ({ state }) => <Chip tone={states[state].tone}>{t(states[state].label)}</Chip>,
          },
          { key: 'class', label: t('class'), isWide: true, render: (row) => classOf(row) || '–' },
          { key: 'brand', label: t('brand'), isWide: true, render: ({ verdicts: [best] }) => best?.brand ?? '–' },
          {
            key: 'score',
            label: t('score'),
            isFigure: true,
            render: ({ verdicts: [best] }) =>
              best ? (
                <Text nowrap>
                  <SeverityMark severity={severityOf(best.score)} isShort /> {exactNumber(best.score)}
                </Text>
              ) : (
                '–'
              ),
          },
        ]}
      />
      <PagesNav
        label={t('verdictPages')}
        pageNumber={pageNumber}
        limit={perPage}
        total={rows.length}
        onChange={(number) => setPage({ of: rows, number })}
      />
    </Stack>
  )
}

const strongestFirst = (a: { contribution: number }, b: { contribution: number }) => b.contribution - a.contribution

/** A name ends its lines after its dots only, unless a part of it is longer than the lines of a phone. */
const afterDots = /(?<=\[\.\])/
const unbrokenMax = 22

/** The name with a disclosure of all terms of each verdict. */
function Named({ row }: { row: BenchRow }) {
  const { name, verdicts, markedName, allowed } = row
  const terms = verdicts.reduce((sum, { indicators }) => sum + indicators.length, 0)
  return (
    <>
      {markedName?.name === name.toLowerCase() ? (
        <MarkedName marked={markedName} />
      ) : (
        defang(name)
          .split(afterDots)
          .map((part, at) => (
            // oxlint-disable-next-line react/no-array-index-key
            <Text key={at} nowrap={part.length <= unbrokenMax}>
              {part}
            </Text>
          ))
      )}
      <Box weight="plain" tone="quiet" size="meta" className="phone-only">
        {classOf(row)}
      </Box>
      <Box weight="plain" tone="quiet" most={520} className={css.allowed}>
        <AllowedNote allowed={allowed} />
      </Box>
      {terms > 0 && (
        <details>
          <Box as="summary" least={24} tone="quiet" size="meta">
            {t('indicatorsCount', { count: terms })}
          </Box>
          {verdicts.map(({ brand, class: kind, score, indicators }) => (
            <Stack
              as="ul"
              key={brand}
              gap={2}
              weight="plain"
              above={2}
              className={css.reasons}
              aria-label={t('brandClassScorePoints', { brand, class: classWords(kind), score })}
            >
              {indicators.toSorted(strongestFirst).map((indicator) => (
                <IndicatorRow
                  key={`${indicator.name} ${indicator.value ?? ''}`}
                  {...indicator}
                  severity={severityOf(score)}
                  name={indicatorName(indicator.name)}
                />
              ))}
            </Stack>
          ))}
        </details>
      )}
    </>
  )
}

/** One line per verdict, or one for a name without verdicts. The texts are those of the API, so that files can be compared. */
function csvOf(rows: readonly BenchRow[]): string {
  return csvText(
    ['name', 'verdict', 'brand', 'class', 'score', 'terms', 'allowed by'],
    rows.flatMap(({ name, state, verdicts, allowed }) =>
      verdicts.length === 0
        ? [[name, state, '', '', '', '', '']]
        : verdicts.map(({ brand, class: kind, score, indicators }) => [
            name,
            score >= 50 ? 'finding' : 'below',
            brand,
            kind,
            score,
            indicators
              .map(({ name: term, value, contribution }) => `${term}${value ? ` (${value})` : ''} ${contribution}`)
              .join('; '),
            allowed ? `${allowed.kind} ${allowed.value}` : '',
          ]),
    ),
  )
}
