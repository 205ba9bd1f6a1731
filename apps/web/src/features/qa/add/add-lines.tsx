import type { AddResult } from '@signet/contract/threats/add-threats'
import { severities } from '@signet/contract/threats/severities'
import { titleOf, type AnySource, type Kind } from '@signet/contract/threats/sources'
import { sourceInfoOf } from '@signet/contract/touts/tout-sources'
import { useId } from 'react'
import { shownTitle } from '../../../format/names/shown-title.ts'
import { FailedBlock } from '../../../ui/feedback/data-state.tsx'
import { SeverityMark } from '../../../parts/threats/severity-mark.tsx'
import { Chip } from '../../../ui/feedback/status-chip.tsx'
import { Card, ScrollRegion, Stack, Text } from '../../../ui/layout/parts.tsx'
import { sentenceOf } from '../../../words/messages.ts'
import { t } from './words.ts'
import css from './add-threats-page.module.css'
import type { NewThreat } from './add-threats.api.ts'
import { KnownAlready } from './known-already.tsx'
import { linesMax, type ParsedLine, type ParsedLines } from './parse-lines.ts'
import { valueName } from '../../../words/named/name-of.ts'

interface AddLinesProps {
  kind: Kind
  source: AnySource
  threatType: string
  text: string
  parsed: ParsedLines
  /** The lines in the form in which they would be sent, in the same order. */
  rows: readonly NewThreat[]
  /** What would happen to each row when it is added; undefined until that is known. */
  results: readonly AddResult[] | undefined
  checkError: unknown
  onText: (text: string) => void
}

/** Adds many threats at once: the pasted text, and below it the values parsed from each line. */
export function AddLines({ kind, source, text, parsed, rows, results, checkError, onText }: AddLinesProps) {
  const hintId = useId()
  const info = sourceInfoOf(kind, source)
  const labelOf = (field: string) => {
    if (field === 'type') return t('type')
    if (field === 'severity') return t('severity')
    return valueName(info.fields.find((one) => one.field === field)?.label ?? field)
  }
  const example = [...info.fields].slice(0, 3).map(({ field }) => labelOf(field))
  return (
    <>
      <Card gap={4} className={css.section} aria-label={t('lines')}>
        <Stack as="label" gap={2} className={css.field}>
          <Text weight="medium">{t('oneThreatPerLine')}</Text>
          <textarea
            rows={8}
            value={text}
            spellCheck={false}
            className="mono"
            aria-describedby={hintId}
            onChange={(event) => onText(event.target.value)}
          />
        </Stack>
        <Text id={hintId} as="p" size="meta" tone="quiet">
          {t('linesHint', { max: linesMax, names: example.join(', ') })}
        </Text>
        {parsed.lines.length > linesMax ? (
          <Text as="p" size="meta" tone="danger" role="alert">
            {t('tooManyLines', { count: parsed.lines.length, max: linesMax })}
          </Text>
        ) : null}
      </Card>
      {rows.length > 0 ? (
        <Card gap={4} className={css.table} aria-label={t('preview')}>
          <h2>{t('linesReadCount', { count: rows.length })}</h2>
          {checkError && !results ? (
            <FailedBlock what={t('checkWhat')} error={checkError} retry={() => onText(`${text}\n`)} />
          ) : null}
          <ScrollRegion className={css.scroll} aria-label={t('linesTable')}>
            <table>
              <thead>
                <tr>
                  <th scope="col">{t('line')}</th>
                  <th scope="col">{t('title')}</th>
                  <th scope="col">{t('type')}</th>
                  <th scope="col">{t('severity')}</th>
                  <th scope="col">{t('result')}</th>
                </tr>
              </thead>
              <tbody>
                {rows.map((row, index) => (
                  <tr key={parsed.lines[index]?.line}>
                    <td className="num">{parsed.lines[index]?.line}</td>
                    <td className={css.title}>
                      {shownTitle(source, titleOf(source, row.threatType, row.fields))}
                      <small>
                        {Object.entries(row.fields)
                          .slice(1, 4)
                          .map(([field, value]) => `${labelOf(field)}: ${shownTitle(source, value)}`)
                          .join(' · ')}
                      </small>
                    </td>
                    <td>{valueName(row.threatType)}</td>
                    <td>
                      <SeverityMark severity={row.severity} />
                    </td>
                    <td>
                      <Result
                        line={parsed.lines[index]}
                        result={results?.[index]}
                        types={info.types}
                        labelOf={labelOf}
                      />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </ScrollRegion>
        </Card>
      ) : null}
    </>
  )
}

interface ResultProps {
  line: ParsedLine | undefined
  result: AddResult | undefined
  /** The types of the source. */
  types: readonly string[]
  labelOf: (field: string) => string
}

function Result({ line, result, types, labelOf }: ResultProps) {
  if (line?.problem) {
    const { column, value } = line.problem
    return (
      <Text size="meta" tone="danger">
        {column === ''
          ? t('noColumnForValue', { value })
          : t('invalidValue', {
              value,
              choices: (column === 'type' ? types : severities).map(valueName).join(', '),
            })}
      </Text>
    )
  }
  if (!result)
    return (
      <Text size="meta" tone="quiet">
        {t('checking')}
      </Text>
    )
  if (result.state === 'own' && result.problem) return sentenceOf(result.problem)
  if (result.problem) {
    return (
      <Text size="meta" tone="danger">
        {`${labelOf(result.problem.field)}: ${sentenceOf(result.problem)}`}
      </Text>
    )
  }
  if (result.state === 'known') return <KnownAlready result={result} />
  return <Chip tone="good">{t('new')}</Chip>
}
